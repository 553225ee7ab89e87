import { sql } from 'kysely';
import type { Database } from '../../../db/database.ts';
import { addDays, type BusinessDate, policyOn, startOfBusinessDate } from '../../platform/policy/index.ts';

/** Broken promises, and calls in vain, from which they are a reason. */
const BROKEN_FROM = 2;
const CALLS_IN_VAIN = 5;
const NOT_REACHED_DAYS = 30;
const NOTHING_PAID_DAYS = 90;
/** A case in the pool is proposed for charge-off from so many days past due, where nothing came back lately. */
const CHARGE_OFF_FROM_DPD = 180;

/**
 * Proposes cases for the pool of bad debt, and cases of the pool for charge-off, each with its reasons; once a night.
 * A person decides on each. What no longer is a candidate is taken off; the others keep the day they came on.
 */
export async function proposeBadDebt(db: Database, today: BusinessDate): Promise<void> {
  const { policy } = await policyOn(db, today);
  const daysAgo = (days: number) => startOfBusinessDate(addDays(today, -days));
  const dpd = sql`(${today}::date - c.oldest_due_on)`;
  const isDead = sql`exists (select from contact_block k where k.customer_no = c.customer_no
    and k.block_kind = 'DEATH' and k.lifted_at is null)`;
  const isPaidNothing = sql`(c.opened_at < ${daysAgo(NOTHING_PAID_DAYS)} and not exists (select from repayment_line l
    where l.case_no = c.case_no and l.applied_at >= ${daysAgo(NOTHING_PAID_DAYS)}))`;
  await db.transaction().execute(async (tx) => {
    await sql`
      insert into bad_debt_proposal (case_no, proposed_for, reasons, proposed_on, as_of)
      select c.case_no, case when c.case_status = 'BAD_DEBT_POOL' then 'CHARGE_OFF' else 'POOL' end,
        array_remove(array[
          case when ${dpd} >= case when c.case_status = 'BAD_DEBT_POOL' then ${CHARGE_OFF_FROM_DPD}::int
            else ${policy.badDebt.poolFromDpd}::int end then 'AGE' end,
          case when ${isDead} then 'DECEASED' end,
          case when ${isPaidNothing} then 'NOTHING_PAID' end,
          case when (select count(*) from promise_to_pay p where p.case_no = c.case_no
            and p.promise_status = 'BROKEN') >= ${BROKEN_FROM} then 'PROMISES_BROKEN' end,
          case when (select count(*) >= ${CALLS_IN_VAIN} and count(*) filter (where exists (select from contact_result r
              where r.attempt_id = t.attempt_id and r.outcome = 'ANSWERED')) = 0
            from contact_attempt t where t.case_no = c.case_no and t.channel <> 'SMS' and t.refused_for is null
              and t.attempted_at >= ${daysAgo(NOT_REACHED_DAYS)}) then 'NOT_REACHED' end
        ], null), ${today}::date, ${today}::date
      from collection_case c
      where (c.case_status in ('COLLECTING', 'RETAINED')
          and (${dpd} >= ${policy.badDebt.poolFromDpd} or ${isDead}))
        or (c.case_status = 'BAD_DEBT_POOL' and ((${dpd} >= ${CHARGE_OFF_FROM_DPD} and ${isPaidNothing}) or ${isDead})
          and exists (select from case_bill cb join bill b on b.bill_no = cb.bill_no
            where cb.case_no = c.case_no and b.bill_status = 'ACTIVE')
          and not exists (select from charge_off o join case_bill cb on cb.case_no = c.case_no
            where o.order_no = c.order_no and cb.bill_no = any(o.bill_nos) and o.charge_off_status = 'PENDING'))
      on conflict (case_no) do update set reasons = excluded.reasons, as_of = excluded.as_of,
        proposed_on = case when bad_debt_proposal.proposed_for = excluded.proposed_for
          then bad_debt_proposal.proposed_on else excluded.proposed_on end,
        proposed_for = excluded.proposed_for`.execute(tx);
    await sql`delete from bad_debt_proposal where as_of < ${today}::date`.execute(tx);
  });
}
