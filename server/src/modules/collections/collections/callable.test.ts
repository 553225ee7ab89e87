import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../../../tests/support/database.ts';
import { startOfBusinessDate } from '../../platform/policy/index.ts';
import { callableNow } from './callable.ts';

let database: TestDatabase;
let someCase: { readonly caseNo: string; readonly customerNo: string; readonly phone: string };
beforeAll(async () => {
  database = await createTestDatabase('lending');
  const { db } = database;
  someCase = await db
    .selectFrom('collectionCase as k')
    .innerJoin('customer as c', 'c.customerNo', 'k.customerNo')
    .select(['k.caseNo', 'k.customerNo', 'c.phone'])
    .where('k.caseStatus', '=', 'COLLECTING')
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom('contactBlock as b').select('b.blockId').whereRef('b.customerNo', '=', 'k.customerNo'))),
    )
    .orderBy('k.caseNo')
    .limit(1)
    .executeTakeFirstOrThrow();
});
afterAll(async () => await database[Symbol.asyncDispose]());

it('takes a borrower for callable unless a block that is in force shuts calls, as the gate does', async () => {
  const { db } = database;
  const at = new Date();
  const facts = { at, isWithinHours: true, dayStart: startOfBusinessDate('2099-01-01'), callCap: 3, allCap: 7 };
  const daysOn = (days: number) => new Date(at.getTime() + days * 86_400_000);
  const isCallable = async () => {
    const { rows } = await sql<{ is: boolean }>`select ${callableNow(facts)} as is from collection_case
      join customer cu on cu.customer_no = collection_case.customer_no
      where case_no = ${someCase.caseNo}`.execute(db);
    return rows[0]?.is;
  };
  const withBlock = async (blockScopes: string, expiresAt: Date | null) => {
    await sql`insert into contact_block (block_kind, phone, block_scopes, set_at, expires_at)
      values ('DO_NOT_CALL', ${someCase.phone}, array[${blockScopes}], ${daysOn(-2)}, ${expiresAt})`.execute(db);
    const is = await isCallable();
    await sql`delete from contact_block where phone = ${someCase.phone}`.execute(db);
    return is;
  };
  expect(await isCallable()).toBe(true);
  expect(await withBlock('ALL', null)).toBe(false);
  expect(await withBlock('NO_CALL', daysOn(1))).toBe(false);
  expect(await withBlock('NO_CALL', daysOn(-1))).toBe(true);
  expect(await withBlock('NO_SMS', null)).toBe(true);
});
