import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { createTestDatabase } from '../../../tests/support/database.ts';
import { openDatabase } from './pool.ts';
import { prepared } from './prepared.ts';

test('a prepared statement outlives a migration: it fails once and is prepared again', async () => {
  await using database = await createTestDatabase('empty');
  const { db, close } = openDatabase(database.url, { maxConnections: 1 });
  try {
    await sql`create table thing (thing_no int)`.execute(db);
    await sql`insert into thing values (1)`.execute(db);
    const read = async () => (await sql`select * from thing where thing_no = ${1} ${prepared}`.execute(db)).rows;
    await read();
    const { rows } = await sql<{ count: number }>`
      select count(*) from pg_prepared_statements`.execute(db);
    expect(rows[0]?.count).toBe(1);
    await sql`alter table thing add label text default 'new'`.execute(db);
    await expect(read()).rejects.toThrow(/cached plan/);
    expect(await read()).toEqual([{ thingNo: 1, label: 'new' }]);
  } finally {
    await close();
  }
});
