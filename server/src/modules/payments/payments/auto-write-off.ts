import { autoRule } from '@kituo/sdk/contracts';
import { sql } from 'kysely';
import type { Logger } from 'pino';
import type { Database, Queryable, Tx } from '../../../db/database.ts';
import { AppError } from '../../../http/app-error.ts';
import type { Call } from '../../../http/implement.ts';
import { seesMerchant } from '../../../http/merchant-scope.ts';
import { configAt, type ConfigFamily, refuseStrangeMerchant } from '../../platform/configuration/index.ts';
import { nextWithinHours } from '../../collections/contacts/index.ts';
import { totalOf } from '../../platform/ledger/index.ts';
import { businessDateOf } from '../../platform/policy/index.ts';
import { applyOnValueDate } from './apply-on-value-date.ts';
import { applyPayment } from './apply-payment.ts';
import { settlementWithHeld } from './hold-coupon.ts';
import { lockLoan } from './loan-lock.ts';

/** Which payments of a merchant are written off by the system; at first each that a repayment code matches. */
export const autoWriteOffFamily: ConfigFamily<autoRule.AutoWriteOffRule> = {
  key: 'afterLoan.autoWriteOff',
  title: { en: 'Automatic write-off of payments', zh: '自动核销金额' },
  value: autoRule.autoWriteOffRule,
  isPerSubject: true,
  access: {
    see: { page: ['/AdminContent/AfterLoanSystem/AutoWriteOffAmountConfig'] },
    save: 'afterLoan:autoWriteOff:save',
    decide: 'afterLoan:autoWriteOff:audit',
  },
  initial: async () => await Promise.resolve(null),
  check: refuseStrangeMerchant,
};

export type Waiting = 'AMOUNT_OUT_OF_RULE' | 'SURPLUS_ABOVE_RULE' | 'OUTSIDE_HOURS' | 'DRAFT_WAITS';

/** Why a payment that belongs to a loan waits for a person; null where the rule lets it through. Pure. */
export function waitsFor(
  rule: autoRule.AutoWriteOffRule | null,
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
  const surplusCents = Math.max(0, amountCents - owedCents);
  if (rule.surplusMaxCents !== null && surplusCents > rule.surplusMaxCents) {
    return 'SURPLUS_ABOVE_RULE';
  }
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
  readonly at: Date;
}

/**
 * Uses a payment on the loan it belongs to, where the merchant's rule lets the system: the bill that it settles
 * with a coupon kept for the order, else over the bills in their order.
 * @returns why it waits instead, or null.
 */
export async function autoWriteOff(tx: Tx, money: Incoming): Promise<Waiting | null> {
  const { orderNo, merchantNo, flowNo, amountCents, at } = money;
  const { value: rule } = await configAt(tx, autoWriteOffFamily, at, merchantNo);
  if (rule !== null) {
    const { open, claims } = await lockLoan(tx, orderNo, businessDateOf(at));
    const owedCents =
      open.reduce((sum, { outstanding }) => sum + totalOf(outstanding), 0) +
      claims.reduce((sum, { claimCents }) => sum + claimCents, 0);
    const waits = waitsFor(rule, {
      amountCents,
      owedCents,
      isWithinHours: (await nextWithinHours(tx, at)) === null,
      hasDraft: await hasDraft(tx, orderNo, at),
    });
    if (waits) return waits;
  }
  const settled = await settlementWithHeld(tx, orderNo, amountCents, at);
  const use = { orderNo, flowNo, amountCents, idempotencyKey: `receipt/${flowNo}/apply`, at };
  if (settled) await applyPayment(tx, { ...use, ...settled, repayType: 'SETTLE', acknowledged: ['SURPLUS_TO_CREDIT'] });
  else await applyOnValueDate(tx, { ...use, paidAt: await paidAtOf(tx, flowNo) });
  return null;
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

/**
 * The one loan of whoever paid that owes exactly this, where its merchant's rule matches so; null where several
 * do, or none.
 */
export async function byPhoneAndPayoff(
  tx: Tx,
  payerPhone: string,
  amountCents: number,
  at: Date,
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
    const { value: rule } = await configAt(tx, autoWriteOffFamily, at, loan.merchantNo);
    if (!rule?.matchKeys.includes('PHONE_AND_PAYOFF')) continue;
    const { open } = await lockLoan(tx, loan.orderNo, businessDateOf(at));
    const owedCents = open.reduce((sum, { outstanding }) => sum + totalOf(outstanding), 0);
    if (owedCents === amountCents) found.push(loan);
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
    .select(['f.flowNo', 'o.orderNo', 'o.merchantNo', 'f.writableCents as amountCents'])
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

/** @throws AppError REFERENCE_UNKNOWN */
export async function simulateAutoWriteOff(
  { merchantNo, rule }: { readonly merchantNo: string; readonly rule: autoRule.AutoWriteOffRule },
  { db, caller }: Call,
) {
  if (!seesMerchant(caller.scope, merchantNo)) {
    throw new AppError('REFERENCE_UNKNOWN', { fields: ['merchantNo'] });
  }
  const now = new Date();
  const { value: inForce } = await configAt(db, autoWriteOffFamily, now, merchantNo);
  const within = (one: autoRule.AutoWriteOffRule | null) =>
    sql<number>`count(*) filter (where order_no is not null and amount_cents
      between ${one?.minAmountCents ?? 0} and ${one?.maxAmountCents ?? Number.MAX_SAFE_INTEGER})`;
  const row = await db
    .selectFrom('paymentFlow')
    .select([sql<number>`count(*)`.as('flows'), within(rule).as('automatic'), within(inForce).as('automaticInForce')])
    .where('merchantNo', '=', merchantNo)
    .where('receivedAt', '>', new Date(now.getTime() - 7 * 86_400_000))
    .executeTakeFirstOrThrow();
  return row;
}
