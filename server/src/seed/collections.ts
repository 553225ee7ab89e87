import { sql } from 'kysely';
import type { Database, Tx } from '../db/database.ts';
import {
  casesAfterRollback,
  dividePool,
  makePromise,
  runCaseDay,
  saveFollowUp,
} from '../modules/collections/collections/index.ts';
import { createLogger } from '../modules/platform/health/index.ts';
import { addDays, businessDateOf } from '../modules/platform/policy/index.ts';
import type { SeedContext, SeedStep } from './lending/seed-step.ts';

/** `userNo|group|principal|cap|auto|first loans`: who collects. */
const RECORDS = `
U000005|Nairobi field|U000021|200|yes|yes
U000020|Nairobi field||100|no|yes
U000021|Nairobi field||100|no|yes
U000022|Nairobi field|U000021|200|yes|yes
U000023|Coast field|U000027|120|yes|no
U000024|Nairobi field|U000021|200|yes|yes|FROZEN
U000025|Lake field|U000026|200|yes|yes
U000026|Lake field||80|no|yes
U000027|Coast field||200|yes|yes
U000028|Nairobi field|U000021|150|yes|no
`;

/** A record for everyone who collects; the frozen account's is frozen, too. */
export async function seedCollectors(tx: Tx): Promise<void> {
  for (const line of RECORDS.trim().split('\n')) {
    const [userNo = '', group, principal, cap, auto, first, status] = line.split('|');
    await tx
      .insertInto('personnel')
      .values({
        personnelKind: 'COLLECTOR',
        userNo,
        groupName: group || null,
        principalUserNo: principal || null,
        dailyCap: Number(cap),
        joinAutoAllot: auto === 'yes',
        firstLoanWhitelist: first === 'yes',
        languages: ['en', 'sw'],
        personnelStatus: status === 'FROZEN' ? 'FROZEN' : 'NORMAL',
      })
      .execute();
    await sql`insert into personnel_merchant (personnel_kind, user_no, merchant_no)
      select 'COLLECTOR', user_no, merchant_no from user_merchant where user_no = ${userNo}`.execute(tx);
  }
}

const WORDS = [
  ['PROMISED', 'SALARY_LATE', 'Salary comes at the end of the week, will pay by M-Pesa'],
  ['WILL_PAY_LATER', 'BUSINESS_SLOW', 'Sells at the market, asks for time until the harvest is in'],
  ['NO_ANSWER', null, 'Rang twice, nobody answered'],
  ['CALL_BACK', 'SCHOOL_FEES', 'In class, asked to be called in the evening'],
  ['ASKED_EXTENSION', 'ILLNESS', 'Mother is in hospital, asked for an extension'],
  ['SWITCHED_OFF', null, 'The phone is switched off'],
  ['REFUSED_TO_PAY', 'OVER_INDEBTED', 'Pays three other lenders first'],
] as const;

/** The cases that a book calls for, divided among those who collect, with what they did so far. */
async function seedCases(db: Database, { now, dice }: SeedContext): Promise<void> {
  const log = createLogger('silent');
  await runCaseDay(db, addDays(businessDateOf(now), -1), log);
  await dividePool(db, now, log);
  await moveLosses(db, now);
  const worked = await db
    .selectFrom('collectionCase')
    .select(['caseNo', 'caseScope', 'collectorUserNo', 'dueAtEntryCents'])
    .where('caseStatus', '=', 'COLLECTING')
    .where('followUpCount', '=', 0)
    .orderBy('caseNo')
    .execute();
  await db.transaction().execute(async (tx) => {
    for (const { caseNo, caseScope, collectorUserNo, dueAtEntryCents } of worked) {
      if (collectorUserNo === null || dice.chance(0.45)) continue;
      const [actionCode, overdueReason, remark] = dice.pick(WORDS);
      const reach = { caseScope, caller: { scope: 'all', userNo: collectorUserNo } } as const;
      const person = { by: collectorUserNo, at: now };
      await saveFollowUp(tx, caseNo, reach, {
        ...person,
        contactPerson: 'BORROWER',
        contactChannel: 'CALL',
        actionCode,
        overdueReason: overdueReason ?? undefined,
        remark,
      });
      if (actionCode !== 'PROMISED') continue;
      const amountCents = Math.max(100, Math.floor((dueAtEntryCents * 0.5) / 100) * 100);
      await makePromise(tx, caseNo, reach, {
        ...person,
        amountCents,
        promisedOn: addDays(businessDateOf(now), dice.between(0, 6)),
        promiseChannel: 'MPESA',
      });
    }
  });
}

/** A loss recognised before its case was made is worked in the pool of bad debt, like any other. */
async function moveLosses(db: Database, now: Date): Promise<void> {
  const lost = await db
    .selectFrom('collectionCase as c')
    .innerJoin('bill as b', 'b.orderNo', 'c.orderNo')
    .select('c.orderNo')
    .distinct()
    .where('c.caseStatus', '=', 'COLLECTING')
    .where('b.billStatus', '=', 'CHARGED_OFF')
    .execute();
  for (const { orderNo } of lost) {
    await db.transaction().execute((tx) => casesAfterRollback(tx, orderNo, now));
  }
}

/** Cases are what bills make of them; nothing is invented but what was said. */
export const collectionStep: SeedStep = { name: 'collections', run: seedCases };
