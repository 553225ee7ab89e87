import { sql } from 'kysely';
import { expect } from 'vitest';
import type { Database } from '../../../../db/database.ts';
import { COMPONENTS } from '../../../platform/ledger/index.ts';

/** A loan and its books at one moment. */
export interface LoanLook {
  /** Every row that a command on the loan may change, folded to one text: equal texts, equal rows. */
  readonly state: string;
  /** No bill is active: nothing but undoing and recovering is left. */
  readonly isOver: boolean;
  /** What must be 0, by name. */
  readonly faults: Faults;
}

interface Faults {
  readonly drifted: number;
  readonly unbalanced: number;
  readonly principalGap: number;
  readonly overBound: number;
  readonly flowGaps: number;
  readonly suspenseGap: number;
  readonly creditGap: number;
  readonly waivedPrincipal: number;
  readonly doubleReversed: number;
  readonly openWhileClosed: number;
  readonly paidTwice: number;
  readonly attributionGap: number;
}

const FOLDED: readonly string[] = COMPONENTS;

/** Every row that a command on the loan may change. What it posts shows in the versions of balances and flows. */
const stateOf = (orderNo: string) => sql`jsonb_build_array(
  (select to_jsonb(o) - 'terms' from loan_order o where order_no = ${orderNo}),
  (select jsonb_agg(to_jsonb(b) || to_jsonb(x) order by bill_no) from bill b join bill_balance x using (bill_no)
    where b.order_no = ${orderNo}),
  (select jsonb_agg(to_jsonb(f) order by flow_no) from payment_flow f where flow_no in
    (select flow_no from payment_application where order_no = ${orderNo})),
  (select count(*) from payment_application where order_no = ${orderNo}),
  (select jsonb_agg(to_jsonb(d) order by deduction_no) from deduction d where order_no = ${orderNo}),
  (select jsonb_agg(to_jsonb(r) order by refund_no) from refund r where order_no = ${orderNo}),
  (select jsonb_agg(to_jsonb(c) order by charge_off_no) from charge_off c where order_no = ${orderNo}),
  (select jsonb_agg(to_jsonb(c) order by case_no) from collection_case c where order_no = ${orderNo}),
  (select jsonb_agg(to_jsonb(p) order by promise_no) from promise_to_pay p where order_no = ${orderNo}),
  (select jsonb_agg(to_jsonb(c) order by coupon_no) from coupon c join loan_order o using (customer_no)
    where o.order_no = ${orderNo}),
  (select count(*) from contact_attempt where order_no = ${orderNo}))::text`;

/** `state` alone: what a refused command has to have left as it was. */
export async function lookAtState(db: Database, orderNo: string): Promise<string> {
  const { rows } = await sql<{ state: string }>`select md5(${stateOf(orderNo)}) as state`.execute(db);
  return rows[0]?.state ?? '';
}

/**
 * The invariants of one loan, by the numbers of the domain: journals balance (1), balances are the fold of the
 * postings and never below 0 (2), a flow's amount is what became of it (3), a journal is reversed once (6),
 * principal lent = repaid + outstanding + charged off (12), in duplum (13), waivers leave principal and excise
 * alone (14); an order is closed exactly while its bills are final; and the credit of collectors sums to the money.
 */
export async function lookAtLoan(db: Database, orderNo: string): Promise<LoanLook> {
  const { rows } = await sql<Faults & { state: string; isOver: boolean }>`
    with own as materialized (select * from bill where order_no = ${orderNo}),
    balances as materialized (select x.* from bill_balance x join own using (bill_no)),
    lines as materialized (select p.*, j.journal_kind from posting p join own using (bill_no)
      join journal j using (journal_id, business_date)),
    journals as materialized (select distinct journal_id, business_date from lines),
    flows as materialized (select * from payment_flow where flow_no in
      (select flow_no from payment_application where order_no = ${orderNo})),
    -- A flow after the other, as the journals below.
    flow_lines as materialized (select p.account_code, p.amount_cents from flows f cross join lateral
      (select account_code, amount_cents from posting where flow_no = f.flow_no
        and account_code in ('SUSPENSE', 'CUSTOMER_CREDIT') offset 0) p),
    folds as (select bill_no,
        ${sql.raw(FOLDED.map((component) => `coalesce(sum(amount_cents) filter (where account_code = 'RECEIVABLE_${component}'), 0) as ${component.toLowerCase()}`).join(', '))},
        coalesce(sum(amount_cents) filter (where account_code = 'MEMO_CLAIM'), 0) as claim
      from lines group by bill_no)
    select
      (select count(*) from balances b left join folds f using (bill_no)
        where ${sql.raw([...FOLDED, 'CLAIM'].map((component) => `b.${component.toLowerCase()}_cents <> coalesce(f.${component.toLowerCase()}, 0) or b.${component.toLowerCase()}_cents < 0`).join(' or '))})::int as drifted,
      -- A journal after the other: joined, all postings of all loans are read as they become many.
      (select count(*) from journals j where (select sum(amount_cents) from posting p
        where p.journal_id = j.journal_id and p.business_date = j.business_date) <> 0)::int as unbalanced,
      (select coalesce(sum(amount_cents) filter (where journal_kind = 'PAYOUT_SENT'), 0)
        + coalesce(sum(amount_cents) filter (where journal_kind in ('APPLICATION', 'CHARGE_OFF')), 0)
        - (select coalesce(sum(principal_cents), 0) from balances)
        from lines where account_code = 'RECEIVABLE_PRINCIPAL')::int as principal_gap,
      (select count(*) from own where in_duplum_charged_cents > in_duplum_base_cents)::int as over_bound,
      (select count(*) from flows where amount_cents <> applied_cents + credited_cents + returned_cents
        + held_cents + writable_cents or writable_cents < 0)::int as flow_gaps,
      (select coalesce(sum(writable_cents), 0) + (select coalesce(sum(amount_cents), 0) from flow_lines
        where account_code = 'SUSPENSE') from flows)::int as suspense_gap,
      (select coalesce(sum(credited_cents), 0) + (select coalesce(sum(amount_cents), 0) from flow_lines
        where account_code = 'CUSTOMER_CREDIT') from flows)::int as credit_gap,
      (select count(*) from lines where journal_kind = 'DEDUCTION' and component in ('PRINCIPAL', 'EXCISE'))::int
        as waived_principal,
      (select count(*) from journals j where (select count(*) from journal_reversal r
        where r.reverses_id = j.journal_id) > 1)::int as double_reversed,
      (select count(*) from loan_order o where order_no = ${orderNo} and (order_status = 'CLOSED') <>
        not exists (select from own where bill_status in ('ACTIVE', 'CHARGED_OFF')))::int as open_while_closed,
      (select count(*) from (select 1 from payout_attempt where attempt_status <> 'FAILED'
        and (subject_no = ${orderNo} or subject_no in (select refund_no from refund where order_no = ${orderNo}))
        group by subject_type, subject_no having count(*) > 1) x)::int as paid_twice,
      -- What is credited to collectors, or to nobody yet, is what was paid on their cases, to the cent.
      (select count(*) from payment_application a where a.order_no = ${orderNo}
        and (select coalesce(sum(l.applied_cents), 0) from repayment_line l where l.application_no = a.application_no)
          <> case a.case_scope when 'NONE' then 0 else a.applied_cents end)::int as attribution_gap,
      not exists (select from own where bill_status = 'ACTIVE') as is_over,
      md5(${stateOf(orderNo)}) as state`.execute(db);
  const [row] = rows;
  if (!row) throw new Error('nothing to look at');
  const { state, isOver, ...faults } = row;
  return { state, isOver, faults };
}

/** Fails where something that always holds does not. */
export function expectNoFault({ faults }: LoanLook): void {
  expect(faults).toEqual({
    drifted: 0,
    unbalanced: 0,
    principalGap: 0,
    overBound: 0,
    flowGaps: 0,
    suspenseGap: 0,
    creditGap: 0,
    waivedPrincipal: 0,
    doubleReversed: 0,
    openWhileClosed: 0,
    paidTwice: 0,
    attributionGap: 0,
  });
}
