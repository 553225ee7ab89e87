import type { Tx } from '../db/database.ts';
import { addDays, businessDateOf, startOfBusinessDate } from '../ground/business-date.ts';

const TYPES = [
  ['D', 'Day', '08:00', '17:00', 60, '#2d72d2'],
  ['E', 'Evening', '12:00', '20:00', 30, '#935610'],
] as const;
const GROUP = 'D0009';
const PLANNER = 'U000001';

/** Customer service works to a plan: the last week is over, next week is published, the one after is a draft. */
export async function seedSchedules(tx: Tx, now: Date): Promise<void> {
  await tx
    .insertInto('shiftType')
    .values(
      TYPES.map(([shiftType, shiftTypeName, startsAt, endsAt, breakMinutes, colour]) => ({
        shiftType,
        shiftTypeName,
        startsAt,
        endsAt,
        breakMinutes,
        colour,
        countsAsAttendance: true,
      })),
    )
    .execute();
  const today = businessDateOf(now);
  await seedPlan(tx, addDays(today, -30));
  const people = await tx
    .selectFrom('appUser')
    .select('userNo')
    .where('deptNo', '=', GROUP)
    .orderBy('userNo')
    .execute();
  const rows = people.flatMap(({ userNo }, person) =>
    Array.from({ length: 21 }, (_, index) => addDays(today, index - 6)).flatMap((workDate) => {
      const weekday = new Date(`${workDate}T12:00:00Z`).getUTCDay();
      // Two rest days a week, each person's own; today is left to the demonstration.
      if (workDate === today || weekday === person % 7 || weekday === (person + 3) % 7) return [];
      const [shiftType, , startsAt, endsAt, breakMinutes] = person % 3 === 2 ? TYPES[1] : TYPES[0];
      const at = (text: string) =>
        new Date(startOfBusinessDate(workDate).getTime() + Number(text.slice(0, 2)) * 3_600_000);
      const isPublished = workDate <= addDays(today, 7);
      return [
        {
          userNo,
          workDate,
          shiftType,
          breakMinutes,
          updatedBy: PLANNER,
          startsAt: at(startsAt),
          endsAt: at(endsAt),
          shiftStatus: isPublished ? ('PUBLISHED' as const) : ('DRAFT' as const),
        },
      ];
    }),
  );
  await tx.insertInto('workShift').values(rows).execute();
  await seedChanges(tx, today);
  await seedAbnormalDays(tx, now);
}

async function seedPlan(tx: Tx, effectiveFrom: string): Promise<void> {
  const plans = [
    ['Customer service', GROUP, 'ENABLED'],
    ['Telemarketing, old', 'D0008', 'DISABLED'],
  ] as const;
  for (const [planName, deptNo, planStatus] of plans) {
    const { planNo } = await tx
      .insertInto('schedulePlan')
      .values({ planStatus })
      .returning('planNo')
      .executeTakeFirstOrThrow();
    await tx
      .insertInto('schedulePlanVersion')
      .values({
        planNo,
        versionNo: 1,
        planName,
        deptNos: [deptNo],
        maxConsecutiveDays: 6,
        weeklyAttendanceDays: 5,
        dailyAttendanceRates: [60, 60, 60, 60, 60, 50, 50],
        shiftShares: JSON.stringify([]),
        newStaffWithOldStaff: false,
        maxWeeklyNights: 2,
        holidayRate: 30,
        covers: JSON.stringify(
          planStatus === 'ENABLED' ? [{ shiftType: null, language: 'sw', staffType: null, people: 1 }] : [],
        ),
        effectiveFrom,
        updatedBy: PLANNER,
      })
      .execute();
  }
}

async function seedChanges(tx: Tx, today: string): Promise<void> {
  const decided = { approverUserNo: PLANNER, decidedAt: new Date() };
  await tx
    .insertInto('scheduleChange')
    .values([
      { userNo: 'U000007', changeType: 'LEAVE', shiftDate: addDays(today, 12), reason: 'Family event' },
      {
        userNo: 'U000034',
        changeType: 'LEAVE',
        shiftDate: addDays(today, 16),
        reason: 'Medical',
        changeStatus: 'APPROVED',
        ...decided,
      },
      {
        userNo: 'U000007',
        changeType: 'LEAVE',
        shiftDate: addDays(today, 3),
        reason: 'Travel',
        changeStatus: 'REJECTED',
        rejectReason: 'Too few people that day',
        ...decided,
      },
      {
        userNo: 'U000036',
        changeType: 'LEAVE',
        shiftDate: addDays(today, 4),
        reason: 'Moving house',
        changeStatus: 'WITHDRAWN',
      },
    ])
    .execute();
}

const MINUTES = { lateMinutes: 10, earlyLeaveMinutes: 15, absentMinutes: 120, idleMinutes: 60 };
/** Type, measured, threshold, explanation, state. */
const FOUND = [
  ['LATE', 24, MINUTES.lateMinutes, 'The road was flooded', 'OPEN'],
  ['ABSENT', 540, MINUTES.absentMinutes, null, 'OPEN'],
  ['EARLY_LEAVE', 45, MINUTES.earlyLeaveMinutes, 'Left for the clinic', 'EXCUSED'],
  ['IDLE', 95, MINUTES.idleMinutes, null, 'CONFIRMED'],
  ['LATE', 13, MINUTES.lateMinutes, null, 'OPEN'],
] as const;
const MANAGER = 'U000034';

/** Thresholds in every state, the one in force from today on, and what the one before found of the last week. */
async function seedAbnormalDays(tx: Tx, now: Date): Promise<void> {
  const today = businessDateOf(now);
  const of = { ...MINUTES, deptNos: [GROUP], groupRateBelow: 60, notifyRoleNos: ['R-001'], makerUserNo: PLANNER };
  const decided = { checkerUserNo: MANAGER };
  const [before] = await tx
    .insertInto('attendanceThreshold')
    .values([
      { ...of, ...decided, effectiveFrom: addDays(today, -30), thresholdStatus: 'DISABLED' },
      { ...of, ...decided, effectiveFrom: today, thresholdStatus: 'ENABLED' },
      { ...of, effectiveFrom: addDays(today, 7), lateMinutes: 5 },
      {
        ...of,
        ...decided,
        effectiveFrom: addDays(today, 14),
        lateMinutes: 0,
        thresholdStatus: 'REJECTED',
        decisionReason: 'Nobody signs in on the minute',
      },
    ])
    .returning('thresholdNo')
    .execute();
  const shifts = await tx
    .selectFrom('workShift')
    .select(['shiftId', 'userNo', 'workDate', 'endsAt'])
    .where('workDate', '<', today)
    .orderBy('workDate', 'desc')
    .orderBy('userNo')
    .limit(FOUND.length)
    .execute();
  await tx
    .insertInto('abnormalDay')
    .values(
      shifts.flatMap(({ endsAt, ...shift }, index) => {
        const [abnormalType, measuredMinutes, thresholdMinutes, explanation, resolveStatus] = FOUND[index] ?? FOUND[0];
        const isResolved = resolveStatus !== 'OPEN';
        return {
          ...shift,
          abnormalType,
          measuredMinutes,
          thresholdMinutes,
          explanation,
          resolveStatus,
          deptNo: GROUP,
          thresholdNo: before?.thresholdNo ?? '',
          foundAt: endsAt,
          explainedAt: explanation === null ? null : endsAt,
          resolvedAt: isResolved ? now : null,
          resolvedBy: isResolved ? PLANNER : null,
          resolveReason: isResolved ? 'Checked with the group' : null,
        };
      }),
    )
    .execute();
}
