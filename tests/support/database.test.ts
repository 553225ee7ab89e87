import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { createTestDatabase } from './database.ts';

test('two test databases do not see one another and hold every migration', async () => {
  await using first = await createTestDatabase();
  await using second = await createTestDatabase();
  expect(first.url).not.toBe(second.url);
  await sql`create table only_here (id int)`.execute(first.db);
  const tables = async (db: typeof first.db) => (await db.introspection.getTables()).map((table) => table.name);
  expect(await tables(first.db)).toContain('only_here');
  expect(await tables(second.db)).not.toContain('only_here');
  expect(await tables(second.db)).toContain('app_user');
});

test('an empty database has no tables', async () => {
  await using database = await createTestDatabase('empty');
  expect(await database.db.introspection.getTables()).toEqual([]);
});

test('a dropped database is gone', async () => {
  await using witness = await createTestDatabase('empty');
  const database = await createTestDatabase('empty');
  await database.drop();
  const name = new URL(database.url).pathname.slice(1);
  const found = await sql`select 1 from pg_database where datname = ${name}`.execute(witness.db);
  expect(found.rows).toEqual([]);
});
