import { sql } from 'kysely';
import type { collection } from '@kituo/sdk/contracts';
import { anywhere } from '../../../db/like.ts';
import { addDays, startOfBusinessDate } from '../../platform/policy/index.ts';
import { callableNow, type CallableFacts } from './callable.ts';

type Range<Value> = { readonly from?: Value | undefined; readonly to?: Value | undefined } | undefined;

const promise = (condition: ReturnType<typeof sql>) =>
  sql<boolean>`exists (select from promise_to_pay p where p.case_no = collection_case.case_no and ${condition})`;
const newestPromise = (condition: ReturnType<typeof sql>) =>
  sql<boolean>`exists (select from (select p.promise_status, p.promised_on from promise_to_pay p
    where p.case_no = collection_case.case_no order by p.promise_no desc limit 1) p where ${condition})`;
const assignment = (condition: ReturnType<typeof sql>) =>
  sql<boolean>`exists (select from case_assignment a where a.case_no = collection_case.case_no and ${condition})`;
/** Another case of the order that is open. */
const sibling = (condition: ReturnType<typeof sql>) =>
  sql<boolean>`exists (select from collection_case s where s.order_no = collection_case.order_no
    and s.case_no <> collection_case.case_no and s.case_status <> 'CLOSED' and ${condition})`;
const bill = (condition: ReturnType<typeof sql>) =>
  sql<boolean>`exists (select from case_bill cb join bill b on b.bill_no = cb.bill_no
    where cb.case_no = collection_case.case_no and ${condition})`;
const due = sql`(select coalesce(sum(bb.outstanding_cents + bb.claim_cents), 0) from case_bill cb
  join bill_balance bb on bb.bill_no = cb.bill_no where cb.case_no = collection_case.case_no)`;
/** What the last night proposed of the case as it stands: for the pool, or of the pool for charge-off. */
export const proposal = (condition: ReturnType<typeof sql>) =>
  sql<boolean>`exists (select from bad_debt_proposal n where n.case_no = collection_case.case_no
    and (n.proposed_for = 'CHARGE_OFF') = (collection_case.case_status = 'BAD_DEBT_POOL') and ${condition})`;
/** The newest request to recognise a loss on its bills. */
const loss = (status: string) =>
  sql<boolean>`(select o.charge_off_status from charge_off o where o.order_no = collection_case.order_no
    and o.bill_nos && array(select cb.bill_no from case_bill cb where cb.case_no = collection_case.case_no)
    order by o.created_at desc limit 1) = ${status}`;
const yes = (is: boolean | undefined, condition: ReturnType<typeof sql<boolean>>) =>
  is === undefined ? null : is ? condition : sql<boolean>`not (${condition})`;

/** Days in EAT of a moment, both included. */
const days = (column: ReturnType<typeof sql>, range: Range<string>) => [
  range?.from ? sql<boolean>`${column} >= ${startOfBusinessDate(range.from)}` : null,
  range?.to ? sql<boolean>`${column} < ${startOfBusinessDate(addDays(range.to, 1))}` : null,
];

/** `5`, `1-30`, `-3-0`: days past due from and to. */
export function dpdRange(typed: string): { readonly from: number; readonly to: number } {
  const [, from = '0', to = from] = /^(-?\d+)(?:-(\d+))?$/.exec(typed) ?? [];
  return { from: Number(from), to: Number(to) };
}

/** Owed by the whole order. */
const payoff = sql`(select coalesce(sum(bb.outstanding_cents + bb.claim_cents), 0) from bill b
  join bill_balance bb on bb.bill_no = b.bill_no where b.order_no = collection_case.order_no)`;

const followUps = ({ from, to }: { readonly from: number; readonly to: number }) =>
  sql<boolean>`collection_case.follow_up_count between ${from} and ${to}`;

/** What is not a column of the case. */
export function caseConditions(filters: collection.CaseFilters, today: string, callable: CallableFacts) {
  const start = startOfBusinessDate(today);
  const { billNo, billStatus, dueCents, promiseStatus, promisedRepaymentTime: promised } = filters;
  const { from: promisedFrom = null, to: promisedTo = null } = promised ?? {};
  const last = asList(filters.lastCollectorUserNo);
  const [terms, products] = [asList(filters.termNo), asList(filters.productNo)];
  return [
    billNo ? bill(sql`cb.bill_no = ${billNo}`) : null,
    terms === null ? null : bill(sql`b.term_no = any(${terms.map(Number)}::int[])`),
    products === null ? null : sql<boolean>`o.product_no = any(${products}::text[])`,
    billStatus ? bill(sql`b.bill_status = ${billStatus}`) : null,
    dueCents?.from === undefined ? null : sql<boolean>`${due} >= ${dueCents.from}`,
    dueCents?.to === undefined ? null : sql<boolean>`${due} <= ${dueCents.to}`,
    filters.payoffCents?.from === undefined ? null : sql<boolean>`${payoff} >= ${filters.payoffCents.from}`,
    filters.payoffCents?.to === undefined ? null : sql<boolean>`${payoff} <= ${filters.payoffCents.to}`,
    filters.followUpCount === undefined ? null : followUps(dpdRange(filters.followUpCount)),
    filters.productName
      ? sql<boolean>`exists (select from loan_product r where r.product_no = o.product_no
          and r.product_name ilike ${anywhere(filters.productName)})`
      : null,
    ...days(sql`collection_case.opened_at`, filters.entryTime),
    ...days(sql`collection_case.closed_at`, filters.outTime),
    ...days(sql`collection_case.last_follow_up_at`, filters.lastFollowUpAt),
    ...days(sql`collection_case.bad_debt_entered_at`, filters.badDebtEnteredAt),
    filters.chargeOffStatus ? loss(filters.chargeOffStatus) : null,
    filters.badDebtSign ? proposal(sql`${filters.badDebtSign} = any(n.reasons)`) : null,
    yes(filters.isProposed, proposal(sql`true`)),
    filters.assignedAt
      ? assignment(
          sql.join(
            [sql`a.ended_at is null`, ...days(sql`a.assigned_at`, filters.assignedAt).filter((one) => one !== null)],
            sql` and `,
          ),
        )
      : null,
    promiseStatus ? newestPromise(sql`p.promise_status = ${promiseStatus}`) : null,
    promised
      ? newestPromise(sql`p.promised_on >= coalesce(${promisedFrom}::date, '-infinity')
          and p.promised_on <= coalesce(${promisedTo}::date, 'infinity')`)
      : null,
    yes(filters.unassigned, sql<boolean>`collection_case.collector_user_no is null`),
    yes(
      filters.untouchedToday,
      sql<boolean>`(collection_case.last_follow_up_at is null or collection_case.last_follow_up_at < ${start})`,
    ),
    yes(
      filters.untouchedSinceAssigned,
      assignment(sql`a.ended_at is null and (collection_case.last_follow_up_at is null
        or collection_case.last_follow_up_at < a.assigned_at)`),
    ),
    yes(filters.promiseDueToday, promise(sql`p.promise_status = 'OPEN' and p.promised_on = ${today}`)),
    yes(filters.brokenPromise, promise(sql`p.promise_status = 'BROKEN'`)),
    yes(
      filters.levelChangedToday,
      sql<boolean>`exists (select from case_event e where e.case_no = collection_case.case_no
        and e.command = 'level' and e.at >= ${start})`,
    ),
    yes(
      filters.assigneeLeft,
      sql<boolean>`exists (select from app_user u
        left join personnel p on p.user_no = u.user_no and p.personnel_kind = 'COLLECTOR'
        where u.user_no = collection_case.collector_user_no
          and (u.employee_status = 'LEFT' or u.user_status = 'FROZEN' or p.personnel_status = 'FROZEN'))`,
    ),
    yes(filters.callableNow, callableNow(callable)),
    yes(
      filters.hasOlderDue,
      sql<boolean>`exists (select from bill b join bill_balance bb on bb.bill_no = b.bill_no
        where b.order_no = collection_case.order_no and b.due_date < collection_case.oldest_due_on
          and bb.outstanding_cents > 0)`,
    ),
    yes(
      filters.siblingWithOther,
      sibling(sql`s.collector_user_no is distinct from collection_case.collector_user_no
        and s.collector_user_no is not null`),
    ),
    yes(filters.siblingsOpen, sibling(sql`true`)),
    yes(
      filters.orderPartlyIn,
      sibling(sql`(s.case_status = 'BAD_DEBT_POOL') <> (collection_case.case_status = 'BAD_DEBT_POOL')`),
    ),
    filters.siblingCountFrom
      ? sql<boolean>`(select count(*) from collection_case s where s.order_no = collection_case.order_no
          and s.case_no <> collection_case.case_no and s.case_status <> 'CLOSED') >= ${Number(filters.siblingCountFrom)}`
      : null,
    filters.nextDueWithinDays
      ? sql<boolean>`exists (select from bill b where b.order_no = collection_case.order_no and b.bill_status = 'ACTIVE'
          and b.due_date between ${today}::date and ${today}::date + ${Number(filters.nextDueWithinDays)}::int
          and not exists (select from case_bill cb where cb.bill_no = b.bill_no and cb.is_open))`
      : null,
    yes(
      filters.withDeduction,
      sql<boolean>`exists (select from case_bill cb join deduction d on d.bill_no = cb.bill_no
        where cb.case_no = collection_case.case_no and d.deduction_status = 'APPLIED')`,
    ),
    yes(
      filters.hasBothScopes,
      sql<boolean>`exists (select from collection_case s where s.customer_no = collection_case.customer_no
        and s.case_scope <> collection_case.case_scope and s.case_status in ('POOL', 'COLLECTING', 'RETAINED'))`,
    ),
    yes(
      filters.borrowerWithTwoCollectors,
      sql<boolean>`(select count(distinct s.collector_user_no) from collection_case s
        where s.customer_no = collection_case.customer_no and s.case_status in ('COLLECTING', 'RETAINED')) > 1`,
    ),
    last === null
      ? null
      : sql<boolean>`(select a.user_no from case_assignment a where a.case_no = collection_case.case_no
          order by a.assignment_id desc limit 1) = any(${last})`,
  ].filter((condition) => condition !== null);
}

/** One or several, as a filter has them; null where it says nothing. */
export function asList<One>(one: One | readonly One[] | undefined): readonly One[] | null {
  if (one === undefined) return null;
  const all = Array.isArray(one) ? (one as readonly One[]) : [one as One];
  return all.length === 0 ? null : all;
}
