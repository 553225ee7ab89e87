import type { smsMarketingTask } from '@kituo/sdk/contracts';
import { sql } from 'kysely';
import { errorFunction } from 'simple-statistics';
import type { Queryable } from '../../../db/database.ts';
import { optedOut } from './opted-out.ts';

type Figures = Omit<smsMarketingTask.ArmResult, 'pValue'>;

/** The upper tail of the normal distribution, to seven places. Pure. */
export const upperTail = (z: number): number => (1 - errorFunction(z / Math.SQRT2)) / 2;

/**
 * Two-sided p of two shares being the same (pooled z-test). Pure.
 * @returns null where either side is too small to say: fewer than 5 who did, or who did not, are to be expected.
 */
export function pOfShares(
  one: { readonly of: number; readonly did: number },
  other: { readonly of: number; readonly did: number },
): number | null {
  if (one.of === 0 || other.of === 0) return null;
  const share = (one.did + other.did) / (one.of + other.of);
  const least = Math.min(one.of, other.of) * Math.min(share, 1 - share);
  if (least < 5) return null;
  const deviation = Math.sqrt(share * (1 - share) * (1 / one.of + 1 / other.of));
  const z = Math.abs(one.did / one.of - other.did / other.of) / deviation;
  return Math.round(2 * upperTail(z) * 10_000) / 10_000;
}

/**
 * Each arm of a campaign with what came of it, the hold-out last. An application counts within the task's window: from
 * the message, and for those held out from the start. The loan counts where its application does.
 */
export async function armResults(db: Queryable, taskNo: string): Promise<smsMarketingTask.ArmResult[]> {
  const { rows } = await sql<Figures>`
    select r.arm, max(tp.template_name) as template_name, count(*)::int as people,
      count(r.sent_at)::int as sent, count(*) filter (where r.recipient_status = 'DELIVERED')::int as delivered,
      count(*) filter (where ${optedOut})::int as opted_out,
      count(*) filter (where o.applied)::int as applied, count(*) filter (where o.disbursed)::int as disbursed,
      coalesce(sum(r.cost_cents) filter (where r.is_priced), 0)::bigint as cost_cents
    from sms_marketing_recipient r join sms_marketing_task t on t.task_no = r.task_no
    left join sms_marketing_arm a on a.task_no = r.task_no and a.arm = r.arm
    left join sms_marketing_template tp on tp.template_no = a.template_no
    left join lateral (select true as applied, bool_or(l.lending_time is not null) as disbursed from loan_order l
      where l.customer_no = r.customer_no and l.apply_time >= coalesce(r.sent_at, t.started_at)
        and l.apply_time < coalesce(r.sent_at, t.started_at) + make_interval(days => t.attribution_days)
      having count(*) > 0) o on r.sent_at is not null or r.recipient_status = 'HELD_OUT'
    where r.task_no = ${taskNo} and (r.arm is not null or r.recipient_status = 'HELD_OUT')
    group by r.arm order by r.arm nulls last`.execute(db);
  const didOf = ({ arm, people, sent, applied }: Figures) => ({ of: arm === null ? people : sent, did: applied });
  const against = rows.find(({ arm }) => arm === null) ?? rows[0];
  return rows.map((row) => ({
    ...row,
    pValue: against === undefined || against === row ? null : pOfShares(didOf(row), didOf(against)),
  }));
}
