import { user } from '@kituo/sdk/contracts';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestDatabase } from '../../../../../tests/support/database.ts';
import type { TestDatabase } from '../../../../../tests/support/database.ts';
import { readCsv } from '../../../../../tests/e2e/support/workbook.ts';
import { fileChunks, type WrittenRows } from '../../platform/exports/index.ts';
import { matchingUsers } from './matching-users.ts';
import { findUsers } from './query.ts';
import { BATCH, walkUsers } from './walk.ts';

/** More than a walk reads at once, and far more than a list sorts as a whole. */
const PEOPLE = BATCH + 500;

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase('seeded');
  // Values that repeat and values that are missing, in no order of the numbers.
  await sql`
    INSERT INTO app_user (user_name, login_id, real_name, password_hash, job_number, dept_no,
      user_status, employee_status, last_sign_in_at, created_at)
    SELECT 'name' || (n * 7919 % ${PEOPLE}::int) || '.' || n, 'login' || n, 'Person ' || n % 50, '',
      CASE WHEN n % 3 > 0 THEN 'T' || lpad((n * 31 % ${PEOPLE}::int)::text, 6, '0') END,
      CASE WHEN n % 7 > 0 THEN 'D' || lpad((1 + n % 12)::text, 4, '0') END,
      CASE WHEN n % 9 = 0 THEN 'FROZEN' ELSE 'NORMAL' END,
      CASE WHEN n % 8 = 0 THEN 'LEFT' ELSE 'ON_THE_JOB' END,
      CASE WHEN n % 4 > 0 THEN now() - make_interval(mins => n * 13 % 1000) END,
      now() - make_interval(hours => n % 300)
    FROM generate_series(1, ${PEOPLE}::int) AS n
  `.execute(database.db);
});
afterAll(async () => await database.drop());

/** What a walk writes, a list of texts a row. */
async function written(walk: AsyncIterable<WrittenRows>): Promise<string[][]> {
  let csv = '';
  const chunks = fileChunks('csv', { name: '', head: [], batches: walk });
  for await (const chunk of chunks) csv += chunk.toString();
  return readCsv(csv.replace('\uFEFF', ''));
}

const orders = user.USER_SORT_FIELDS.flatMap((field) =>
  (['asc', 'desc'] as const).map((direction) => ({ field, direction })),
);
const columnOf = (field: string) =>
  field === 'deptName' ? 'dept_name' : `u.${field.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)}`;

/** The order as it is meant, from the whole table. */
async function meant(order: (typeof orders)[number] | null, where = 'true'): Promise<string[]> {
  const by = order
    ? `${columnOf(order.field)} ${order.direction} NULLS LAST, u.user_no ${order.direction}`
    : 'u.user_no DESC';
  const { rows } = await sql<{ userNo: string }>`
    SELECT u.user_no FROM app_user u LEFT JOIN department d USING (dept_no)
    WHERE ${sql.raw(where)} ORDER BY ${sql.raw(by)}
  `.execute(database.db);
  return rows.map(({ userNo }) => userNo);
}

describe.each([null, ...orders])('ordered by %o', (order) => {
  test('pages stand in the order, the first, a later and the last one', async () => {
    const all = await meant(order);
    for (const offset of [0, 1500, all.length - 20]) {
      const range = { offset, limit: 50 };
      const { userNos, ...counted } = await findUsers(database.db, 'all', {}, order, range);
      expect(userNos).toEqual(all.slice(offset, offset + 50));
      expect(counted).toEqual({ total: 2_000, totalIsExact: false });
    }
  });

  test('what matches seldom, or stands together, is found as well', async () => {
    const range = { offset: 0, limit: 50 };
    const few = await findUsers(database.db, 'all', { realName: 'person 7' }, order, range);
    const named = await meant(order, `real_name = 'Person 7'`);
    expect(few.userNos).toEqual(named.slice(0, 50));
    expect(few).toMatchObject({ total: named.length, totalIsExact: true });
    const filters = { userStatus: 'NORMAL', realName: 'person' } as const;
    const many = await findUsers(database.db, 'all', filters, order, range);
    const where = `user_status = 'NORMAL' AND real_name LIKE 'Person%'`;
    expect(many.userNos).toEqual((await meant(order, where)).slice(0, 50));
    // A text is counted no further.
    expect(many).toMatchObject({ total: 1_000, totalIsExact: false });
  });

  test('a walk meets everybody once, in the order', async () => {
    const found = await matchingUsers(database.db, 'all', {});
    const walk = walkUsers(database.db, found, order, [{ field: sql`app_user.user_no` }]);
    const met = (await written(walk)).map(([userNo]) => userNo);
    expect(met).toEqual(await meant(order));
  });
});

test('what is between the fields of a walk may stand in a name, in a filter and where it goes on', async () => {
  const realName = 'A\tB\nC\\N\\\rD\u001f\'$1 {"}';
  const { numUpdatedRows } = await database.db
    .updateTable('appUser')
    .set({ realName, email: null })
    .where('loginId', 'like', 'login%')
    .executeTakeFirst();
  const named = await matchingUsers(database.db, 'all', { realName: 'B\nC\\N\\\rD\u001f\'$1 {"' });
  const order = { field: 'realName', direction: 'asc' } as const;
  const walk = walkUsers(database.db, named.where('appUser.loginId', 'in', ['login7', 'x']), order, [
    { field: sql`app_user.login_id` },
    { field: sql`app_user.real_name` },
    { field: sql`app_user.real_name`, show: (text) => text },
    { field: sql`app_user.email`, show: (text) => `<${text}>` },
  ]);
  expect(await written(walk)).toEqual([['login7', realName, realName, '<>']]);
  // All of one name: the walk goes on by it and the number, batch after batch.
  expect(Number(numUpdatedRows)).toBeGreaterThan(BATCH);
  const all = await written(walkUsers(database.db, named, order, [{ field: sql`app_user.user_no` }]));
  expect(new Set(all.map(([userNo]) => userNo)).size).toBe(Number(numUpdatedRows));
});
