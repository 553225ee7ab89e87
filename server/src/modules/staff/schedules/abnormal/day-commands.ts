import { abnormalDay, type ParsedRequestOf, type ReplyOf } from '@kituo/sdk/contracts';
import type { Selectable } from 'kysely';
import * as z from 'zod/mini';
import type { Tx } from '../../../../db/database.ts';
import { lockOne } from '../../../../db/lock-one.ts';
import { AppError } from '../../../../http/app-error.ts';
import type { CommandContext } from '../../../../http/implement.ts';
import { advance } from '../../../../state-machine/machine.ts';
import { transition, writeAudit } from '../../../platform/audit/index.ts';
import { asCommand, createJob, defineJob, type ItemsKind } from '../../../platform/jobs/index.ts';
import { businessDateOf } from '../../../platform/policy/index.ts';
import { autoResolve, publishWarnings } from '../../../platform/warnings/index.ts';
import { proposeRecord } from '../../discipline/index.ts';
import { peopleSeen } from '../people.ts';
import { abnormalDayMachine } from './abnormal-day.machine.ts';
import type { AbnormalType } from './classify.ts';
import { lastExplainDay } from './day-list.ts';
import { abnormalKey } from './find-abnormal.ts';
import type { AbnormalDayTable } from './tables.ts';

type Moved = ReplyOf<typeof abnormalDay.resolve>;
type Day = Selectable<AbnormalDayTable>;

/** The discipline record that a confirmed day proposes; who confirms the record changes nothing of it. */
const PROPOSED = {
  LATE: { disciplineType: 'LATE', disciplineLevel: 'NOTICE', points: 2 },
  EARLY_LEAVE: { disciplineType: 'EARLY_LEAVE', disciplineLevel: 'NOTICE', points: 2 },
  ABSENT: { disciplineType: 'ABSENT', disciplineLevel: 'WARNING', points: 10 },
  IDLE: { disciplineType: 'OTHER', disciplineLevel: 'NOTICE', points: 1 },
  UNSCHEDULED_WORK: { disciplineType: 'OTHER', disciplineLevel: 'NOTICE', points: 0 },
} as const satisfies Record<AbnormalType, object>;
const WORDS: Readonly<Record<AbnormalType, string>> = {
  LATE: 'Late',
  EARLY_LEAVE: 'Left early',
  ABSENT: 'Absent',
  IDLE: 'Idle',
  UNSCHEDULED_WORK: 'Work without a shift',
};

async function lockDay(tx: Tx, abnormalId: string): Promise<Day> {
  return await lockOne(tx, tx.selectFrom('abnormalDay').selectAll().where('abnormalId', '=', abnormalId), {
    missing: 'ABNORMAL_NOT_FOUND',
    subject: `abnormal day ${abnormalId}`,
    state: (row) => row.version,
  });
}

async function isSeen(tx: Tx, userNo: string, { caller }: CommandContext): Promise<boolean> {
  const found = await tx
    .selectFrom('appUser as u')
    .select('u.userNo')
    .where('u.userNo', '=', userNo)
    .where(peopleSeen(caller.scope))
    .executeTakeFirst();
  return found !== undefined;
}

interface Decision {
  readonly resolution: 'EXCUSED' | 'CONFIRMED';
  readonly reason: string;
}

async function resolveDay(
  abnormalId: string,
  { resolution, reason, version }: Decision & { readonly version?: number },
  call: CommandContext,
): Promise<Moved> {
  const { tx, caller } = call;
  const day = await lockDay(tx, abnormalId);
  if (!(await isSeen(tx, day.userNo, call))) throw new AppError('ABNORMAL_NOT_FOUND');
  if (day.userNo === caller.userNo) throw new AppError('ABNORMAL_OWN');
  if (day.resolveStatus !== 'OPEN') throw new AppError('ABNORMAL_RESOLVED');
  if (version !== undefined && day.version !== version) throw new AppError('STALE');
  const command = resolution === 'EXCUSED' ? 'excuse' : 'confirm';
  const recordNo = resolution === 'CONFIRMED' ? await propose(day, reason, tx) : null;
  await settle(day, command, { reason, recordNo }, call);
  return { abnormalId: day.abnormalId, resolveStatus: resolution };
}

/** Moves a day out of OPEN or CONFIRMED; the group's warning resolves itself with the last open day. */
async function settle(
  day: Day,
  command: 'excuse' | 'confirm' | 'correct',
  { reason, recordNo }: { readonly reason: string; readonly recordNo: string | null },
  call: CommandContext,
): Promise<void> {
  const { tx, caller, services } = call;
  await transition(call, {
    machine: abnormalDayMachine,
    command,
    of: day,
    field: 'resolveStatus',
    write: async (resolveStatus) =>
      await tx
        .updateTable('abnormalDay')
        .set({
          resolveStatus,
          resolveReason: reason,
          resolvedBy: caller.userNo,
          resolvedAt: new Date(),
          version: day.version + 1,
        })
        .where('abnormalId', '=', day.abnormalId)
        .execute(),
    audit: {
      action: `abnormalDay.${command}`,
      subjectType: 'abnormalDay',
      subjectNo: day.abnormalId,
      ...(recordNo !== null && { after: { disciplineRecordNo: recordNo } }),
      reason,
    },
  });
  const left = await tx
    .selectFrom('abnormalDay')
    .select('abnormalId')
    .where('deptNo', '=', day.deptNo)
    .where('workDate', '=', day.workDate)
    .where('resolveStatus', '=', 'OPEN')
    .limit(1)
    .executeTakeFirst();
  if (left) return;
  const of = { sourceType: 'ATTENDANCE', sourceKey: abnormalKey(day.deptNo, day.workDate) };
  const warningNos = await autoResolve(tx, of, call);
  if (warningNos.length > 0) call.afterCommit(async () => await publishWarnings(call.db, services.events, warningNos));
}

async function propose(day: Day, reason: string, tx: Tx): Promise<string | null> {
  const { abnormalType, measuredMinutes, thresholdMinutes } = day;
  return await proposeRecord(tx, {
    ...PROPOSED[abnormalType],
    userNo: day.userNo,
    happenedOn: day.workDate,
    content: `${WORDS[abnormalType]}: ${measuredMinutes} minutes, threshold ${thresholdMinutes}. ${reason}`,
    source: 'SCHEDULE',
    sourceRef: day.abnormalId,
  });
}

/** @throws AppError ABNORMAL_NOT_FOUND, ABNORMAL_OWN, ABNORMAL_RESOLVED, STALE */
export async function resolveOne(
  { abnormalId, ...decided }: ParsedRequestOf<typeof abnormalDay.resolve>,
  call: CommandContext,
): Promise<Moved> {
  return await resolveDay(abnormalId, decided, call);
}

const { shape } = abnormalDay.resolve.request;
const decision = z.strictObject({ resolution: shape.resolution, reason: shape.reason });

/** Each day in a transaction of its own. */
export const resolveDaysKind: ItemsKind<z.output<typeof decision>> = defineJob({
  kind: 'abnormalDays.resolve',
  title: { en: 'Resolve abnormal days', zh: '批量处理异常考勤' },
  code: 'schedule:abnormal:resolve',
  params: decision,
  runItem: async ({ subjectNo }, decided, run) => await resolveDay(subjectNo, decided, asCommand(run)),
});

export async function resolveMany(
  { abnormalIds, ...decided }: ParsedRequestOf<typeof abnormalDay.resolveMany>,
  call: CommandContext,
): Promise<{ jobNo: string }> {
  // In one order for everybody.
  const items = [...new Set(abnormalIds)].toSorted().map((subjectNo) => ({ subjectNo, input: null }));
  return { jobNo: await createJob(resolveDaysKind, decided, call, items) };
}

/** @throws AppError ABNORMAL_NOT_FOUND, ABNORMAL_EXPLAINED, ABNORMAL_EXPLAIN_LATE, ABNORMAL_RESOLVED, STALE */
export async function explainDay(
  { abnormalId, version, explanation }: ParsedRequestOf<typeof abnormalDay.explain>,
  call: CommandContext,
): Promise<Moved> {
  const { tx, caller } = call;
  const day = await lockDay(tx, abnormalId);
  if (day.userNo !== caller.userNo) throw new AppError('ABNORMAL_NOT_FOUND');
  if (day.explanation !== null) throw new AppError('ABNORMAL_EXPLAINED');
  if (day.resolveStatus !== 'OPEN') throw new AppError('ABNORMAL_RESOLVED');
  if (day.version !== version) throw new AppError('STALE');
  if (businessDateOf(new Date()) > lastExplainDay(day.foundAt)) throw new AppError('ABNORMAL_EXPLAIN_LATE');
  const resolveStatus = advance(abnormalDayMachine, day.resolveStatus, 'explain');
  await tx
    .updateTable('abnormalDay')
    .set({ explanation, explainedAt: new Date(), resolveStatus, version: day.version + 1 })
    .where('abnormalId', '=', abnormalId)
    .execute();
  await writeAudit(tx, call, {
    action: 'abnormalDay.explain',
    subjectType: 'abnormalDay',
    subjectNo: abnormalId,
    after: { explanation },
  });
  return { abnormalId, resolveStatus };
}

/** An approved correction excuses what was found of the day, resolved or not. */
export async function excuseCorrected(
  { userNo, shiftDate, reason }: { readonly userNo: string; readonly shiftDate: string; readonly reason: string },
  call: CommandContext,
): Promise<void> {
  const days = await call.tx
    .selectFrom('abnormalDay')
    .select('abnormalId')
    .where('userNo', '=', userNo)
    .where('workDate', '=', shiftDate)
    .where('shiftId', 'is not', null)
    .where('resolveStatus', '<>', 'EXCUSED')
    .orderBy('abnormalId')
    .execute();
  for (const { abnormalId } of days) {
    const day = await lockDay(call.tx, abnormalId);
    await settle(day, 'correct', { reason, recordNo: null }, call);
  }
}
