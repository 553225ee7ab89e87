import { setImmediate } from 'node:timers/promises';
import { type RawBuilder, sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../tests/support/database.ts';
import { CopiedRows, copyBatches, copyOut } from './copy-out.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase('migrated');
});
afterAll(async () => await database.drop());

const one = (...values: readonly unknown[]) => database.db.selectNoFrom(sql`${sql.join(values)}`.as('last'));

async function textOf(query: Parameters<typeof copyOut>[1], rows = new CopiedRows()) {
  const { bytes, length } = await copyOut(database.db, query, rows);
  return bytes.toString('utf8', 0, length);
}

test('values are what they would be as parameters, whatever is typed in them', async () => {
  const odd = `'; DROP TABLE app_user; --\\'' $1 $2 "{}`;
  expect(await textOf(one(odd, '', null, 7, -1.5, true))).toBe(`${odd.replaceAll('\\', '\\\\')}\t\t\t7\t-1.5\ttrue\n`);
  const list = ['a,b', '"', '\\', "'", '{}', '', 'NULL', odd];
  const at = new Date('2026-11-20T11:05:33.123Z');
  expect(await textOf(database.db.selectNoFrom(sql`extract(epoch from ${at}::timestamptz)`.as('at')))).toBe(
    `${at.getTime() / 1000}000\n`,
  );
  const found = database.db
    .selectNoFrom(sql`cardinality(${list}::text[])`.as('size'))
    .select(list.map((text, index) => sql`${text} = (${list}::text[])[${index + 1}]`.as(`e${index}`)));
  expect(await textOf(found)).toBe(`${list.length}${'\tt'.repeat(list.length)}\n`);
});

test('a value that has no such form is refused, and nothing is asked', async () => {
  await expect(textOf(one({ a: 1 }))).rejects.toThrow('COPY takes no object');
  await expect(textOf(one([[1]]))).rejects.toThrow('COPY takes no list of object');
});

test('room grows and is used again; a statement that fails leaves the pool as it was', async () => {
  const rows = new CopiedRows();
  const many = (count: number) =>
    database.db
      .selectFrom(sql<{ n: number }>`generate_series(1, ${count}::int)`.as<'n'>('n'))
      .select(sql`repeat('x', 100)`.as('text'));
  expect(await textOf(many(5_000), rows)).toBe(`${'x'.repeat(100)}\n`.repeat(5_000));
  expect(await textOf(many(2), rows)).toBe(`${'x'.repeat(100)}\n`.repeat(2));
  for (let failure = 0; failure < 20; failure += 1) {
    const fails = many(3).select(sql`1 / (n - 2)`.as('quotient'));
    await expect(textOf(fails, rows)).rejects.toThrow('division by zero');
  }
  expect(await textOf(one('still there'), rows)).toBe('still there\n');
});

test('a transaction is refused: what is copied would be seen from beside it', async () => {
  await database.db.transaction().execute(async (tx) => {
    await expect(copyOut(tx, one('a'), new CopiedRows())).rejects.toThrow('no pool');
  });
});

test('rows are whole however they come: among notices, longer than what a socket holds, or of nothing', async () => {
  const { db } = database;
  await sql`CREATE FUNCTION told(n int) RETURNS text LANGUAGE plpgsql AS
    $$ BEGIN RAISE NOTICE 'row %', n; RETURN repeat(n::text, 10); END $$`.execute(db);
  const each = (count: number, shown: RawBuilder<unknown>) =>
    db.selectFrom(sql<{ n: number }>`generate_series(1, ${count}::int)`.as<'n'>('n')).select(shown.as('text'));
  const numbers = Array.from({ length: 1_000 }, (_, index) => String(index + 1));
  expect(await textOf(each(1_000, sql`told(n)`))).toBe(numbers.map((number) => `${number.repeat(10)}\n`).join(''));
  expect(await textOf(each(1_000, sql`repeat(n::text, n)`))).toBe(
    numbers.map((number) => `${number.repeat(Number(number))}\n`).join(''),
  );
  expect(await textOf(each(3, sql`repeat('long', 1000000)`))).toBe(`${'long'.repeat(1_000_000)}\n`.repeat(3));
  expect(await textOf(each(3, sql`''`))).toBe('\n'.repeat(3));
  expect(await textOf(each(0, sql`''`))).toBe('');
});

describe('by batches', () => {
  const many = (count: number, shown: RawBuilder<unknown> = sql`n`) =>
    database.db.selectFrom(sql<{ n: number }>`generate_series(1, ${count}::int)`.as<'n'>('n')).select(shown.as('text'));
  const busy = async () =>
    await database.db
      .selectFrom(sql<{ query: string; state: string }>`pg_stat_activity`.as<'a'>('a'))
      .select('a.query')
      .where('a.state', '=', 'active')
      .where('a.query', 'like', 'COPY %generate_series%')
      .execute();

  test('every row comes once, whole and in order, however slowly it is taken', async () => {
    let text = '';
    let sizes: number[] = [];
    for await (const { bytes, length, count } of copyBatches(database.db, many(40_000), 16_384)) {
      text += bytes.toString('utf8', 0, length);
      sizes = [...sizes, count];
      await setImmediate();
    }
    expect(text).toBe(Array.from({ length: 40_000 }, (_, index) => `${index + 1}\n`).join(''));
    expect(sizes.length).toBeGreaterThan(10);
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBe(40_000);
    expect((await copyBatches(database.db, many(0)).next()).done).toBe(true);
  });

  test('the database waits for whoever does not take, and ends with whoever leaves', async () => {
    const rows = copyBatches(database.db, many(3_000_000, sql`repeat('x', 100)`), 16_384);
    const first = await rows.next();
    expect(first.value?.count).toBeGreaterThan(100);
    // Three hundred megabytes that nobody takes: it is still at it.
    expect(await busy()).toHaveLength(1);
    await rows.return(undefined);
    await expect.poll(busy).toHaveLength(0);
    for (let failure = 0; failure < 20; failure += 1) {
      await expect(copyBatches(database.db, many(9, sql`1 / (n - 5)`)).next()).rejects.toThrow('by zero');
    }
  });
});
