import type { deduction, ReplyOf } from '@kituo/sdk/contracts';
import { sql } from 'kysely';
import type { Queryable } from '../../../db/database.ts';
import { usedToday } from './strategies.ts';

type Detail = ReplyOf<(typeof deduction.byOrder)['detail']>;

interface Within {
  readonly components: readonly string[];
  readonly rateBps: number;
  readonly dailyBudgetCents: number;
  /** Of the budget of today. */
  readonly leftCents: number;
}

/** The strategy of a waiver in the version that it was within; null outside of one. */
export async function strategyWithin(
  db: Queryable,
  ruleId: string | null,
  deductionNo: string,
): Promise<Within | null> {
  if (ruleId === null) return null;
  const { rows } = await sql<Omit<Within, 'leftCents'>>`
    select v.value -> 'components' as components, (v.value ->> 'rateBps')::int as rate_bps,
      (v.value ->> 'dailyBudgetCents')::bigint as daily_budget_cents
    from deduction d join config_version v on v.config_key = 'collectionStage.strategy'
      and v.version_no = d.strategy_version_no and v.subject_no = d.merchant_no || '_' || d.strategy_rule_id
    where d.deduction_no = ${deductionNo}`.execute(db);
  const [found] = rows;
  if (!found) return null;
  const used = (await usedToday(db, [ruleId], new Date())).get(ruleId) ?? 0;
  return { ...found, leftCents: Math.max(0, found.dailyBudgetCents - used) };
}

/** What a strategy lets be waived of a component. */
export function mostOf(within: Within | null, component: string, outstandingCents: number): number | null {
  if (within === null) return null;
  return within.components.includes(component) ? Math.floor((outstandingCents * within.rateBps) / 10_000) : 0;
}

export async function billsOfOrder(db: Queryable, orderNo: string): Promise<Detail['orderBills']> {
  return await db
    .selectFrom('bill as b')
    .innerJoin('billBalance as bb', 'bb.billNo', 'b.billNo')
    .select(['b.billNo', 'b.termNo', 'b.dueDate', 'b.billStatus', 'bb.outstandingCents'])
    .where('b.orderNo', '=', orderNo)
    .orderBy('b.dueDate')
    .orderBy('b.billNo')
    .execute();
}

/** What like bills were given lately: of the same product, at the same level. */
export async function likeBills(
  db: Queryable,
  { deductionNo, orderNo, caseLevel }: Pick<Detail, 'deductionNo' | 'orderNo' | 'caseLevel'>,
): Promise<Detail['like']> {
  const { rows } = await sql<Detail['like']>`
    select count(*)::int as approved, count(*) filter (where d.deduction_status = 'APPLIED')::int as applied,
      count(*) filter (where d.deduction_status = 'LAPSED')::int as lapsed,
      round(avg(d.total_cents))::bigint as average_cents
    from deduction d join loan_order o on o.order_no = d.order_no
    join loan_order own on own.order_no = ${orderNo} and own.merchant_no = d.merchant_no and own.product_no = o.product_no
    where d.deduction_no <> ${deductionNo} and d.decided_at > now() - interval '90 days'
      and d.deduction_status in ('APPROVED', 'APPLIED', 'LAPSED', 'REVERSED')
      and (select c.case_level from case_bill cb join collection_case c on c.case_no = cb.case_no
        where cb.bill_no = d.bill_no order by c.case_no desc limit 1) is not distinct from ${caseLevel}`.execute(db);
  return rows[0] ?? { approved: 0, applied: 0, lapsed: 0, averageCents: null };
}
