import { type Selectable, sql, type SqlBool } from 'kysely';
import type { Database, Tx } from '../../../../db/database.ts';
import type { Services } from '../../../../services.ts';
import { publishEvent } from '../../../platform/audit/index.ts';
import { type Outage, outagesBetween } from '../../../platform/health/index.ts';
import { shownTime } from '../../../../ground/shown-time.ts';
import { advance } from '../../../../state-machine/machine.ts';
import { abnormalDayMachine } from './abnormal-day.machine.ts';
import { addDays, type BusinessDate, businessDateOf, shownDay } from '../../../platform/policy/index.ts';
import { publishWarnings, raiseWarning } from '../../../platform/warnings/index.ts';
import { abnormalOf, isAbsent, UNSCHEDULED_MINUTES } from './classify.ts';
import { type GroupDay, groupDaysOf, seenShifts, type SeenShift, unscheduledWork } from './measures.ts';
import type { AbnormalDayTable, AttendanceThresholdTable } from './tables.ts';

type Threshold = Selectable<AttendanceThresholdTable>;
type Found = Pick<
  Selectable<AbnormalDayTable>,
  'userNo' | 'deptNo' | 'workDate' | 'shiftId' | 'abnormalType' | 'measuredMinutes' | 'thresholdMinutes' | 'thresholdNo'
>;

/** Days back that are looked at again: after a stop nothing is missed. */
const DAYS_BACK = 3;

/** Warnings of a group's day: of the days found, and of the rate. */
export const abnormalKey = (deptNo: string, workDate: BusinessDate) => `ABNORMAL-${deptNo}-${workDate}`;
const rateKey = (deptNo: string, workDate: BusinessDate) => `RATE-${deptNo}-${workDate}`;

/**
 * Finds the abnormal days of today and the days before by the thresholds in force, once each, and warns whom the
 * threshold names. Run every hour; of several processes one looks.
 */
export async function findAbnormalDays(
  db: Database,
  { events }: Pick<Services, 'events'>,
  now: Date = new Date(),
): Promise<{ found: number }> {
  const { found, warned } = await db.transaction().execute(async (tx) => {
    const { rows } = await sql<{ isMine: boolean }>`
      select pg_try_advisory_xact_lock(hashtext('abnormal days')) as is_mine`.execute(tx);
    return rows[0]?.isMine === true ? await look(tx, now) : { found: 0, warned: [] };
  });
  if (warned.length > 0) await publishWarnings(db, events, warned);
  return { found };
}

async function look(tx: Tx, now: Date): Promise<{ found: number; warned: string[] }> {
  const today = businessDateOf(now);
  const rows = await tx
    .selectFrom('attendanceThreshold')
    .selectAll()
    .where('thresholdStatus', '=', 'ENABLED')
    .execute();
  if (rows.length === 0) return { found: 0, warned: [] };
  const thresholds = new Map(rows.map((row) => [row.thresholdNo, row]));
  const deptNos = [...new Set(rows.flatMap((row) => row.deptNos))];
  const people = sql<SqlBool>`u.dept_no = any(${deptNos}::text[])`;
  const wanted = { from: addDays(today, -DAYS_BACK), to: today, now, people };
  const shifts = (await seenShifts(tx, wanted)).filter(({ thresholdNo }) => thresholds.has(thresholdNo ?? ''));
  const found = [...shifts.flatMap((shift) => abnormalShift(shift, thresholds)), ...(await unscheduled(tx, wanted))];
  const made = await keep(tx, found, now);
  const warned = [
    ...(await warnOfDays(
      tx,
      made.filter(({ resolveStatus }) => resolveStatus === 'OPEN'),
      { thresholds, now },
    )),
    ...(await warnOfRates(tx, shifts, { thresholds, now })),
  ];
  return { found: made.length, warned };
}

function abnormalShift(shift: SeenShift, thresholds: ReadonlyMap<string, Threshold>): Found[] {
  const threshold = thresholds.get(shift.thresholdNo ?? '');
  if (!threshold) return [];
  const { userNo, deptNo, workDate, shiftId } = shift;
  const { thresholdNo } = threshold;
  return abnormalOf(shift, threshold).map((one) => ({ ...one, userNo, deptNo, workDate, shiftId, thresholdNo }));
}

async function unscheduled(tx: Tx, wanted: Parameters<typeof unscheduledWork>[1]): Promise<Found[]> {
  return (await unscheduledWork(tx, wanted)).flatMap(({ thresholdNo, ...work }) =>
    thresholdNo === null
      ? []
      : [
          {
            ...work,
            thresholdNo,
            shiftId: null,
            abnormalType: 'UNSCHEDULED_WORK' as const,
            thresholdMinutes: UNSCHEDULED_MINUTES,
          },
        ],
  );
}

/** The outage during each shift that had one. */
async function outagesDuring(tx: Tx, found: readonly Found[]): Promise<ReadonlyMap<string, Outage>> {
  const shiftIds = found.flatMap(({ shiftId }) => shiftId ?? []);
  if (shiftIds.length === 0) return new Map();
  const shifts = await tx
    .selectFrom('workShift')
    .select(['shiftId', 'startsAt', 'endsAt'])
    .where('shiftId', 'in', shiftIds)
    .execute();
  const from = new Date(Math.min(...shifts.map(({ startsAt }) => startsAt.getTime())));
  const to = new Date(Math.max(...shifts.map(({ endsAt }) => endsAt.getTime())));
  const outages = await outagesBetween(tx, from, to);
  return new Map(
    shifts.flatMap(({ shiftId, startsAt, endsAt }): [string, Outage][] => {
      const outage = outages.find((one) => one.from < endsAt && one.to > startsAt);
      return outage === undefined ? [] : [[shiftId, outage]];
    }),
  );
}

/** What was found before stays as it is. Of a shift during which the system was down, nothing speaks against the person. */
async function keep(tx: Tx, found: readonly Found[], now: Date) {
  if (found.length === 0) return [];
  const outages = await outagesDuring(tx, found);
  const made = await tx
    .insertInto('abnormalDay')
    .values(
      found.map((one) => {
        const outage = outages.get(one.shiftId ?? '');
        return {
          ...one,
          resolveStatus: outage === undefined ? ('OPEN' as const) : advance(abnormalDayMachine, 'OPEN', 'excuse'),
          resolveReason:
            outage === undefined ? null : `System unavailable ${shownTime(outage.from)}–${shownTime(outage.to)}`,
          resolvedAt: outage === undefined ? null : now,
        };
      }),
    )
    .onConflict((conflict) => conflict.columns(['userNo', 'workDate', 'abnormalType']).doNothing())
    .returningAll()
    .execute();
  await publishEvent(
    tx,
    made.map(({ abnormalId, userNo, workDate, abnormalType, measuredMinutes }) => ({
      topic: 'abnormalDay.find',
      subjectType: 'abnormalDay',
      subjectNo: abnormalId,
      after: { userNo, workDate, abnormalType, measuredMinutes },
    })),
  );
  return made;
}

interface Known {
  readonly thresholds: ReadonlyMap<string, Threshold>;
  readonly now: Date;
}

/** One warning for a group's day, while nobody has resolved the one before. */
async function warnOfDays(tx: Tx, made: readonly Found[], { thresholds, now }: Known): Promise<string[]> {
  const warned: string[] = [];
  for (const members of Map.groupBy(made, ({ deptNo, workDate }) => abnormalKey(deptNo, workDate)).values()) {
    const [first] = members;
    if (!first) continue;
    const { deptNo, workDate } = first;
    const group = await groupOf(tx, deptNo);
    const count = members.length;
    const days = count === 1 ? '1 abnormal day' : `${count} abnormal days`;
    const warningNo = await raiseWarning(tx, {
      warningLevel: 'ATTENTION',
      sourceType: 'ATTENDANCE',
      sourceKey: abnormalKey(deptNo, workDate),
      subject: `${group.deptName}: ${days} on ${shownDay(workDate)}`,
      subjectZh: `${group.deptName}：${shownDay(workDate)} 有 ${count} 条异常考勤`,
      subjectPath: pathOf(workDate),
      amountCents: null,
      merchantNo: null,
      roleNos: rolesOf(members, thresholds),
      assigneeUserNo: group.leaderUserNo,
      raisedAt: now,
    });
    if (warningNo !== null) warned.push(warningNo);
  }
  return warned;
}

/** Of a group's day below the rate one warning, ever. */
async function warnOfRates(tx: Tx, shifts: readonly SeenShift[], { thresholds, now }: Known): Promise<string[]> {
  const limitsOf = ({ thresholdNo }: SeenShift) => thresholds.get(thresholdNo ?? '');
  const days = groupDaysOf(shifts, (shift) => {
    const limits = limitsOf(shift);
    return limits !== undefined && isAbsent(shift, limits);
  });
  const warned: string[] = [];
  for (const day of days) {
    const members = shifts.filter(({ deptNo, workDate }) => deptNo === day.deptNo && workDate === day.workDate);
    const below = Math.max(...members.map((shift) => limitsOf(shift)?.groupRateBelow ?? 0));
    if (day.ratePercent >= below || (await isTold(tx, day))) continue;
    const group = await groupOf(tx, day.deptNo);
    const warningNo = await raiseWarning(tx, {
      warningLevel: 'ATTENTION',
      sourceType: 'ATTENDANCE',
      sourceKey: rateKey(day.deptNo, day.workDate),
      subject: `${group.deptName}: attendance ${day.ratePercent}% on ${shownDay(day.workDate)}, below ${below}%`,
      subjectZh: `${group.deptName}：${shownDay(day.workDate)} 出勤率 ${day.ratePercent}%，低于 ${below}%`,
      subjectPath: pathOf(day.workDate),
      amountCents: null,
      merchantNo: null,
      roleNos: rolesOf(members, thresholds),
      assigneeUserNo: group.leaderUserNo,
      raisedAt: now,
    });
    if (warningNo !== null) warned.push(warningNo);
  }
  return warned;
}

async function isTold(tx: Tx, { deptNo, workDate }: GroupDay): Promise<boolean> {
  const before = await tx
    .selectFrom('warning')
    .select('warningNo')
    .where('sourceType', '=', 'ATTENDANCE')
    .where('sourceKey', '=', rateKey(deptNo, workDate))
    .limit(1)
    .executeTakeFirst();
  return before !== undefined;
}

async function groupOf(tx: Tx, deptNo: string) {
  return await tx
    .selectFrom('department')
    .select(['deptName', 'leaderUserNo'])
    .where('deptNo', '=', deptNo)
    .executeTakeFirstOrThrow();
}

function rolesOf(
  members: readonly { readonly thresholdNo: string | null }[],
  thresholds: ReadonlyMap<string, Threshold>,
): string[] {
  return [...new Set(members.flatMap(({ thresholdNo }) => thresholds.get(thresholdNo ?? '')?.notifyRoleNos ?? []))];
}

const pathOf = (workDate: BusinessDate) =>
  `/AdminContent/ScheduleManage/ScheduleAbnormalThreshold?tab=days&workDate=${workDate}..${workDate}`;
