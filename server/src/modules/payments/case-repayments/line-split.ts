import { sql } from 'kysely';
import type { Queryable } from '../../../db/database.ts';

/** What an application took off a bill, as it was posted, and what the bill still owes. */
export interface BillSplit {
  readonly applicationNo: string;
  readonly billNo: string;
  readonly paidCents: number;
  readonly principalCents: number;
  readonly interestCents: number;
  readonly lateFeeCents: number;
  readonly deductedCents: number;
  readonly couponCents: number;
  readonly leftCents: number;
}

/** The bills that each application reached, those due first on top. */
export async function splitOf(db: Queryable, applicationNos: readonly string[]): Promise<BillSplit[]> {
  const { rows } = await sql<BillSplit>`
    select a.application_no, p.bill_no,
      (-coalesce(sum(p.amount_cents) filter (where j.journal_kind in ('APPLICATION', 'RECOVERY')
        and (p.component is not null or p.account_code = 'INCOME_RECOVERY')), 0))::bigint as paid_cents,
      (-coalesce(sum(p.amount_cents) filter (where j.journal_kind = 'APPLICATION'
        and p.component = 'PRINCIPAL'), 0))::bigint as principal_cents,
      (-coalesce(sum(p.amount_cents) filter (where j.journal_kind = 'APPLICATION'
        and p.component = 'INTEREST'), 0))::bigint as interest_cents,
      (-coalesce(sum(p.amount_cents) filter (where j.journal_kind = 'APPLICATION'
        and p.component = 'LATE_FEE'), 0))::bigint as late_fee_cents,
      (-coalesce(sum(p.amount_cents) filter (where j.journal_kind = 'DEDUCTION'
        and p.component is not null), 0))::bigint as deducted_cents,
      (-coalesce(sum(p.amount_cents) filter (where j.journal_kind = 'COUPON'
        and p.component is not null), 0))::bigint as coupon_cents,
      (bb.outstanding_cents + bb.claim_cents)::bigint as left_cents
    from payment_application a
    join journal_key k on k.journal_id = any(a.journal_ids)
    join journal j on j.journal_id = k.journal_id and j.business_date = k.business_date
      and j.journal_kind in ('APPLICATION', 'RECOVERY', 'DEDUCTION', 'COUPON')
    join posting p on p.journal_id = k.journal_id and p.business_date = k.business_date and p.bill_no is not null
    join bill b on b.bill_no = p.bill_no
    join bill_balance bb on bb.bill_no = p.bill_no
    where a.application_no = any(${[...applicationNos]}::text[])
    group by a.application_no, p.bill_no, b.due_date, bb.outstanding_cents, bb.claim_cents
    order by b.due_date, p.bill_no`.execute(db);
  return rows;
}
