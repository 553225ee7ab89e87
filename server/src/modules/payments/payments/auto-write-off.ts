import { sql } from 'kysely';
import type { Logger } from 'pino';
import type { Database, Queryable, Tx } from '../../../db/database.ts';
import { AppError } from '../../../http/app-error.ts';
import { nextWithinHours } from '../../collections/contacts/index.ts';
import { applyOnValueDate, owedWhenPaid } from './apply-on-value-date.ts';
import { businessDateOf, startOfBusinessDate } from '../../platform/policy/index.ts';
import { hasRules, recordItem, type RuleInForce, rulesAt } from '../../platform/rules/index.ts';
import { type Rule, autoWriteOffFamily, isAbove, matchKeyOf, ofChannel } from './auto-write-off-rules.ts';

/** Why money that belongs to a loan waits for a person: RULE_OFF where the merchant's rules are disabled. */
export type Waiting =
  | 'RULE_OFF'
  | 'KEY_OUT_OF_RULE'
  | 'AMOUNT_OUT_OF_RULE'
  | 'SURPLUS_ABOVE_RULE'
  | 'OUTSIDE_HOURS'
  | 'DRAFT_WAITS';

/** Why a payment that belongs to a loan waits for a person; null where the rule lets it through. Pure. */
export function waitsFor(
  rule: Rule | null,
  facts: {
    readonly amountCents: number;
    readonly owedCents: number;
    readonly isWithinHours: boolean;
    /** A person prepares a write-off of this loan. */
    readonly hasDraft: boolean;
  },
): Waiting | null {
  if (rule === null) return null;
  const { amountCents, owedCents, isWithinHours, hasDraft } = facts;
  if (amountCents < rule.minAmountCents || amountCents > rule.maxAmountCents) {
    return 'AMOUNT_OUT_OF_RULE';
  }
  if (isAbove(rule, Math.max(0, amountCents - owedCents))) return 'SURPLUS_ABOVE_RULE';
  if (hasDraft) return 'DRAFT_WAITS';
  return rule.workingHoursOnly && !isWithinHours ? 'OUTSIDE_HOURS' : null;
}

/** A person's draft goes first for so long. */
const DRAFT_HOURS = 24;

interface Incoming {
  readonly orderNo: string;
  readonly merchantNo: string;
  readonly flowNo: string;
  readonly amountCents: number;
  readonly paymentChannel: string;
  /** How it was matched to its loan. */
  readonly matchKey: Rule['matchKeys'][number];
  readonly at: Date;
}

/** The rule that a payment falls under; why it waits where none does; null where the merchant has no rules at all. */
async function ruleOf(
  db: Queryable,
  { merchantNo, paymentChannel, amountCents, matchKey, at }: Omit<Incoming, 'orderNo' | 'flowNo'>,
): Promise<RuleInForce<Rule> | Waiting | null> {
  const rules = await rulesAt(db, autoWriteOffFamily, at, merchantNo);
  if (rules.length === 0) return (await hasRules(db, autoWriteOffFamily, at, merchantNo)) ? 'RULE_OFF' : null;
  const rule = ofChannel(rules, paymentChannel, amountCents);
  if (rule === null) return 'AMOUNT_OUT_OF_RULE';
  return rule.value.matchKeys.includes(matchKey) ? rule : 'KEY_OUT_OF_RULE';
}

/**
 * Uses a payment on the loan it belongs to, where the merchant's rules let the system: the bill that it settles
 * with a coupon kept for the order, else over the bills in their order.
 * @returns why it waits instead, or null.
 */
export async function autoWriteOff(tx: Tx, money: Incoming): Promise<Waiting | null> {
  const { orderNo, flowNo, amountCents, at, matchKey } = money;
  const found = await ruleOf(tx, money);
  if (typeof found === 'string') return found;
  const paidAt = await paidAtOf(tx, flowNo);
  if (found !== null) {
    const { owedCents } = await owedWhenPaid(tx, { orderNo, paidAt, at });
    const waits = waitsFor(found.value, {
      amountCents,
      owedCents,
      isWithinHours: (await nextWithinHours(tx, at)) === null,
      hasDraft: await hasDraft(tx, orderNo, at),
    });
    if (waits) return waits;
  }
  const use = { orderNo, flowNo, amountCents, idempotencyKey: `receipt/${flowNo}/apply`, at };
  await applyOnValueDate(tx, { ...use, paidAt, usesHeldCoupon: true });
  if (found !== null) {
    await recordItem(tx, found, {
      runAt: startOfBusinessDate(businessDateOf(at)),
      subjectNo: flowNo,
      outcome: 'APPLIED',
      amountCents,
      facts: { orderNo, matchKey, ...(await splitOf(tx, flowNo)) },
    });
  }
  return null;
}

/** What of a payment went to bills, and what became the customer's credit. */
async function splitOf(db: Queryable, flowNo: string) {
  return await db
    .selectFrom('paymentFlow')
    .select(['appliedCents', 'creditedCents'])
    .where('flowNo', '=', flowNo)
    .executeTakeFirstOrThrow();
}

async function paidAtOf(db: Queryable, flowNo: string): Promise<Date> {
  const flow = await db
    .selectFrom('paymentFlow')
    .select('repayTime')
    .where('flowNo', '=', flowNo)
    .executeTakeFirstOrThrow();
  return flow.repayTime;
}

async function hasDraft(db: Queryable, orderNo: string, at: Date): Promise<boolean> {
  const draft = await db
    .selectFrom('writeOffTask')
    .select('taskNo')
    .where('orderNo', '=', orderNo)
    .where('taskStatus', '=', 'UNFINISHED')
    .where('createdAt', '>', new Date(at.getTime() - DRAFT_HOURS * 3_600_000))
    .executeTakeFirst();
  return draft !== undefined;
}

export interface MatchedOrder {
  readonly orderNo: string;
  readonly merchantNo: string;
  readonly orderStatus: string;
  readonly lendingTime: Date | null;
}

interface PhonePayment {
  readonly payerPhone: string;
  readonly amountCents: number;
  /** When the customer paid; what is owed is that of its day, however late it is told. */
  readonly paidAt: Date;
  readonly at: Date;
}

/**
 * The one loan of whoever paid that owed exactly this then, where its merchant's rule matches so; null where several
 * do, or none.
 */
export async function byPhoneAndPayoff(
  tx: Tx,
  { payerPhone, amountCents, paidAt, at }: PhonePayment,
): Promise<MatchedOrder | null> {
  const loans = await tx
    .selectFrom('loanOrder as o')
    .innerJoin('customer as c', 'c.customerNo', 'o.customerNo')
    .select(['o.orderNo', 'o.merchantNo', 'o.orderStatus', 'o.lendingTime'])
    .where('c.phone', '=', payerPhone)
    .where('o.orderStatus', '=', 'DISBURSED')
    .orderBy('o.orderNo')
    .limit(10)
    .execute();
  const found: MatchedOrder[] = [];
  for (const loan of loans) {
    const rules = await rulesAt(tx, autoWriteOffFamily, at, loan.merchantNo);
    const rule = ofChannel(rules, 'MPESA', amountCents);
    if (!rule?.value.matchKeys.includes('PHONE_AND_PAYOFF')) continue;
    const { openCents } = await owedWhenPaid(tx, { orderNo: loan.orderNo, paidAt, at });
    if (openCents === amountCents) found.push(loan);
  }
  const [only] = found;
  return only && found.length === 1 ? only : null;
}

/**
 * Takes up what waited for hours to begin or for a person's draft to be finished or too old; a transaction each,
 * and a payment that somebody works on waits for the next turn. @returns how many were written off.
 */
export async function writeOffWaiting(db: Database, now: Date, log: Logger): Promise<number> {
  const waiting = await db
    .selectFrom('paymentFlow as f')
    .innerJoin('loanOrder as o', 'o.orderNo', 'f.orderNo')
    .select(['f.flowNo', 'o.orderNo', 'o.merchantNo', 'f.writableCents as amountCents', 'f.paymentChannel'])
    .select(matchKeyOf.as('matchKey'))
    .where('f.flowStatus', '=', 'UNMATCHED')
    .where(sql<boolean>`f.unmatched_for in ('OUTSIDE_HOURS', 'DRAFT_WAITS')`)
    .where('o.orderStatus', '=', 'DISBURSED')
    .orderBy('f.receivedAt')
    .limit(200)
    .execute();
  let done = 0;
  for (const money of waiting) {
    try {
      done += await db.transaction().execute(async (tx) => {
        const waits = await autoWriteOff(tx, { ...money, at: now });
        const { flowNo } = money;
        await tx.updateTable('paymentFlow').set({ unmatchedFor: waits }).where('flowNo', '=', flowNo).execute();
        return waits ? 0 : 1;
      });
    } catch (error) {
      const isRefusal = error instanceof AppError;
      if (!isRefusal) log.error({ err: error, flowNo: money.flowNo }, 'a payment could not be used');
    }
  }
  return done;
}
