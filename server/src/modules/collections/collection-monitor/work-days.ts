import { collectionMonitor, type collectorPause } from '@kituo/sdk/contracts';
import { type RawBuilder, sql } from 'kysely';
import { merchantsSeen } from '../../../http/merchant-scope.ts';
import type { Call } from '../../../http/implement.ts';
import { defineList } from '../../../lists/index.ts';
import { businessDateOf } from '../../platform/policy/index.ts';

/** Days that can be looked at, today included. */
const DAYS = 92;
const IDLE_MINUTES = 10;
const RINGING_MINUTES = 30;

const today = sql`(now() at time zone 'Africa/Nairobi')::date`;
const dayFrom = sql`(p.work_date::timestamp at time zone 'Africa/Nairobi')`;
const dayTo = sql`((p.work_date + 1)::timestamp at time zone 'Africa/Nairobi')`;

/** Collectors who work for a merchant that the reader sees. */
export function collectorsSeen({ caller }: Pick<Call, 'caller'>) {
  const merchantNos = merchantsSeen(caller.scope);
  if (merchantNos === null) return null;
  return sql<boolean>`exists (select from personnel_merchant m where m.personnel_kind = 'COLLECTOR'
    and m.user_no = p.user_no and m.merchant_no = any(${[...merchantNos]}::text[]))`;
}

interface Figures {
  readonly first: string | null;
  readonly last: string | null;
  readonly casesTouched: number;
  readonly followUps: number;
  readonly callsDialled: number;
  readonly callsConnected: number;
  readonly talkSeconds: number;
  readonly smsSent: number;
  readonly gateRefusals: number;
  readonly promisesMade: number;
  readonly promisesKept: number;
  readonly repaidCents: number;
  readonly casesHeld: number;
  readonly dueCents: number;
  readonly givenToday: number;
  readonly isRinging: boolean;
  readonly pauseSeconds: number;
  readonly pauseReason: collectorPause.PauseReason | null;
  readonly pausedSince: string | null;
}

/** One object a row, so that nothing of it is reckoned for rows that are not on the page. */
export const figures = sql<Figures>`(
  select json_build_object(
    'first', least(f.first, a.first), 'last', greatest(f.last, a.last),
    'casesTouched', f.cases, 'followUps', f.count,
    'callsDialled', a.dialled, 'callsConnected', a.connected, 'talkSeconds', a.talk,
    'smsSent', a.sms, 'gateRefusals', a.refused, 'isRinging', a.ringing,
    'promisesMade', (select count(*) from promise_to_pay t where t.made_by = p.user_no
      and t.made_at >= ${dayFrom} and t.made_at < ${dayTo}),
    'promisesKept', (select count(*) from promise_to_pay t where t.made_by = p.user_no and t.promise_status = 'KEPT'
      and t.decided_at >= ${dayFrom} and t.decided_at < ${dayTo}),
    'repaidCents', (select coalesce(sum(l.applied_cents), 0) from repayment_line l
      join payment_application pa on pa.application_no = l.application_no and pa.application_status <> 'ROLLED_BACK'
      where l.collector_user_no = p.user_no and l.applied_at >= ${dayFrom} and l.applied_at < ${dayTo}),
    'pauseSeconds', (select coalesce(sum(extract(epoch from least(coalesce(b.ended_at, now()), ${dayTo}) - b.began_at)), 0)::int
      from collector_pause b where b.user_no = p.user_no and b.began_at >= ${dayFrom} and b.began_at < ${dayTo}),
    'pauseReason', o.pause_reason, 'pausedSince', o.began_at,
    'casesHeld', h.cases, 'dueCents', h.due,
    'givenToday', (select count(distinct g.case_no) from case_assignment g where g.user_no = p.user_no
      and g.assigned_at >= ${dayFrom} and g.assigned_at < ${dayTo} and g.cause <> 'RESTORED'))
  from (select min(at) as first, max(at) as last, count(*) as count, count(distinct case_no) as cases
      from case_follow_up where user_no = p.user_no and at >= ${dayFrom} and at < ${dayTo}) f,
    (select min(t.attempted_at) as first, max(t.attempted_at) as last,
      count(*) filter (where t.channel = 'CALL' and t.refused_for is null) as dialled,
      count(*) filter (where t.channel = 'CALL' and r.outcome = 'ANSWERED') as connected,
      coalesce(sum(r.talk_seconds), 0) as talk,
      count(*) filter (where t.channel = 'SMS' and t.refused_for is null) as sms,
      count(t.refused_for) as refused,
      coalesce(bool_or(t.channel = 'CALL' and t.refused_for is null and r.outcome is null
        and t.attempted_at > now() - make_interval(mins => ${sql.lit(RINGING_MINUTES)})), false) as ringing
      from contact_attempt t left join lateral (select x.outcome, x.talk_seconds from contact_result x
        where x.attempt_id = t.attempt_id and x.outcome not in ('SENT', 'UNKNOWN', 'REFUSED')
        order by x.result_id desc limit 1) r on true
      where t.user_no = p.user_no and t.attempted_at >= ${dayFrom} and t.attempted_at < ${dayTo}) a,
    (select count(distinct c.case_no) as cases, coalesce(sum(bb.outstanding_cents + bb.claim_cents), 0) as due
      from collection_case c left join case_bill cb on cb.case_no = c.case_no and cb.is_open
      left join bill_balance bb on bb.bill_no = cb.bill_no
      where c.collector_user_no = p.user_no and c.case_status in ('COLLECTING', 'RETAINED')) h
    left join lateral (select b.pause_reason, b.began_at from collector_pause b where b.user_no = p.user_no
      and b.ended_at is null and b.began_at >= ${dayFrom} and b.began_at < ${dayTo}) o on true)`;

interface CollectorDay {
  readonly workDayId: string;
  readonly userNo: string;
  readonly groupName: string | null;
  readonly dailyCap: number;
  readonly workDate: string;
}
const collectorDays = sql<CollectorDay>`(select p.user_no || '.' || d::date as work_day_id, p.user_no, p.group_name,
    p.daily_cap, d::date as work_date
  from personnel p cross join generate_series(${today} - ${sql.lit(DAYS - 1)}, ${today}, interval '1 day') d
  where p.personnel_kind = 'COLLECTOR' and d::date >= (p.joined_at at time zone 'Africa/Nairobi')::date)`;

/** Whoever has such a case now, or followed one up on the day. */
const workedOn = (held: RawBuilder<unknown>, followed: RawBuilder<unknown>) =>
  sql<boolean>`(exists (select from collection_case c where c.collector_user_no = p.user_no
      and c.case_status in ('COLLECTING', 'RETAINED') and ${held})
    or exists (select from case_follow_up f join collection_case c on c.case_no = f.case_no
      where f.user_no = p.user_no and f.at >= ${dayFrom} and f.at < ${dayTo} and ${followed}))`;

/** Whoever had such a call on the day, by its newest end. */
const calledOn = (ended: RawBuilder<unknown>) =>
  sql<boolean>`exists (select from contact_attempt t join lateral (select x.outcome, x.talk_seconds
      from contact_result x where x.attempt_id = t.attempt_id and x.outcome not in ('SENT', 'UNKNOWN', 'REFUSED')
      order by x.result_id desc limit 1) r on true
    where t.user_no = p.user_no and t.channel = 'CALL' and t.attempted_at >= ${dayFrom}
      and t.attempted_at < ${dayTo} and ${ended})`;

/** What collectors did, a row a person and day. */
export const workDays = defineList(
  collectionMonitor.page,
  (db) => db.selectFrom(collectorDays.as<'p'>(sql.ref('p'))).innerJoin('appUser as u', 'u.userNo', 'p.userNo'),
  (by) => ({
    scope: collectorsSeen,
    key: 'p.workDayId',
    filters: {
      workDate: by.between('p.workDate'),
      userNo: (userNos) => sql<boolean>`p.user_no = any(${[userNos].flat()}::text[])`,
      groupName: by.contains('p.groupName'),
      deptNo: by.is('u.deptNo'),
      merchantNo: (merchantNos) => sql<boolean>`exists (select from personnel_merchant m
        where m.personnel_kind = 'COLLECTOR' and m.user_no = p.user_no
          and m.merchant_no = any(${[merchantNos].flat()}::text[]))`,
      employeeCategory: by.is('u.employeeCategory'),
      isOnShift: (is) => sql<boolean>`is_on_shift(p.user_no, now()) = ${is}`,
      caseScope: (scope) => workedOn(sql`c.case_scope = ${scope}`, sql`c.case_scope = ${scope}`),
      caseLevel: (level) => workedOn(sql`c.case_level = ${level}`, sql`f.case_level = ${level}`),
      callResult: (result) => calledOn(sql`r.outcome = ${result}`),
      talkSecondsFrom: (least) => calledOn(sql`r.talk_seconds >= ${Number(least)}`),
    },
    sorts: { workDate: 'p.workDate', realName: 'u.realName' },
    first: [
      ['p.workDate', 'desc'],
      ['u.realName', 'asc'],
    ],
    select: (query) =>
      query
        .leftJoin('department as dept', 'dept.deptNo', 'u.deptNo')
        .select(['p.userNo', 'u.realName', 'p.groupName', 'dept.deptName', 'u.employeeCategory', 'p.workDate'])
        .select(['p.workDayId', 'p.dailyCap'])
        .select(sql<boolean>`is_on_shift(p.user_no, now())`.as('isOnShift'))
        .select(figures.as('figures')),
    row: ({ figures: of, dailyCap, isOnShift, ...row }) => {
      const { first, last, givenToday, isRinging, pauseReason, pausedSince, ...counts } = of;
      const isToday = row.workDate === businessDateOf(new Date());
      return {
        ...row,
        ...counts,
        firstActionAt: first === null ? null : new Date(first).toISOString(),
        lastActionAt: last === null ? null : new Date(last).toISOString(),
        isOverCap: givenToday >= dailyCap,
        presence: isToday
          ? presenceOf({ isOnShift, isRinging, isPaused: pauseReason !== null, last }, Date.now())
          : null,
        pauseReason: isToday ? pauseReason : null,
        pausedSince: isToday && pausedSince !== null ? new Date(pausedSince).toISOString() : null,
      };
    },
  }),
);

/** What a collector does at a moment. Pure. */
export function presenceOf(
  one: {
    readonly isOnShift: boolean;
    readonly isRinging: boolean;
    readonly isPaused: boolean;
    readonly last: string | null;
  },
  at: number,
): NonNullable<collectionMonitor.WorkDayRow['presence']> {
  if (one.isRinging) return 'ON_CALL';
  if (one.isPaused) return 'PAUSED';
  if (one.last !== null && at - Date.parse(one.last) < IDLE_MINUTES * 60_000) return 'ACTIVE';
  return one.isOnShift ? 'IDLE' : 'OFF_SHIFT';
}
