import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../../../tests/support/database.ts';
import { namedInOrder } from './name-order.ts';
import { findUsers } from './query.ts';

/** Far more than a list sorts as a whole; those of a name stand together, at the far end of the order. */
const PEOPLE = 6_000;
const names = ['Wanjiru Mwangi', 'Mwangi  wanjiru', 'WANJIRUA Wanjiru', 'Wan%ji_ru Otieno', 'Ñandú Wanjírú'];

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase('seeded');
  await sql`
    INSERT INTO app_user (user_name, login_id, real_name, password_hash, user_status)
    SELECT CASE WHEN n % 4 = 0 THEN 'w.' ELSE 'a.' END || (n * 7919 % ${PEOPLE}::int), 'login' || n,
      CASE WHEN n % 4 = 0 THEN (${names}::text[])[1 + n / 4 % ${names.length}::int] ELSE 'Amina Otieno' END, '',
      CASE WHEN n % 8 = 0 THEN 'FROZEN' ELSE 'NORMAL' END
    FROM generate_series(1, ${PEOPLE}::int) AS n`.execute(database.db);
});
afterAll(async () => await database.drop());

async function meant(text: string, direction: 'asc' | 'desc', where = 'true'): Promise<string[]> {
  const { rows } = await sql<{ userNo: string }>`
    SELECT user_no FROM app_user WHERE position(lower(${text}::text) IN lower(real_name)) > 0 AND ${sql.raw(where)}
    ORDER BY user_name ${sql.raw(direction)}, user_no ${sql.raw(direction)}`.execute(database.db);
  return rows.map(({ userNo }) => userNo);
}

const texts = ['wanjiru', 'WANJ', 'njiru', 'n%ji_', 'njír', 'otieno', 'ji', 'mwangi  w', 'n', 'u w'];

test.each(texts)('people named %s stand in the order of their user names', async (text) => {
  for (const direction of ['asc', 'desc'] as const) {
    const sort = { field: 'userName', direction } as const;
    const all = await meant(text, direction);
    for (const offset of [0, 450]) {
      const range = { offset, limit: 50 };
      const { userNos } = await findUsers(database.db, 'all', { realName: text }, sort, range);
      expect(userNos).toEqual(all.slice(offset, offset + 50));
    }
    const filters = { realName: text, userStatus: 'FROZEN' } as const;
    const frozen = await findUsers(database.db, 'all', filters, sort, { offset: 0, limit: 50 });
    const some = await meant(text, direction, `user_status = 'FROZEN'`);
    expect(frozen.userNos).toEqual(some.slice(0, 50));
  }
});

test('a name is read off its words, one of two words or of many is not', async () => {
  const sort = { field: 'userName', direction: 'asc' } as const;
  const of = (realName: string) => namedInOrder(database.db, { realName }, sort);
  expect(await of('wanjiru')).not.toBeNull();
  expect(await of('wanjiru m')).toBeNull();
  expect(await of('i')).toBeNull();
  const byName = { field: 'realName', direction: 'asc' } as const;
  expect(await namedInOrder(database.db, { realName: 'wanjiru' }, byName)).toBeNull();
});

test('who is named again, or has another user name, stands where they stand now', async () => {
  const { db } = database;
  const sort = { field: 'userName', direction: 'asc' } as const;
  const page = async () =>
    (await findUsers(db, 'all', { realName: 'wanjiru' }, sort, { offset: 0, limit: 50 })).userNos;
  const [gone, moved] = await page();
  if (!gone || !moved) throw new Error('two people');
  await db.updateTable('appUser').set({ realName: 'Halima' }).where('userNo', '=', gone).execute();
  await db.updateTable('appUser').set({ userName: 'zz' }).where('userNo', '=', moved).execute();
  const named = await db
    .updateTable('appUser')
    .set({ realName: 'Wanjiruko' })
    .where('loginId', '=', 'login1')
    .returning('userNo')
    .executeTakeFirstOrThrow();
  const now = await page();
  expect(now).toContain(named.userNo);
  expect(now).toEqual((await meant('wanjiru', 'asc')).slice(0, 50));
  await db.deleteFrom('appUser').where('userNo', '=', named.userNo).execute();
  expect(await page()).toEqual((await meant('wanjiru', 'asc')).slice(0, 50));
  const { rows } = await sql<{ left: number }>`
    SELECT count(*)::int AS "left" FROM user_name_word w LEFT JOIN app_user u USING (user_name, user_no)
    WHERE u.user_no IS NULL`.execute(db);
  expect(rows).toEqual([{ left: 0 }]);
});
