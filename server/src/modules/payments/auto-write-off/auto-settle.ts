import { sql } from 'kysely';
import type { Logger } from 'pino';
import type { Database, Queryable, Tx } from '../../../db/database.ts';
import { AppError } from '../../../http/app-error.ts';
import { needed } from '../../../needed.ts';
import { publishEvent } from '../../platform/audit/index.ts';
import { casesAfterPayment } from '../../collections/collections/index.ts';
import { type Amounts, type Component, COMPONENTS, totalOf } from '../../platform/ledger/index.ts';
import { applyCredit, freeCredit, type LockedLoan, lockLoan } from '../payments/index.ts';
import { businessDateOf, startOfBusinessDate } from '../../platform/policy/index.ts';
import { noteRun, recordItem, type RuleInForce, rulesAt } from '../../platform/rules/index.ts';
import { autoSettleFamily, type Candidate, candidates, type Rule, whichOf } from './auto-settle-rules.ts';
import { newestApplication, settleBill, waiveLeft } from './waive-left.ts';

type InForce = RuleInForce<Rule>;

const REASON = 'AUTO_SETTLE';

/**
 * Closes what the rules in force say, a bill a transaction; run again it finds what is left. A day's cap that is
 * reached ends the merchant's run. @returns how many bills it closed.
 */
export async function settleAlmost(db: Database, now: Date, log: Logger): Promise<number> {
  const rules = await rulesAt(db, autoSettleFamily, now);
  let closed = 0;
  for (const inForce of rules) {
    const { merchantNo, ruleId, value } = inForce;
    let done = 0;
    for (const candidate of await candidates(db, whichOf(value, rules, merchantNo, ruleId))) {
      try {
        const how = await db.transaction().execute((tx) => settleOne(tx, candidate, inForce, now));
        if (how === 'CAP') {
          log.warn({ merchantNo, ruleId }, 'the day’s cap of automatic waivers is reached');
          await noteCap(db, candidate, inForce, now);
          break;
        }
        if (how) done += 1;
      } catch (error) {
        const about = { err: error, billNo: candidate.billNo };
        if (!(error instanceof AppError)) log.error(about, 'a bill could not be settled automatically');
      }
    }
    await noteRun(db, inForce, now, done);
    closed += done;
  }
  return closed;
}

/** The run stopped here, and says so: once a day and rule. */
async function noteCap(db: Database, { billNo, outstandingCents }: Candidate, inForce: InForce, now: Date) {
  await db.transaction().execute(async (tx) => {
    const told = await tx
      .selectFrom('configRuleItem')
      .select('itemId')
      .where('ruleId', '=', inForce.ruleId)
      .where('outcome', '=', 'CAP')
      .where('runAt', '>=', startOfBusinessDate(businessDateOf(now)))
      .executeTakeFirst();
    if (told) return;
    await recordItem(tx, inForce, { runAt: now, subjectNo: billNo, outcome: 'CAP', amountCents: outstandingCents });
  });
}

/** @returns how it was closed; null where it is none of the rule's; CAP where the day's waivers are used up. */
async function settleOne(
  tx: Tx,
  { billNo, orderNo }: Candidate,
  inForce: InForce,
  now: Date,
): Promise<'ZERO' | 'CREDIT' | 'WAIVER' | 'CAP' | null> {
  const { value: rule, merchantNo, ruleId, versionNo } = inForce;
  const loan = await lockLoan(tx, orderNo, businessDateOf(now));
  const [oldest] = loan.open;
  // An earlier bill comes first, and its money would be this one's.
  if (oldest?.billNo !== billNo) return null;
  const { outstanding } = oldest;
  const owedCents = totalOf(outstanding);
  const how = await closeBy(tx, { loan, billNo, outstanding, owedCents, rule, inForce, now });
  if (how === null || how === 'CAP') return how;
  await casesAfterPayment(tx, orderNo, now);
  await publishEvent(tx, {
    topic: 'bill.autoSettle',
    subjectType: 'bill',
    subjectNo: billNo,
    merchantNo,
    before: { billStatus: 'ACTIVE', outstandingCents: owedCents },
    after: { billStatus: 'SETTLED', how, ruleId, versionNo },
  });
  await recordItem(tx, inForce, {
    runAt: now,
    subjectNo: billNo,
    outcome: how,
    amountCents: owedCents,
    facts: { orderNo, outstanding },
  });
  return how;
}

interface Closing {
  readonly loan: LockedLoan;
  readonly billNo: string;
  readonly outstanding: Amounts;
  readonly owedCents: number;
  readonly rule: Rule;
  readonly inForce: InForce;
  readonly now: Date;
}

async function closeBy(tx: Tx, closing: Closing) {
  const { loan, billNo, owedCents, rule, now } = closing;
  const { orderNo, customerNo } = loan.order;
  if (owedCents === 0) {
    await settleBill(tx, closing);
    return 'ZERO';
  }
  const sources = rule.useCredit ? await freeCredit(tx, customerNo) : [];
  const source = sources.find(({ freeCents }) => freeCents >= owedCents);
  if (source) {
    await applyCredit(tx, {
      orderNo,
      billNo,
      repayType: 'SETTLE',
      flowNo: source.flowNo,
      amountCents: owedCents,
      idempotencyKey: `auto-settle/${billNo}/${needed(loan.balances.get(billNo), `the balance of ${billNo}`).version}`,
      at: now,
    });
    return 'CREDIT';
  }
  return await waiveRest(tx, closing);
}

/**
 * Waives what a payment left, as a waiver by the two people of the rule. It hangs on that payment's application:
 * its rollback takes the waiver back and opens the bill.
 */
async function waiveRest(tx: Tx, closing: Closing): Promise<'WAIVER' | 'CAP' | null> {
  const { loan, billNo, outstanding, owedCents, rule, inForce, now } = closing;
  const { makerUserNo, checkerUserNo, versionNo, ruleId } = inForce;
  const mayGo: ReadonlySet<Component> = new Set(rule.components);
  const isWithin = COMPONENTS.every((one) => outstanding[one] === 0 || mayGo.has(one));
  if (!isWithin || owedCents > rule.residualMaxCents) return null;
  const applicationNo = await newestApplication(tx, loan.order.orderNo);
  if (applicationNo === null) return null;
  // One after the other, or two would find the same room below the cap.
  await sql`select pg_advisory_xact_lock(hashtextextended(${`auto-settle ${ruleId}`}, 0))`.execute(tx);
  if ((await waivedToday(tx, ruleId, now)) + owedCents > rule.dailyCapCents) return 'CAP';
  await waiveLeft(tx, {
    loan,
    billNo,
    outstanding,
    applicationNo,
    makerUserNo,
    checkerUserNo,
    capCents: rule.residualMaxCents,
    reason: REASON,
    remark: `${ruleId}, version ${versionNo}`,
    now,
  });
  return 'WAIVER';
}

/** What a rule waived today and nobody rolled back. */
async function waivedToday(db: Queryable, ruleId: string, now: Date): Promise<number> {
  const { rows } = await sql<{ cents: number }>`
    select coalesce(sum(total_cents), 0)::bigint as cents from deduction
    where starts_with(remark, ${`${ruleId}, `}) and reason = ${REASON} and deduction_status = 'APPLIED'
      and decided_at >= ${startOfBusinessDate(businessDateOf(now))}`.execute(db);
  return rows[0]?.cents ?? 0;
}
