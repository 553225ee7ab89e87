import { almostSettled as contract } from '@kituo/sdk/contracts';
import { type Selectable, sql } from 'kysely';
import type { Queryable } from '../../../db/database.ts';
import type { Schema } from '../../../db/schema.ts';
import { defineList } from '../../../lists/index.ts';
import { ordersWithin } from '../../lending/orders/index.ts';
import { COMPONENTS, outstandingOf } from '../../platform/ledger/index.ts';
import { businessDateOf, startOfBusinessDate } from '../../platform/policy/index.ts';
import { type RuleInForce, rulesAt } from '../../platform/rules/index.ts';
import { autoSettleFamily, type Rule } from './auto-settle-rules.ts';

interface Bill extends Selectable<Schema['billBalance']> {
  readonly merchantNo: string;
  readonly productNo: string;
  readonly hasEarlier: boolean;
  readonly hasPayment: boolean;
}

/** The rule that speaks of a product: the one that names it, else the merchant's for all others. */
function ruleOf(rules: readonly RuleInForce<Rule>[], { merchantNo, productNo }: Bill) {
  const own = rules.filter((one) => one.merchantNo === merchantNo);
  return (
    own.find(({ value }) => value.productNos.includes(productNo)) ??
    own.find(({ value }) => value.productNos.length === 0)
  );
}

/** What keeps a bill from being closed at the next run; null where nothing does. Pure. */
function blockOf(bill: Bill, rule: RuleInForce<Rule> | undefined, isCapped: boolean): contract.SettleBlock | null {
  if (bill.hasEarlier) return 'EARLIER_BILL';
  const outstanding = outstandingOf(bill);
  if (outstanding.PRINCIPAL > 0 || outstanding.EXCISE > 0) return 'NEVER_WAIVED';
  if (rule === undefined) return 'NO_RULE';
  const { components, residualMaxCents } = rule.value;
  const mayGo: ReadonlySet<string> = new Set(components);
  if (COMPONENTS.some((one) => outstanding[one] > 0 && !mayGo.has(one))) return 'NOT_IN_RULE';
  if (bill.outstandingCents > residualMaxCents) return 'ABOVE_RULE';
  if (!bill.hasPayment) return 'NO_PAYMENT';
  return isCapped ? 'DAILY_CAP' : null;
}

/** Rules whose waivers of the day are used up. */
async function cappedToday(
  db: Queryable,
  rules: readonly RuleInForce<Rule>[],
  now: Date,
): Promise<ReadonlySet<string>> {
  const rows = await db
    .selectFrom('configRuleItem')
    .select('ruleId')
    .distinct()
    .where(sql<boolean>`rule_id = any(${rules.map(({ ruleId }) => ruleId)}::text[])`)
    .where('outcome', '=', 'CAP')
    .where('runAt', '>=', startOfBusinessDate(businessDateOf(now)))
    .execute();
  return new Set(rows.map(({ ruleId }) => ruleId));
}

/** Bills with up to KES 50 left, and what keeps each from being closed. */
export const almostSettled = defineList(
  contract.page,
  (db) =>
    db
      .selectFrom('billBalance as x')
      .innerJoin('bill as b', 'b.billNo', 'x.billNo')
      .innerJoin('loanOrder', 'loanOrder.orderNo', 'b.orderNo')
      .innerJoin('merchant as m', 'm.merchantNo', 'b.merchantNo')
      // Written out: the index holds these alone.
      .where(sql<boolean>`x.outstanding_cents between 1 and 5000`)
      .where('b.billStatus', '=', 'ACTIVE')
      .where('loanOrder.orderStatus', '=', 'DISBURSED'),
  (by) => ({
    scope: ({ caller }) => ordersWithin(caller.scope),
    key: 'x.billNo',
    filters: {
      merchantNo: by.is('b.merchantNo'),
      productNo: by.is('loanOrder.productNo'),
      orderNo: by.is('b.orderNo'),
    },
    sorts: { outstandingCents: 'x.outstandingCents', dueDate: 'b.dueDate' },
    first: [['x.outstandingCents', 'asc']],
    select: (query) =>
      query
        .selectAll('x')
        .select(['b.orderNo', 'b.merchantNo', 'm.merchantName', 'b.dueDate', 'loanOrder.productNo'])
        .select(
          sql<boolean>`exists (select from bill e where e.order_no = b.order_no and e.bill_status = 'ACTIVE'
            and (e.due_date, e.bill_no) < (b.due_date, b.bill_no))`.as('hasEarlier'),
        )
        .select(
          sql<boolean>`exists (select from payment_application a where a.order_no = b.order_no
            and a.application_status = 'LIVE')`.as('hasPayment'),
        ),
    async rows(bills, { db }) {
      const now = new Date();
      const rules = await rulesAt(db, autoSettleFamily, now);
      const capped = await cappedToday(db, rules, now);
      return bills.map((bill): contract.AlmostSettledRow => {
        const rule = ruleOf(rules, bill);
        const outstanding = outstandingOf(bill);
        return {
          billNo: bill.billNo,
          orderNo: bill.orderNo,
          merchantNo: bill.merchantNo,
          merchantName: bill.merchantName,
          dueDate: bill.dueDate,
          outstandingCents: bill.outstandingCents,
          components: COMPONENTS.filter((one) => outstanding[one] > 0),
          blockedBy: blockOf(bill, rule, rule !== undefined && capped.has(rule.ruleId)),
          ruleName: rule?.value.ruleName ?? null,
        };
      });
    },
  }),
);
