import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { addPerson, createTestApp, type TestApp } from '../../../../testing/test-app.ts';
import { AppError } from '../../../http/app-error.ts';
import { lend, makeProduct } from '../../lending/orders/testing/lend.ts';
import { createLogger } from '../../platform/health/index.ts';
import { addDays, businessDateOf } from '../../platform/policy/index.ts';
import { cancelAllocation, distributeCase, divideCase, redistributeCase } from './assign.ts';
import { runCaseDay } from './case-day.ts';
import { cancelRetention, retainCase } from './retain.ts';
import { sendBackCases } from './send-back.ts';
import { makeCollector } from './testing/collectors.ts';

const TODAY = businessDateOf(new Date());
/** Of both systems: they share their people. */
const SCOPES = ['ORDER', 'BILL', 'ORDER', 'BILL'] as const;
const CASES = SCOPES.length;
let app: TestApp;
const caseNos: string[] = [];
const collectors: string[] = [];

beforeAll(async () => {
  app = await createTestApp({ content: 'seeded' });
  const { db } = app.database;
  const people = {
    maker: (await addPerson(app.database, 'law.maker')).userNo,
    checker: (await addPerson(app.database, 'law.checker')).userNo,
  };
  for (const name of ['one', 'two', 'three']) collectors.push(await makeCollector(app.database, `law.${name}`));
  for (const collectionScope of SCOPES) {
    const productNo = await makeProduct(db, { collectionScope });
    const { orderNo } = await lend(db, { productNo, approvedCents: 500_000, ...people });
    await sql`update bill set due_date = ${addDays(TODAY, -5)}, accrued_through = ${addDays(TODAY, -1)}
      where order_no = ${orderNo}`.execute(db);
    await runCaseDay(db, addDays(TODAY, -1), createLogger('silent'));
    const { caseNo } = await db
      .selectFrom('collectionCase')
      .select('caseNo')
      .where('orderNo', '=', orderNo)
      .executeTakeFirstOrThrow();
    caseNos.push(caseNo);
  }
});
afterAll(async () => await app[Symbol.asyncDispose]());

const step = fc.record({
  does: fc.constantFrom(
    'distribute',
    'divide',
    'redistribute',
    'recall',
    'retain',
    'release',
    'freeze',
    'unfreeze',
    'cap',
    'shift',
  ),
  which: fc.nat(CASES - 1),
  who: fc.nat(2),
  cap: fc.integer({ min: 0, max: 3 }),
});
type Step = typeof step extends fc.Arbitrary<infer One> ? One : never;

/** Found by chance: a retained case stays with who is frozen, and came back into work there. */
const RETAINED_BY_A_FROZEN_PERSON: Step[] = (
  ['unfreeze', 'cap', 'shift', 'distribute', 'retain', 'freeze', 'release'] as const
).map((does) => ({ does, which: 0, who: 1, cap: 3 }));

/** One command in a transaction of its own; what it refuses changes nothing. */
async function act({ does, which, who, cap }: Step): Promise<void> {
  const { db } = app.database;
  const [caseNo = '', userNo = ''] = [caseNos[which], collectors[who]];
  const reach = { caseScope: SCOPES[which] ?? 'ORDER', caller: { scope: 'all', userNo: 'U0' } } as const;
  const handing = { by: collectors[0] ?? '', at: new Date(), reason: 'law' };
  const record = sql`user_no = ${userNo} and personnel_kind = 'COLLECTOR'`;
  await db
    .transaction()
    .execute(async (tx) => {
      switch (does) {
        case 'distribute':
          return void (await distributeCase(tx, caseNo, userNo, reach, handing));
        case 'divide':
          return void (await divideCase(tx, caseNo, reach, handing));
        case 'redistribute':
          return void (await redistributeCase(tx, caseNo, userNo, reach, handing));
        case 'recall':
          return void (await cancelAllocation(tx, caseNo, reach, handing));
        case 'retain':
          return void (await retainCase(tx, caseNo, reach, handing));
        case 'release':
          return void (await cancelRetention(tx, caseNo, reach, handing));
        case 'freeze':
          await sql`update personnel set personnel_status = 'FROZEN' where ${record}`.execute(tx);
          return void (await sendBackCases(tx, userNo, { by: handing.by, at: handing.at }));
        case 'unfreeze':
          return void (await sql`update personnel set personnel_status = 'NORMAL' where ${record}`.execute(tx));
        case 'cap':
          return void (await sql`update personnel set daily_cap = ${cap * 20} where ${record}`.execute(tx));
        case 'shift': {
          // One that covers now, or one of today that is over: then nothing more is assigned.
          await sql`delete from personnel_shift where user_no = ${userNo}`.execute(tx);
          const [from, to] = cap > 1 ? [-1, 1] : [-3, -2];
          return void (await sql`insert into personnel_shift (user_no, starts_at, ends_at)
            values (${userNo}, now() + make_interval(mins => ${from}), now() + make_interval(mins => ${to}))`.execute(
            tx,
          ));
        }
      }
    })
    .catch((error: unknown) => {
      if (!(error instanceof AppError)) throw error;
    });
}

/** What is true whatever was done: each case is there once, with exactly the person who is told to have it. */
async function faults(): Promise<readonly unknown[]> {
  const { rows } = await sql`
    select c.case_no, c.case_status, c.collector_user_no, count(a.assignment_id) as open from collection_case c
    left join case_assignment a on a.case_no = c.case_no and a.ended_at is null
    where c.case_no = any(${caseNos}::text[])
    group by c.case_no, c.case_status, c.collector_user_no
    having (c.case_status = 'POOL') <> (c.collector_user_no is null)
      or count(a.assignment_id) <> (case when c.case_status = 'POOL' then 0 else 1 end)
      or bool_or(a.user_no <> c.collector_user_no)
    union all
    select c.case_no, 'FROZEN', c.collector_user_no, 0 from collection_case c
    join personnel p on p.user_no = c.collector_user_no and p.personnel_kind = 'COLLECTOR'
    where c.case_no = any(${caseNos}::text[]) and c.case_status = 'COLLECTING' and p.personnel_status = 'FROZEN'
    union all
    select 'total', null, null, count(*) from collection_case where case_no = any(${caseNos}::text[])
    having count(*) <> ${CASES}`.execute(app.database.db);
  return rows;
}

it(
  'assignments under any shifts, caps, freezes and recalls never lose or double a case',
  { timeout: 120_000 },
  async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 6, maxLength: 14 }), async (steps) => {
        for (const one of steps) {
          await act(one);
          expect(await faults()).toEqual([]);
        }
      }),
      { numRuns: 12, examples: [[RETAINED_BY_A_FROZEN_PERSON]] },
    );
  },
);
