import { sql } from 'kysely';
import type { collection } from '@kituo/sdk/contracts';
import type { Queryable } from '../../../db/database.ts';
import { prepared } from '../../../db/prepared.ts';

/** A case as the database knows it, nothing masked. */
export interface CaseRecord {
  readonly caseNo: string;
  readonly caseScope: collection.CaseScope;
  readonly orderNo: string;
  readonly billNo: string | null;
  readonly termNo: number | null;
  readonly installments: number;
  readonly merchantNo: string;
  readonly merchantName: string;
  readonly productName: string;
  readonly loanType: 'FIRST' | 'REPEAT';
  readonly customerNo: string;
  readonly customerName: string;
  readonly phone: string;
  readonly idCardNo: string;
  readonly oldestDueOn: string;
  readonly caseLevel: collection.CaseRow['caseLevel'];
  readonly collectionLevel: collection.CaseRow['caseLevel'];
  readonly caseStatus: collection.CaseRow['caseStatus'];
  readonly billStatus: collection.CaseRow['billStatus'];
  readonly dueCents: number;
  readonly olderDueCents: number;
  readonly payoffCents: number;
  readonly collectorUserNo: string | null;
  readonly collectorName: string | null;
  readonly previousCollectorName: string | null;
  readonly assignedAt: Date | null;
  readonly assignedByName: string | null;
  readonly policyName: string | null;
  readonly lastCollectorName: string | null;
  readonly siblingCount: number;
  readonly siblingsWith: string[];
  readonly casesOfBorrower: number;
  readonly borrowerDueCents: number;
  readonly collectedCents: number;
  readonly deductedCents: number;
  readonly attributionStatus: collection.CaseRow['attributionStatus'];
  readonly cameBack: collection.CaseRow['cameBack'];
  readonly nextBillDueDate: string | null;
  readonly nextBillCents: number | null;
  readonly openedAt: Date;
  readonly followUpCount: number;
  readonly lastFollowUpAt: Date | null;
  readonly lastActionCode: string | null;
  readonly lastOverdueReason: string | null;
  readonly nextFollowUpAt: Date | null;
  readonly promiseNo: string | null;
  readonly promisedOn: string | null;
  readonly promiseAmountCents: number | null;
  readonly promiseStatus: collection.CaseRow['promiseStatus'];
  readonly badDebtReason: string | null;
  readonly badDebtEnteredAt: Date | null;
  readonly closedAt: Date | null;
  readonly outReason: collection.CaseRow['outReason'];
  readonly dpdAtOut: number | null;
  readonly dueAtEntryCents: number;
  readonly version: number;
}

/** These cases in the order of their numbers as given. The caller has found them within the scope. */
export async function readCases(db: Queryable, caseNos: readonly string[]): Promise<CaseRecord[]> {
  if (caseNos.length === 0) return [];
  const { rows } = await sql<CaseRecord>`
    select c.case_no, c.case_scope, c.order_no, c.merchant_no, c.customer_no, c.oldest_due_on,
      c.case_level, c.collection_level, c.case_status, c.collector_user_no, c.opened_at, c.closed_at,
      c.follow_up_count, c.last_follow_up_at, c.last_action_code, c.last_overdue_reason, c.next_follow_up_at,
      c.bad_debt_reason, c.bad_debt_entered_at, c.out_reason, c.dpd_at_out, c.due_at_entry_cents, c.version,
      m.merchant_name, pr.product_name, o.loan_type, (o.terms ->> 'installments')::int as installments,
      cu.customer_name, cu.phone, cu.id_card_no, u.real_name as collector_name,
      own.bill_status, own.due_cents, owed.payoff_cents, owed.older_due_cents,
      case when c.case_scope = 'BILL' then own.bill_no end as bill_no,
      case when c.case_scope = 'BILL' then own.term_no end as term_no,
      a.assigned_at, a.previous_collector_name, a.assigned_by_name, a.policy_name, last.last_collector_name,
      sib.sibling_count, sib.siblings_with, person.cases_of_borrower, person.borrower_due_cents, paid.collected_cents, waived.deducted_cents,
      case when credited.line_nos is null then null
        when exists (select from change_request q where q.change_state = 'PENDING'
          and q.kind in ('caseRepay.attribution', 'caseRepayStage.attribution')
          and jsonb_exists_any(q.payload -> 'lineNos', credited.line_nos)) then 'PENDING'
        when credited.is_corrected then 'CORRECTED'
        when credited.is_open then 'UNCREDITED' else 'CREDITED' end as attribution_status,
      case when back.is_returned and back.is_rolled_over then 'BOTH' when back.is_returned then 'ROLLBACK'
        when back.is_rolled_over then 'ROLLOVERS' end as came_back,
      upcoming.next_bill_due_date, upcoming.next_bill_cents,
      p.promise_no, p.promised_on, p.amount_cents as promise_amount_cents, p.promise_status
    from unnest(${caseNos}::text[]) with ordinality as request(case_no, place)
    join collection_case c on c.case_no = request.case_no
    join loan_order o on o.order_no = c.order_no
    join loan_product pr on pr.product_no = o.product_no
    join merchant m on m.merchant_no = c.merchant_no
    join customer cu on cu.customer_no = c.customer_no
    left join app_user u on u.user_no = c.collector_user_no
    join lateral (
      select (array_agg(b.bill_no order by b.due_date, b.bill_no))[1] as bill_no,
        (array_agg(b.term_no order by b.due_date, b.bill_no))[1] as term_no,
        coalesce((array_agg(b.bill_status order by b.due_date, b.bill_no)
          filter (where b.bill_status in ('ACTIVE', 'CHARGED_OFF')))[1],
          (array_agg(b.bill_status order by b.due_date desc, b.bill_no desc))[1]) as bill_status,
        coalesce(sum(bb.outstanding_cents + bb.claim_cents), 0)::bigint as due_cents,
        min(b.due_date) as due_date
      from case_bill cb join bill b on b.bill_no = cb.bill_no
      join bill_balance bb on bb.bill_no = b.bill_no where cb.case_no = c.case_no
    ) own on true
    join lateral (
      select coalesce(sum(bb.outstanding_cents + bb.claim_cents), 0)::bigint as payoff_cents,
        coalesce(sum(bb.outstanding_cents) filter (where b.due_date < own.due_date), 0)::bigint as older_due_cents
      from bill b join bill_balance bb on bb.bill_no = b.bill_no where b.order_no = c.order_no
    ) owed on true
    left join lateral (
      select a.assigned_at, before.real_name as previous_collector_name, giver.real_name as assigned_by_name,
        a.policy_name
      from case_assignment a
      left join app_user giver on giver.user_no = a.assigned_by
      left join case_assignment pa on pa.assignment_id = a.previous_id
      left join app_user before on before.user_no = pa.user_no
      where a.case_no = c.case_no and a.ended_at is null
    ) a on true
    left join lateral (
      select w.real_name as last_collector_name from case_assignment a join app_user w on w.user_no = a.user_no
      where a.case_no = c.case_no order by a.assignment_id desc limit 1
    ) last on true
    cross join lateral (
      select count(*) as sibling_count, coalesce(array_agg(distinct w.real_name order by w.real_name)
        filter (where s.collector_user_no <> coalesce(c.collector_user_no, '')), '{}') as siblings_with
      from collection_case s left join app_user w on w.user_no = s.collector_user_no
      where s.order_no = c.order_no and s.case_no <> c.case_no and s.case_status <> 'CLOSED'
    ) sib
    cross join lateral (
      select count(distinct s.case_no) as cases_of_borrower,
        coalesce(sum(bb.outstanding_cents + bb.claim_cents), 0)::bigint as borrower_due_cents
      from collection_case s join case_bill cb on cb.case_no = s.case_no and cb.is_open
      join bill_balance bb on bb.bill_no = cb.bill_no
      where s.customer_no = c.customer_no and s.case_status in ('POOL', 'COLLECTING', 'RETAINED')
    ) person
    cross join lateral (
      select coalesce(sum(a.applied_cents), 0)::bigint as collected_cents from payment_application a
      where a.order_no = c.order_no and a.case_no = c.case_no and a.application_status = 'LIVE'
    ) paid
    cross join lateral (
      select coalesce(sum(d.total_cents), 0)::bigint as deducted_cents from case_bill cb
      join deduction d on d.bill_no = cb.bill_no and d.deduction_status = 'APPLIED' where cb.case_no = c.case_no
    ) waived
    cross join lateral (
      select array_agg(l.line_no) as line_nos, bool_or(l.corrected_at is not null) as is_corrected,
        bool_or(l.collector_user_no is null) as is_open
      from repayment_line l join payment_application x on x.application_no = l.application_no
        and x.application_status = 'LIVE'
      where l.case_no = c.case_no and c.case_status = 'CLOSED'
    ) credited
    left join lateral (
      select exists (select from case_event e where e.case_no = c.case_no
          and e.command in ('reopen', 'reopenToBadDebt')) as is_returned,
        (select count(*) > 1 from bill b where b.order_no = c.order_no
          and b.bill_status = 'ROLLED_OVER') as is_rolled_over
      where c.case_status = 'CLOSED'
    ) back on true
    left join lateral (
      select b.due_date as next_bill_due_date, bb.outstanding_cents as next_bill_cents
      from bill b join bill_balance bb on bb.bill_no = b.bill_no
      where b.order_no = c.order_no and b.bill_status = 'ACTIVE'
        and not exists (select from case_bill cb where cb.bill_no = b.bill_no and cb.is_open)
      order by b.due_date, b.bill_no limit 1
    ) upcoming on true
    left join lateral (
      select p.promise_no, p.promised_on, p.amount_cents, p.promise_status from promise_to_pay p
      where p.case_no = c.case_no order by p.promise_no desc limit 1
    ) p on true
    order by request.place ${prepared}`.execute(db);
  return rows;
}

/** Who had a case, the newest first. */
export async function readAssignments(db: Queryable, caseNo: string) {
  const rows = await db
    .selectFrom('caseAssignment as a')
    .innerJoin('appUser as u', 'u.userNo', 'a.userNo')
    .leftJoin('appUser as b', 'b.userNo', 'a.assignedBy')
    .select(['a.assignmentId', 'a.userNo', 'u.realName', 'a.cause', 'a.caseLevel', 'a.assignedAt'])
    .select(['b.realName as assignedByName', 'a.reason', 'a.policyName', 'a.endedAt', 'a.endCause'])
    .where('a.caseNo', '=', caseNo)
    .orderBy('a.assignmentId', 'desc')
    .modifyEnd(prepared)
    .execute();
  return rows.map(({ assignedAt, endedAt, ...rest }) => ({
    ...rest,
    assignedAt: assignedAt.toISOString(),
    endedAt: endedAt?.toISOString() ?? null,
  }));
}

/** The promises of a case, or one of them, the newest first. */
export async function readPromises(
  db: Queryable,
  request: { readonly caseNo: string } | { readonly promiseNo: string },
) {
  let query = db
    .selectFrom('promiseToPay as p')
    .innerJoin('appUser as u', 'u.userNo', 'p.madeBy')
    .selectAll('p')
    .select('u.realName as madeByName')
    .orderBy('p.promiseNo', 'desc')
    .modifyEnd(prepared);
  query =
    'caseNo' in request
      ? query.where('p.caseNo', '=', request.caseNo)
      : query.where('p.promiseNo', '=', request.promiseNo);
  return (await query.execute()).map((row) => ({
    promiseNo: row.promiseNo,
    caseId: row.caseNo,
    amountCents: row.amountCents,
    promisedRepaymentTime: row.promisedOn,
    promiseChannel: row.promiseChannel,
    promiseStatus: row.promiseStatus,
    caseLevel: row.caseLevel,
    madeByName: row.madeByName,
    madeAt: row.madeAt.toISOString(),
    decidedAt: row.decidedAt?.toISOString() ?? null,
    paidCents: row.paidCents,
    reason: row.reason,
  }));
}

/** The moves of a case, the newest first. */
export async function readEvents(db: Queryable, caseNo: string) {
  const rows = await db
    .selectFrom('caseEvent as e')
    .leftJoin('appUser as u', 'u.userNo', 'e.userNo')
    .select(['e.command', 'e.fromStatus', 'e.toStatus', 'e.caseLevel', 'u.realName', 'e.reason'])
    .select('e.at')
    .where('e.caseNo', '=', caseNo)
    .orderBy('e.eventId', 'desc')
    .limit(100)
    .modifyEnd(prepared)
    .execute();
  return rows.map(({ at, ...rest }) => ({ ...rest, at: at.toISOString() }));
}

/** Every bill of the case's order with what it owes, by due date. */
export async function readCaseBills(db: Queryable, caseNo: string) {
  const { rows } = await sql<CaseBillRecord>`
    select b.bill_no, b.term_no, b.due_date, b.bill_status, bb.outstanding_cents, bb.principal_cents,
      bb.interest_cents, bb.outstanding_cents - bb.principal_cents - bb.interest_cents as fees_cents,
      exists (select from case_bill cb where cb.case_no = c.case_no and cb.bill_no = b.bill_no) as is_of_case,
      bb.claim_cents, held.case_status, held.case_level, held.collector_name
    from collection_case c join bill b on b.order_no = c.order_no
    join bill_balance bb on bb.bill_no = b.bill_no
    left join lateral (select h.case_status, h.case_level, u.real_name as collector_name
      from case_bill cb join collection_case h on h.case_no = cb.case_no
      left join app_user u on u.user_no = h.collector_user_no
      where cb.bill_no = b.bill_no and cb.is_open) held on true
    where c.case_no = ${caseNo} order by b.due_date, b.bill_no ${prepared}`.execute(db);
  return rows;
}

interface CaseBillRecord {
  readonly billNo: string;
  readonly termNo: number;
  readonly dueDate: string;
  readonly billStatus: collection.CaseRow['billStatus'];
  readonly outstandingCents: number;
  readonly principalCents: number;
  readonly interestCents: number;
  readonly feesCents: number;
  readonly isOfCase: boolean;
  readonly claimCents: number;
  readonly caseStatus: collection.CaseRow['caseStatus'] | null;
  readonly caseLevel: collection.CaseRow['caseLevel'] | null;
  readonly collectorName: string | null;
}
