import { sql } from 'kysely';
import { expect } from 'vitest';
import type { Database } from '../../../../db/database.ts';
import { caseMachine } from '../../../collections/collections/index.ts';
import { couponMachine } from '../../../lending/coupons/index.ts';
import { orderMachine } from '../../../lending/orders/index.ts';

/* What must hold of everything that was done with a loan, beside its balances (`invariants.ts`). */

interface Table {
  readonly transitions: Readonly<Record<string, Readonly<Record<string, string>>>>;
}

const stepsOf = ({ transitions }: Table): string[] =>
  Object.entries(transitions).flatMap(([from, commands]) =>
    Object.entries(commands).map(([command, to]) => `${from} ${command} ${to}`),
  );

const ORDER_STEPS = stepsOf(orderMachine);
/** The end of day notes new levels, and bills that join, beside the moves. */
const CASE_STEPS = stepsOf(caseMachine);
const COUPON_STEPS = stepsOf(couponMachine);

/** What must be 0, by name. */
interface FileFaults {
  readonly wrongSteps: number;
  readonly brokenChains: number;
  readonly untoldSteps: number;
  readonly selfChecked: number;
  readonly misassigned: number;
  readonly couponsTwice: number;
  readonly smallRefunds: number;
  readonly outsideTheGate: number;
  readonly rewritten: number;
}

/** What the books said of a loan so far: its newest journal, and a digest of all up to it. */
export interface Written {
  readonly journalId: number;
  readonly digest: string;
}

/**
 * By the numbers of the domain: every step of a machine is one that is listed, and begins where the one before
 * ended (11), and what no person asked of a case left its event for whoever follows; nobody checked what they made (15); a case in work has one assignment, one in the pool none (16);
 * no contact outside the hours, nor past the day's cap (18); a coupon has one live use (19); no refund below
 * KES 20 (20); and what was posted before still reads as it did.
 * @returns what the books say now, to be compared by the next look.
 */
export async function expectFileInOrder(db: Database, orderNo: string, before: Written | undefined): Promise<Written> {
  const { journalId = 0, digest = null } = before ?? {};
  const { rows } = await sql<FileFaults & { written: string | null; newest: number }>`
    with cases as materialized (select * from collection_case where order_no = ${orderNo}),
    steps as materialized (
      select 'order ' || order_no as subject, event_id, from_status, to_status,
        from_status || ' ' || command || ' ' || to_status = any(${ORDER_STEPS}) as is_listed
      from order_event where order_no = ${orderNo}
      union all select 'case ' || case_no, event_id, from_status, to_status,
        from_status is null or from_status = to_status or from_status || ' ' || command || ' ' || to_status = any(${CASE_STEPS})
      from case_event join cases using (case_no)
      union all select 'coupon ' || e.coupon_no, e.event_id, e.from_status, e.to_status,
        e.from_status is null or e.from_status || ' ' || e.command || ' ' || e.to_status = any(${COUPON_STEPS})
      from coupon_event e join coupon c using (coupon_no) join loan_order o on o.customer_no = c.customer_no
      where o.order_no = ${orderNo}),
    lines as materialized (select p.*, p::text as line from posting p join bill b using (bill_no)
      where b.order_no = ${orderNo}),
    books as materialized (select max(journal_id) as newest,
        md5(string_agg(line, '|' order by journal_id, line_no)) as written,
        md5(string_agg(line, '|' order by journal_id, line_no) filter (where journal_id <= ${journalId})) as before
      from lines),
    tried as (select attempted_at at time zone 'Africa/Nairobi' as at from contact_attempt
      where order_no = ${orderNo} and refused_for is null)
    select (select count(*) from steps where not is_listed)::int as wrong_steps,
      (select count(*) from (select from_status, lag(to_status) over (partition by subject order by event_id) as was
        from steps) s where was <> from_status)::int as broken_chains,
      (select count(*) from (select case_no, 'case.' || command as topic, count(*) as steps from case_event join cases using (case_no)
          where user_no is null group by case_no, command) s
        left join (select due.subject_no as case_no, topic, count(*) as told
          from domain_event_due due join domain_event using (happened_at, event_id)
          where due.subject_type = 'case' and due.subject_no in (select case_no from cases) group by due.subject_no, topic) t
          using (case_no, topic) where steps <> coalesce(told, 0))::int as untold_steps,
      ((select count(*) from journal where checker_user_no = maker_user_no and (journal_id, business_date) in
          (select journal_id, business_date from lines))
        + (select count(*) from deduction where order_no = ${orderNo} and decided_by = applicant_user_no)
        + (select count(*) from charge_off where order_no = ${orderNo} and decided_by = applicant_user_no)
        + (select count(*) from refund where order_no = ${orderNo} and checker_user_no = applicant_user_no))::int as self_checked,
      (select count(*) from cases c where (select count(*) from case_assignment a where a.case_no = c.case_no
        and a.ended_at is null) not between (case_status in ('COLLECTING', 'RETAINED'))::int
          and (case_status in ('COLLECTING', 'RETAINED', 'BAD_DEBT_POOL'))::int)::int as misassigned,
      (select count(*) from coupon c join loan_order o using (customer_no) where o.order_no = ${orderNo}
        and (select count(*) from coupon_use u where u.coupon_no = c.coupon_no and is_live)
          <> (coupon_status = 'USED')::int)::int as coupons_twice,
      (select count(*) from refund where order_no = ${orderNo} and amount_cents < 2000)::int as small_refunds,
      ((select count(*) from tried where at::time < '08:00' or at::time >= '19:00')
        + (select count(*) from (select 1 from tried group by at::date having count(*) > 5) x))::int as outside_the_gate,
      (${digest}::text is distinct from before)::int as rewritten, written, newest from books`.execute(db);
  const [row] = rows;
  if (!row) throw new Error('nothing to look at');
  const { written, newest, ...faults } = row;
  expect(faults).toEqual({
    wrongSteps: 0,
    brokenChains: 0,
    untoldSteps: 0,
    selfChecked: 0,
    misassigned: 0,
    couponsTwice: 0,
    smallRefunds: 0,
    outsideTheGate: 0,
    rewritten: 0,
  });
  return { journalId: newest, digest: written ?? '' };
}
