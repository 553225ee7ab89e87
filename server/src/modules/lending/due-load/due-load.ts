import type { maturity, ParsedRequestOf, ReplyOf } from '@kituo/sdk/contracts';
import { AppError } from '../../../http/app-error.ts';
import type { Call } from '../../../http/implement.ts';
import { seesMerchant } from '../../../http/merchant-scope.ts';
import { needed } from '../../../needed.ts';
import { addDays, businessDateOf, daysBetween, startOfBusinessDate } from '../../platform/policy/index.ts';
import { dueOn, dueRuleAt, isBusinessDay, namedDays } from '../maturity/index.ts';
import { type PlannedBill, planRepayment, productTerms } from '../orders/index.ts';

const LENT_DAYS = 30;
const SHOWN_DAYS = 45;
/** A merchant with more is reckoned from the newest. */
const MAX_LOANS = 2_000;

const totalOf = ({ amounts }: PlannedBill): number => Object.values(amounts).reduce((sum, cents) => sum + cents, 0);

/**
 * The loans of the last 30 days once more, each so many days after today as it was disbursed after their first: what
 * would fall due on each coming day, by the rule that is being written and by those in force.
 * @throws AppError REFERENCE_UNKNOWN
 */
export async function readDueLoad(
  { merchantNo, value }: ParsedRequestOf<typeof maturity.dueLoad>,
  { db, caller }: Call,
): Promise<ReplyOf<typeof maturity.dueLoad>> {
  if (!seesMerchant(caller.scope, merchantNo)) throw new AppError('REFERENCE_UNKNOWN', { fields: ['merchantNo'] });
  const now = new Date();
  const today = businessDateOf(now);
  const first = addDays(today, -LENT_DAYS);
  const named = await namedDays(db);
  const lent = await db
    .selectFrom('loanOrder')
    .select(['productNo', 'terms', 'approvedCents', 'lendingTime'])
    .where('merchantNo', '=', merchantNo)
    .where('lendingTime', '>=', startOfBusinessDate(first))
    .where('approvedCents', 'is not', null)
    .orderBy('lendingTime', 'desc')
    .limit(MAX_LOANS)
    .execute();
  const current = new Map<string, number>();
  const draft = new Map<string, number>();
  const add = (sums: Map<string, number>, day: string, cents: number) => sums.set(day, (sums.get(day) ?? 0) + cents);
  const rules = new Map<string, Awaited<ReturnType<typeof dueRuleAt>>>();
  for (const { productNo, lendingTime, approvedCents, ...order } of lent) {
    const terms = productTerms.parse(order.terms);
    const key = `${productNo} ${terms.termDays}`;
    const rule = rules.get(key) ?? (await dueRuleAt(db, { merchantNo, productNo, terms }, now));
    rules.set(key, rule);
    const isMeant =
      (value.productNos.length === 0 || value.productNos.includes(productNo)) &&
      (value.termDays.length === 0 || value.termDays.includes(terms.termDays));
    const again = addDays(today, daysBetween(first, businessDateOf(lendingTime ?? now)));
    for (const bill of planRepayment(needed(approvedCents, 'the approved amount of a loan'), terms, again).bills) {
      const inForce = rule === null ? bill.dueDate : rule.move(bill.dueDate);
      add(current, inForce, totalOf(bill));
      add(draft, isMeant ? dueOn(bill.dueDate, value, named) : inForce, totalOf(bill));
    }
  }
  return {
    loans: lent.length,
    days: Array.from({ length: SHOWN_DAYS }, (_, step) => addDays(today, step)).map((day) => ({
      day,
      isBusinessDay: isBusinessDay(day, named),
      currentCents: current.get(day) ?? 0,
      draftCents: draft.get(day) ?? 0,
    })),
  };
}
