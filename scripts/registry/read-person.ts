import pg from 'pg';
import type { Settings } from '../../server/src/config/settings.ts';
import { databaseFolder, runningUrl } from '../../server/src/db/embedded.ts';
import { readPersonBy, type Person, type PersonRow } from '../../server/src/modules/plugins/registry/operate/person.ts';

/** The address of the database, where one is set or the embedded one runs. */
export function findDatabase({ databaseUrl, dataDir }: Settings): string | undefined {
  return databaseUrl ?? runningUrl(databaseFolder(dataDir));
}

/** The database, or a sentence that says how to reach it. */
function databaseUrl(settings: Settings): string {
  const url = findDatabase(settings);
  if (url === undefined)
    throw new Error(
      'Who holds which pages is in the database, and the embedded one is not running. Start Kituo (npm start) and ask again, or set DATABASE_URL.',
    );
  return url;
}

/** Reads a person by login id or user name; null where there is none. */
export async function readPerson(settings: Settings, user: string): Promise<Person | null> {
  const client = new pg.Client({
    connectionString: databaseUrl(settings),
    connectionTimeoutMillis: 5_000,
  });
  await client.connect();
  try {
    return await readPersonBy(async (query, name) => (await client.query<PersonRow>(query, [name])).rows, user);
  } finally {
    await client.end();
  }
}
