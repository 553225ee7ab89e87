import type { collection } from '@kituo/sdk/contracts';
import { sql } from 'kysely';
import type { Queryable } from '../../../db/database.ts';
import { prepared } from '../../../db/prepared.ts';

const SHOWN = 50;
type Money = Pick<collection.CaseDetail, 'deductions' | 'payments' | 'inDuplum'>;

/** What was waived and paid on a case, and how much more than principal its bills may still be charged. */
export async function readCaseMoney(db: Queryable, caseNo: string): Promise<Money> {
  const { rows: deductions } = await sql<
    Omit<Money['deductions'][number], 'createdAt'> & { readonly createdAt: Date }
  >`select d.deduction_no, d.bill_no, d.deduction_status, coalesce(d.requested_cents, d.total_cents) as requested_cents,
      d.total_cents, u.real_name as applicant_name, k.real_name as decided_by_name, d.created_at
    from deduction d join app_user u on u.user_no = d.applicant_user_no left join app_user k on k.user_no = d.decided_by
    where d.bill_no in (select cb.bill_no from case_bill cb where cb.case_no = ${caseNo})
    order by d.created_at desc, d.deduction_no desc limit ${SHOWN} ${prepared}`.execute(db);
  const { rows: payments } = await sql<
    Omit<Money['payments'][number], 'appliedAt'> & { readonly appliedAt: Date }
  >`select l.line_no, l.application_no, l.flow_no, a.repay_type, l.applied_cents, l.applied_at,
      u.real_name as collector_name, a.application_status = 'ROLLED_BACK' as is_rolled_back, a.settled_bill_nos,
      (select coalesce(sum(o.applied_cents), 0)::bigint from repayment_line o
        where o.application_no = l.application_no and o.case_no is distinct from l.case_no) as siblings_cents
    from repayment_line l join payment_application a on a.application_no = l.application_no
    left join app_user u on u.user_no = l.collector_user_no
    where l.case_no = ${caseNo} order by l.applied_at desc, l.line_no desc limit ${SHOWN} ${prepared}`.execute(db);
  const { rows: room } = await sql<{ readonly baseCents: number | null; readonly leftCents: number }>`
    select sum(b.in_duplum_base_cents)::bigint as base_cents,
      coalesce(sum(greatest(b.in_duplum_base_cents - b.in_duplum_charged_cents, 0)), 0)::bigint as left_cents
    from case_bill cb join bill b on b.bill_no = cb.bill_no
    where cb.case_no = ${caseNo} and b.bill_status = 'ACTIVE' and b.in_duplum_base_cents is not null ${prepared}`.execute(
    db,
  );
  const [found] = room;
  return {
    deductions: deductions.map(({ createdAt, ...one }) => ({ ...one, createdAt: createdAt.toISOString() })),
    payments: payments.map(({ appliedAt, ...one }) => ({ ...one, appliedAt: appliedAt.toISOString() })),
    inDuplum: found && found.baseCents !== null ? { baseCents: found.baseCents, leftCents: found.leftCents } : null,
  };
}
