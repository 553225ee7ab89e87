import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { findPostmaster } from '../../../server/src/db/embedded/postmaster.ts';

/** A connection of one's own to the database of the running server. Throws when it is not running. */
export async function connectToStation(dataDir: string): Promise<pg.Client> {
  const password = readFileSync(join(dataDir, 'postgres/password'), 'utf8').trim();
  const port = findPostmaster(join(dataDir, 'postgres/cluster'))?.port;
  if (port === undefined) throw new Error('The database of the station is not running.');
  const client = new pg.Client(`postgres://kituo:${password}@127.0.0.1:${port}/kituo`);
  await client.connect();
  return client;
}
