import { type RawBuilder, sql } from 'kysely';
import type { Queryable } from '../../../db/database.ts';

type TaskStatus = 'UNFINISHED' | 'PROCESSING' | 'DONE' | 'ERROR';

/** What a list shows of a bill beside its own columns. */
export interface BillFigures {
  readonly billNo: string;
  readonly amountDueCents: number;
  readonly unpaidPrincipalCents: number;
  readonly interestCents: number;
  readonly lateFeeCents: number;
  readonly managementFeeCents: number;
  readonly serviceFeeCents: number;
  readonly exciseCents: number;
  readonly liquidatedDamagesCents: number;
  readonly extensionServiceFeeCents: number;
  readonly actualPaidCents: number;
  readonly deductionCents: number;
  readonly couponWrittenOffCents: number;
}

/** Postings `p` of journals `j` that lowered what a bill owes, and their sums. */
const LOWERED = sql`posting p join journal j on j.journal_id = p.journal_id and j.business_date = p.business_date
  and j.journal_kind in ('APPLICATION', 'RECOVERY', 'DEDUCTION', 'COUPON')
  and (starts_with(p.account_code, 'RECEIVABLE_') or p.account_code = 'MEMO_CLAIM')`;
const SUMS = sql`(-coalesce(sum(p.amount_cents) filter (where j.journal_kind = 'APPLICATION' and p.component is not null
    or j.journal_kind = 'RECOVERY' and p.account_code = 'MEMO_CLAIM'), 0))::bigint as paid,
  (-coalesce(sum(p.amount_cents) filter (where j.journal_kind = 'DEDUCTION' and p.component is not null), 0))::bigint
    as deducted,
  (-coalesce(sum(p.amount_cents) filter (where j.journal_kind = 'COUPON' and p.component is not null), 0))::bigint
    as lowered`;

/** What was paid, waived and covered by coupons, a row for each bill of such a condition on `p`: for many bills at once. */
export const paidByBill = (ofBills: RawBuilder<unknown>) =>
  sql`(select p.bill_no, ${SUMS} from ${LOWERED} where p.bill_no is not null and ${ofBills} group by p.bill_no)`;

/** Figures of bills, by their numbers: what is owed is a cache of the ledger, what was paid is read off it. */
export async function readFigures(db: Queryable, billNos: readonly string[]): Promise<BillFigures[]> {
  const { rows } = await sql<BillFigures>`
    select bb.bill_no, bb.outstanding_cents + bb.claim_cents as amount_due_cents,
      bb.principal_cents as unpaid_principal_cents, bb.interest_cents, bb.late_fee_cents,
      bb.management_fee_cents, bb.service_fee_cents, bb.excise_cents, bb.liquidated_damages_cents,
      bb.extension_service_fee_cents, coalesce(p.paid, 0) as actual_paid_cents,
      coalesce(p.deducted, 0) as deduction_cents, coalesce(p.lowered, 0) as coupon_written_off_cents
    from bill_balance bb left join lateral (select ${SUMS} from ${LOWERED} where p.bill_no = bb.bill_no
    ) p on true where bb.bill_no = any(${[...billNos]}::text[])`.execute(db);
  return rows;
}

/** What can be done with a bill depends on these. */
export interface BillWork {
  readonly billNo: string;
  readonly customerWritableCents: number;
  readonly taskNo: string | null;
  readonly finishStatus: TaskStatus | null;
  readonly fault: string | null;
  readonly caseLevel: 'S0' | 'S1' | 'S2' | 'S3' | 'S4' | 'S5' | null;
  readonly isApplied: boolean;
  readonly hasCoupon: boolean;
}

/** The work on bills: drafts, cases, payments used, and what the customer still has with us. */
export async function readWork(db: Queryable, billNos: readonly string[]): Promise<BillWork[]> {
  const { rows } = await sql<BillWork>`
    select b.bill_no, t.task_no, t.task_status as finish_status, t.fault, c.case_level,
      coalesce((select sum(f.writable_cents) from payment_flow f where f.customer_no = b.customer_no
        and f.writable_cents > 0 and f.flow_status <> 'REVERSED'), 0)::bigint as customer_writable_cents,
      exists (select from payment_application a where a.order_no = b.order_no and a.application_status = 'LIVE'
        and (a.bill_no = b.bill_no or exists (select from posting p where p.bill_no = b.bill_no
          and p.journal_id = any(a.journal_ids)))) as is_applied,
      exists (select from coupon k where k.customer_no = b.customer_no and k.coupon_status = 'AVAILABLE') as has_coupon
    from bill b
    left join lateral (select task_no, task_status, fault from write_off_task t where t.bill_no = b.bill_no
      order by task_no desc limit 1) t on true
    left join lateral (select c.case_level from case_bill cb join collection_case c on c.case_no = cb.case_no
      where cb.bill_no = b.bill_no and cb.is_open limit 1) c on true
    where b.bill_no = any(${[...billNos]}::text[])`.execute(db);
  return rows;
}
