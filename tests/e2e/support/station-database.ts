import pg from 'pg';
import { databaseOfStation } from '../../support/station-process.ts';

/** A connection of one's own to the database of the running server. */
export async function connectToStation(dataDir: string): Promise<pg.Client> {
  const client = new pg.Client(databaseOfStation(dataDir));
  await client.connect();
  return client;
}
