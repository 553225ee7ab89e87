import { collectionMonitor, type ReplyOf } from '@kituo/sdk/contracts';
import { sql } from 'kysely';
import type { Call } from '../../../http/implement.ts';
import { businessDateOf, startOfBusinessDate } from '../../platform/policy/index.ts';
import { collectorsSeen, figures, presenceOf, workDays } from './work-days.ts';

const LONGEST_IDLE = 10;

/** What collectors of the caller's merchants are doing now. */
export async function live(call: Call): Promise<ReplyOf<typeof collectionMonitor.live>> {
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
