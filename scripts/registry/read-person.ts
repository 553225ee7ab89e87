import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import type { Settings } from '../../server/src/config/settings.ts';
import { findPostmaster } from '../../server/src/db/embedded/postmaster.ts';
import type { Person } from '../../server/src/modules/registry/operate/explain.ts';

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
    const { rows } = await client.query<PersonRow>(PERSON, [user]);
    const [row] = rows;
    if (row === undefined) return null;
    return { ...row, pages: new Set(row.pages) };
  } finally {
    await client.end();
  }
}

type PersonRow = Omit<Person, 'pages'> & { readonly pages: string[] };

const PERSON = `
  SELECT u.user_no AS "userNo", u.user_name AS "userName", u.user_status = 'FROZEN' AS "isFrozen",
    ARRAY(SELECT jsonb_build_object('roleNo', r.role_no, 'roleName', r.role_name)
      FROM user_role ur JOIN role r USING (role_no)
      WHERE ur.user_no = u.user_no ORDER BY r.role_name) AS roles,
    ARRAY(SELECT jsonb_build_object('merchantNo', um.merchant_no) FROM user_merchant um
      WHERE um.user_no = u.user_no ORDER BY um.merchant_no) AS merchants,
    ARRAY(SELECT DISTINCT rp.page_path FROM user_role ur JOIN role_page rp USING (role_no)
      WHERE ur.user_no = u.user_no ORDER BY 1) AS pages
  FROM app_user u
  WHERE lower(u.login_id) = lower($1) OR lower(u.user_name) = lower($1)
  ORDER BY lower(u.login_id) = lower($1) DESC
  LIMIT 1`;
