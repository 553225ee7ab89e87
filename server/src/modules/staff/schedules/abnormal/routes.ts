import { abnormalDay, attendanceThreshold } from '@kituo/sdk/contracts';
import { sql } from 'kysely';
import type { Queryable } from '../../../../db/database.ts';
import { implement } from '../../../../http/implement.ts';
import { readHistory } from '../../../platform/audit/index.ts';
import { explainDay, resolveMany, resolveOne } from './day-commands.ts';
import { abnormalDays, abnormalExport, ownAbnormalDays, ownAbnormalExport } from './day-list.ts';
import { presenceOf } from './measures.ts';
import { simulateThreshold } from './simulate.ts';
import { decideThreshold, saveThreshold, switchThreshold } from './threshold-commands.ts';
import { thresholdExport, thresholdList } from './threshold-list.ts';

export const abnormalRoutes = [
  implement(attendanceThreshold.page, thresholdList.page),
  implement(attendanceThreshold.exportList, thresholdExport.queue),
  implement(
    attendanceThreshold.roles,
    async (_request, { db }) =>
      await db.selectFrom('role').select(['roleNo', 'roleName']).orderBy('roleName').execute(),
  ),
  implement(attendanceThreshold.detail, async ({ thresholdNo }, call) => ({
    ...(await thresholdList.one(thresholdNo, call)),
    history: await readHistory(call.db, 'attendanceThreshold', thresholdNo),
  })),
  implement(attendanceThreshold.save, saveThreshold),
  implement(attendanceThreshold.approve, decideThreshold),
  implement(attendanceThreshold.enable, async (one, call) => await switchThreshold('enable', one, call)),
  implement(attendanceThreshold.disable, async (one, call) => await switchThreshold('disable', one, call)),
  implement(attendanceThreshold.simulate, simulateThreshold),
  implement(abnormalDay.page, abnormalDays.page),
  implement(abnormalDay.own, ownAbnormalDays.page),
  implement(abnormalDay.exportList, abnormalExport.queue),
  implement(abnormalDay.exportOwn, ownAbnormalExport.queue),
  implement(abnormalDay.detail, async ({ abnormalId }, call) => {
    const manages = call.caller.pages.has(attendanceThreshold.ATTENDANCE_THRESHOLD_PAGE.toLowerCase());
    const row = await (manages ? abnormalDays : ownAbnormalDays).one(abnormalId, call);
    return {
      ...row,
      shift: await shiftOf(call.db, abnormalId),
      history: await readHistory(call.db, 'abnormalDay', abnormalId),
    };
  }),
  implement(abnormalDay.resolve, resolveOne),
  implement(abnormalDay.resolveMany, resolveMany),
  implement(abnormalDay.explain, explainDay),
];

async function shiftOf(db: Queryable, abnormalId: string) {
  const { rows } = await sql<{
    shiftType: string;
    startsAt: Date;
    endsAt: Date;
    firstAt: Date | null;
    lastAt: Date | null;
  }>`select w.shift_type, w.starts_at, w.ends_at, seen.first_at, seen.last_at
    from abnormal_day a join work_shift w on w.shift_id = a.shift_id
    cross join lateral ${presenceOf(new Date())} seen where a.abnormal_id = ${abnormalId}`.execute(db);
  const [shift] = rows;
  if (!shift) return null;
  return {
    shiftType: shift.shiftType,
    startAt: shift.startsAt.toISOString(),
    endAt: shift.endsAt.toISOString(),
    firstSeenAt: shift.firstAt?.toISOString() ?? null,
    lastSeenAt: shift.lastAt?.toISOString() ?? null,
  };
}
