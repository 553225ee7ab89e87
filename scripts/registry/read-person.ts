import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import type { Settings } from '../../server/src/config/settings.ts';
import { findPostmaster } from '../../server/src/db/embedded/postmaster.ts';
import {
  readPersonBy,
  type Person,
  type PersonRow,
} from '../../server/src/modules/registry/operate/person.ts';

/** The database, or a sentence that says how to reach it. */
function databaseUrl(settings: Settings): string {
  if (settings.databaseUrl !== undefined) return settings.databaseUrl;
  const pointer = join(settings.dataDir, 'location');
  const folder = existsSync(pointer) ? readFileSync(pointer, 'utf8').trim() : settings.dataDir;
  const running = findPostmaster(join(folder, 'cluster'));
  if (running === undefined || !existsSync(join(folder, 'password')))
    throw new Error(
      'Who holds which pages is in the database, and the embedded one is not running. Start Kituo (npm start) and ask again, or set DATABASE_URL.',
    );
  const password = readFileSync(join(folder, 'password'), 'utf8').trim();
  return `postgres://kituo:${password}@127.0.0.1:${running.port}/kituo`;
}

/** Reads a person by login id or user name; null where there is none. */
export async function readPerson(settings: Settings, user: string): Promise<Person | null> {
  const client = new pg.Client({
    connectionString: databaseUrl(settings),
    connectionTimeoutMillis: 5_000,
  });
  await client.connect();
  try {
    return await readPersonBy(
      async (query, name) => (await client.query<PersonRow>(query, [name])).rows,
      user,
    );
  } finally {
    await client.end();
  }
}
