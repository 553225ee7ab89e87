import type { nineFour, ReplyOf } from '@kituo/sdk/contracts';
import { sql } from 'kysely';
import type { Queryable } from '../../../db/database.ts';

type Lag = ReplyOf<typeof nineFour.callBackLag>;

/** A report is late when it comes so long after the call's end. */
const BOUND_SECONDS = 300;
/** Calls that were sent so long ago, today or yesterday, should have ended. */
const QUIET_MINUTES = 30;
/** Fewer reports than this in an hour say nothing. */
const FEW = 5;
/** What anybody may have sent says nothing of the vendor, and a copy is late however fast the first was. */
const isProven = sql`s.topic = 'robot/call' and s.callback_status not in ('UNPROVEN', 'DUPLICATE')`;

/** How long reports of robot calls took in the last 24 hours, hour by hour, and whether that is an alarm now. */
export async function robotLag(db: Queryable, now: Date): Promise<Lag> {
  const day = new Date(now.getTime() - 24 * 3_600_000);
  const lag = sql`greatest(0, extract(epoch from s.received_at - s.told_at))`;
  const { rows: hours } = await sql<Lag['hours'][number] & { readonly hour: Date }>`
    select date_trunc('hour', s.received_at) as hour, count(*) as reports,
      round(percentile_cont(0.5) within group (order by ${lag}))::int as median_seconds,
      round(max(${lag}))::int as most_seconds,
      count(*) filter (where ${lag} > ${BOUND_SECONDS}::int) as late
    from gateway_callback_state s
    where ${isProven} and s.received_at > ${day} and s.received_at <= ${now} and s.told_at is not null
    group by 1 order by 1`.execute(db);
  const { rows } = await sql<{ recent: number; medianSeconds: number | null; lastAt: Date | null; waiting: number }>`
    select recent.reports as recent, recent.median_seconds, last.at as last_at, waiting.calls as waiting
    from (select count(*) as reports, round(percentile_cont(0.5) within group (order by ${lag}))::int as median_seconds
        from gateway_callback_state s where ${isProven} and s.told_at is not null
          and s.received_at > ${new Date(now.getTime() - 3_600_000)} and s.received_at <= ${now}) recent,
      (select max(s.received_at) as at from gateway_callback_state s
        where ${isProven} and s.received_at <= ${now}) last,
      (select count(*) as calls from ai_task t join ai_task_item i on i.task_no = t.task_no
          and i.refused_for is null and i.attempt_id is not null
        where t.task_status = 'RUNNING' and t.start_at > ${day}
          and t.start_at < ${new Date(now.getTime() - QUIET_MINUTES * 60_000)}
          and not exists (select from contact_result r where r.attempt_id = i.attempt_id)) waiting`.execute(db);
  const { recent = 0, medianSeconds = null, lastAt = null, waiting = 0 } = rows[0] ?? {};
  const quietMinutes = lastAt === null ? null : Math.floor((now.getTime() - lastAt.getTime()) / 60_000);
  const isSilent = waiting > 0 && (quietMinutes === null || quietMinutes >= QUIET_MINUTES);
  const isLate = recent >= FEW && medianSeconds !== null && medianSeconds > BOUND_SECONDS;
  return {
    boundSeconds: BOUND_SECONDS,
    medianSeconds,
    quietMinutes,
    waiting,
    alarm: isSilent ? 'SILENT' : isLate ? 'LATE' : null,
    hours: hours.map(({ hour, ...one }) => ({ ...one, hour: new Date(hour).toISOString() })),
  };
}
