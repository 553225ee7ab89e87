import { sql } from 'kysely';
import type { Database, Tx } from '../db/database.ts';
import {
  casesAfterRollback,
  dividePool,
  divisionFamily,
  runCaseDay,
  saveFollowUp,
} from '../modules/collections/collections/index.ts';
import { createLogger } from '../modules/platform/health/index.ts';
import { addDays, businessDateOf, startOfBusinessDate } from '../modules/platform/policy/index.ts';
import type { SeedContext, SeedStep } from './lending/seed-step.ts';
import { promiseUnlessSibling } from './promise.ts';

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

/**
 * Days ago on which the cases of a book that is new are looked at: each begins, moves on and changes its level then.
 * Few enough that a start does not wait for them.
 */
const LADDER = [110, 80, 61, 46, 32, 21, 14, 8, 4] as const;
/** How many of the cases that somebody has are worked on such a day. */
const WORKED = 0.6;
const BY_HAND: ReadonlySet<string> = new Set(['S0', 'S1', 'S2', 'S3']);
const MINUTE_MS = 60_000;

/**
 * The cases that a book calls for, as they came to be: through their levels over months, divided on the way among those
 * who collect, with what was said and promised each time. What came last waits in the pool.
 */
async function seedCases(db: Database, { now, dice, merchantNos, people }: SeedContext): Promise<void> {
  const log = createLogger('silent');
  const today = businessDateOf(now);
  const first = addDays(today, -LADDER[0] - 1);
  await leaveToHand(db, merchantNos[1], { by: people.checker, from: first });
  await sql`select ensure_month_partitions('contact_attempt', 6, ${first}::date)`.execute(db);
  // A later book finds cases that stand where they stand: they are not led through their levels again.
  const among = await ordersWithoutCase(db);
  for (const ago of LADDER) {
    const day = addDays(today, -ago);
    const at = new Date(startOfBusinessDate(day).getTime() + 8 * 60 * MINUTE_MS);
    await runCaseDay(db, addDays(day, -1), log, { at, among });
    await dividePool(db, at, log);
    await workCases(db, { at, among, isToday: false }, dice);
  }
  await runCaseDay(db, addDays(today, -1), log);
  await dividePool(db, now, log);
  await moveLosses(db, now);
  await workCases(db, { at: now, among, isToday: true }, dice);
}

async function ordersWithoutCase(db: Database): Promise<ReadonlySet<string>> {
  const orders = await db
    .selectFrom('loanOrder as o')
    .select('o.orderNo')
    .where('o.orderStatus', '=', 'DISBURSED')
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom('collectionCase as c').select('c.caseNo').whereRef('c.orderNo', '=', 'o.orderNo'))),
    )
    .execute();
  return new Set(orders.map(({ orderNo }) => orderNo));
}

/** What is new of one merchant waits for a team lead to distribute it, so that there is a pool. */
async function leaveToHand(
  db: Database,
  merchantNo: string | undefined,
  { by, from }: { readonly by: string; readonly from: string },
): Promise<void> {
  if (merchantNo === undefined) return;
  const held = await db
    .selectFrom('configVersion')
    .select('versionId')
    .where('configKey', '=', divisionFamily.key)
    .where('subjectNo', '=', merchantNo)
    .executeTakeFirst();
  if (held) return;
  const divided = await divisionFamily.initial(db, merchantNo);
  if (divided === null) return;
  const byHand = Object.fromEntries(
    Object.entries(divided).map(([level, rule]) => [level, { ...rule, isDivided: !BY_HAND.has(level) }]),
  );
  await db
    .insertInto('configVersion')
    .values({
      configKey: divisionFamily.key,
      subjectNo: merchantNo,
      versionNo: 1,
      value: JSON.stringify(byHand),
      effectiveFrom: from,
      inForceFrom: startOfBusinessDate(from),
      storedStatus: 'IN_FORCE',
      makerUserNo: by,
      editorUserNos: [by],
      reason: 'Team leads distribute new cases on the coast',
    })
    .execute();
}

/** Those who have cases call their borrowers, note what came of it, and take promises. */
async function workCases(
  db: Database,
  day: { readonly at: Date; readonly among: ReadonlySet<string>; readonly isToday: boolean },
  dice: SeedContext['dice'],
): Promise<void> {
  const held = await db
    .selectFrom('collectionCase as c')
    .innerJoin('customer as k', 'k.customerNo', 'c.customerNo')
    .select(['c.caseNo', 'c.caseScope', 'c.orderNo', 'c.merchantNo', 'c.customerNo', 'k.phone'])
    .select(['c.collectorUserNo', 'c.dueAtEntryCents'])
    .where('c.caseStatus', '=', 'COLLECTING')
    .orderBy('c.caseNo')
    .execute();
  const worked = held.filter(
    ({ collectorUserNo, orderNo }) => collectorUserNo !== null && day.among.has(orderNo) && dice.chance(WORKED),
  );
  await db.transaction().execute(async (tx) => {
    const known = await tx.selectFrom('promiseToPay').select('caseNo').distinct().execute();
    const promised = new Set(known.map(({ caseNo }) => caseNo));
    for (const one of worked) {
      const { caseNo, caseScope, collectorUserNo, dueAtEntryCents } = one;
      if (collectorUserNo === null) continue;
      const at = day.isToday ? day.at : new Date(day.at.getTime() + dice.between(10, 520) * MINUTE_MS);
      const [actionCode, overdueReason, remark] = dice.pick(WORDS);
      // Today's calls are left to the demonstration, whose limits count them.
      if (!day.isToday) await callBorrower(tx, one, { userNo: collectorUserNo, at, isReached: overdueReason !== null });
      const reach = { caseScope, caller: { scope: 'all', userNo: collectorUserNo } } as const;
      const person = { by: collectorUserNo, at };
      await saveFollowUp(tx, caseNo, reach, {
        ...person,
        contactPerson: 'BORROWER',
        contactChannel: 'CALL',
        actionCode,
        overdueReason: overdueReason ?? undefined,
        remark,
      });
      if (actionCode !== 'PROMISED' || promised.has(caseNo)) continue;
      const amountCents = Math.max(100, Math.floor((dueAtEntryCents * 0.5) / 100) * 100);
      await promiseUnlessSibling(tx, caseNo, reach, {
        ...person,
        amountCents,
        promisedOn: addDays(businessDateOf(at), dice.between(0, 6)),
        promiseChannel: 'MPESA',
      });
    }
  });
}

/** The attempt to reach a borrower, and what the exchange told of it. */
async function callBorrower(
  tx: Tx,
  one: {
    readonly caseNo: string;
    readonly orderNo: string;
    readonly merchantNo: string;
    readonly customerNo: string;
    readonly phone: string;
  },
  { userNo, at, isReached }: { readonly userNo: string; readonly at: Date; readonly isReached: boolean },
): Promise<void> {
  const { caseNo, orderNo, merchantNo, customerNo, phone } = one;
  const talkSeconds = isReached ? 40 + (at.getTime() % 160) : null;
  const { attemptId } = await tx
    .insertInto('contactAttempt')
    .values({
      attemptedAt: at,
      channel: 'CALL',
      purpose: 'COLLECTION',
      partyKind: 'BORROWER',
      caseNo,
      orderNo,
      merchantNo,
      customerNo,
      phone,
      userNo,
    })
    .returning('attemptId')
    .executeTakeFirstOrThrow();
  await tx
    .insertInto('contactResult')
    .values({
      attemptId,
      outcome: talkSeconds === null ? 'NO_ANSWER' : 'ANSWERED',
      talkSeconds,
      at: new Date(at.getTime() + (talkSeconds ?? 20) * 1_000),
    })
    .execute();
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
