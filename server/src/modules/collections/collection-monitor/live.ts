import { collectionMonitor, type ReplyOf } from '@kituo/sdk/contracts';
import { type RawBuilder, sql } from 'kysely';
import type { Queryable } from '../../../db/database.ts';
import type { Call } from '../../../http/implement.ts';
import { businessDateOf, startOfBusinessDate } from '../../platform/policy/index.ts';
import { mayPlay } from '../collections/index.ts';
import { collectorsSeen, figures, presenceOf, workDays } from './work-days.ts';

type Wall = ReplyOf<typeof collectionMonitor.live>;

const LONGEST_IDLE = 10;

/** What collectors of the caller's merchants are doing now. */
export async function live(call: Call): Promise<Wall> {
  const now = new Date();
  const today = businessDateOf(now);
  const rows = await workDays.summed(
    { workDate: { from: today, to: today } },
    call,
    async (found) =>
      await found
        .select(['p.userNo', 'u.realName', 'p.dailyCap'])
        .select(sql<boolean>`is_on_shift(p.user_no, now())`.as('isOnShift'))
        .select(figures.as('figures'))
        .execute(),
  );
  const people = rows.map(({ figures: of, ...person }) => ({
    ...person,
    last: of.last,
    isOverCap: of.givenToday >= person.dailyCap,
    presence: presenceOf({ ...person, ...of, isPaused: of.pauseReason !== null }, now.getTime()),
  }));
  const idle = people
    .filter(({ presence }) => presence === 'IDLE')
    .toSorted((one, other) => (one.last ?? '').localeCompare(other.last ?? ''))
    .slice(0, LONGEST_IDLE);
  return {
    people: collectionMonitor.presence.options.map((presence) => ({
      presence,
      people: people.filter((one) => one.presence === presence).length,
    })),
    overCap: people.filter(({ isOverCap }) => isOverCap).length,
    idle: idle.map(({ userNo, realName, last }) => ({
      userNo,
      realName,
      lastActionAt: last === null ? null : new Date(last).toISOString(),
    })),
    untouchedPromises: await untouchedPromises(call, now),
    toReview: (await longCalls(call.db, collectorsSeen(call), now)).map(({ at, isRecorded, ...one }) => ({
      ...one,
      at: at.toISOString(),
      hasRecording: isRecorded && mayPlay(call.caller, one.caseScope),
    })),
  };
}

async function untouchedPromises(call: Call, now: Date): Promise<number> {
  const today = businessDateOf(now);
  const within = collectorsSeen(call);
  const { rows } = await sql<{ untouched: number }>`select count(*) as untouched
    from collection_case c join personnel p on p.user_no = c.collector_user_no and p.personnel_kind = 'COLLECTOR'
    where c.case_status in ('COLLECTING', 'RETAINED') and ${within ?? sql`true`}
      and (c.last_follow_up_at is null or c.last_follow_up_at < ${startOfBusinessDate(today)})
      and exists (select from promise_to_pay t where t.case_no = c.case_no and t.promise_status = 'OPEN'
        and t.promised_on = ${today})`.execute(call.db);
  return rows[0]?.untouched ?? 0;
}

/** A talk of so long is worth a note, made by so long after it began. */
const LONG_SECONDS = 120;
const NOTED_WITHIN_MINUTES = 30;
const SAMPLE = 5;

interface LongCall {
  readonly attemptId: number;
  readonly realName: string;
  readonly caseNo: string;
  readonly caseScope: 'ORDER' | 'BILL';
  readonly at: Date;
  readonly talkSeconds: number;
  readonly isRecorded: boolean;
}

/** Long talks of today after which nothing was noted; which of them a hash decides, so reading again shows the same. */
export async function longCalls(db: Queryable, within: RawBuilder<boolean> | null, now: Date): Promise<LongCall[]> {
  const { rows } =
    await sql<LongCall>`select a.attempt_id, u.real_name, a.case_no, c.case_scope, a.attempted_at as at, r.talk_seconds, r.is_recorded
    from contact_attempt a join collection_case c on c.case_no = a.case_no
    join personnel p on p.user_no = a.user_no and p.personnel_kind = 'COLLECTOR'
    join app_user u on u.user_no = a.user_no
    cross join lateral (select max(x.talk_seconds) as talk_seconds, bool_or(x.recording_url is not null) as is_recorded
      from contact_result x where x.attempt_id = a.attempt_id) r
    where a.channel = 'CALL' and a.refused_for is null and ${within ?? sql`true`}
      and a.attempted_at >= ${startOfBusinessDate(businessDateOf(now))}
      and a.attempted_at < ${now}::timestamptz - make_interval(mins => ${NOTED_WITHIN_MINUTES})
      and r.talk_seconds >= ${LONG_SECONDS}
      and not exists (select from case_follow_up f where f.case_no = a.case_no and f.user_no = a.user_no
        and f.at >= a.attempted_at)
    order by md5(a.attempt_id::text) limit ${SAMPLE}`.execute(db);
  return rows;
}
