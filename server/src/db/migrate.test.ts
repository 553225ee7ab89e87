import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { createTestDatabase } from '../../../tests/support/database.ts';
import { migrate } from './migrate.ts';
import { openDatabase } from './pool.ts';

test('of several processes migrating at once one does it and the others find it done', async () => {
  await using database = await createTestDatabase('empty');
  const processes = Array.from({ length: 4 }, () => openDatabase(database.url, { maxConnections: 2 }));
  try {
    const ran = await Promise.all(processes.map(({ db }) => migrate(db)));
    const workers = ran.filter((names) => names.length > 0);
    expect(workers).toHaveLength(1);
    expect(new Set(workers[0]).size).toBe(workers[0]?.length);
    expect(workers[0]?.[0]).toBe('001-people');
    // Four digits come after three.
    const numbers = (workers[0] ?? []).map((name) => Number.parseInt(name.replace(/^M/, ''), 10));
    expect(numbers).toEqual(numbers.toSorted((one, other) => one - other));
    expect(numbers.at(-1)).toBeGreaterThan(999);
  } finally {
    for (const opened of processes) await opened.close();
  }
});

test('the months to come have their partitions, and making them again changes nothing', async () => {
  await using database = await createTestDatabase('migrated');
  const { db } = database;
  const partitions = async (parent: string) =>
    (
      await sql<{ name: string }>`SELECT inhrelid::regclass::text AS name FROM pg_inherits
        WHERE inhparent = ${parent}::regclass ORDER BY 1`.execute(db)
    ).rows.map(({ name }) => name);
  const month = (ahead: number) => {
    const now = new Date();
    const first = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + ahead, 1));
    return first.toISOString().slice(0, 7).replace('-', '_');
  };
  const wanted = (parent: string, months: number) => [
    ...Array.from({ length: months + 1 }, (_, ahead) => `${parent}_${month(ahead)}`),
    `${parent}_rest`,
  ];
  for (const parent of ['audit_log', 'tracking_event', 'order_event', 'payout_query']) {
    expect(await partitions(parent)).toEqual(wanted(parent, 3));
    for (let times = 0; times < 2; times += 1) {
      await sql`SELECT ensure_month_partitions(${parent}, 5)`.execute(db);
    }
    expect(await partitions(parent)).toEqual(wanted(parent, 5));
  }
});
