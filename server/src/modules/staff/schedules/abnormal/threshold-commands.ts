import type { attendanceThreshold, ParsedRequestOf, ReplyOf } from '@kituo/sdk/contracts';
import { sql } from 'kysely';
import type { Tx } from '../../../../db/database.ts';
import { lockOne } from '../../../../db/lock-one.ts';
import { noteMade } from '../../../../db/tx-notes.ts';
import { AppError } from '../../../../http/app-error.ts';
import type { CommandContext } from '../../../../http/implement.ts';
import { transition, writeAudit } from '../../../platform/audit/index.ts';
import { businessDateOf } from '../../../platform/policy/index.ts';
import { attendanceThresholdMachine } from './attendance-threshold.machine.ts';

type Moved = ReplyOf<typeof attendanceThreshold.save>;
type Form = ParsedRequestOf<typeof attendanceThreshold.save>;
type One = ParsedRequestOf<typeof attendanceThreshold.enable>;

/** One writer of thresholds at a time: two of a group and date are else both found alone. */
async function lockThresholds(tx: Tx): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('attendance_threshold'))`.execute(tx);
}

/** @throws AppError THRESHOLD_EXISTS where a group has one of the staff type from that day already */
async function refuseSecond(
  tx: Tx,
  { deptNos, staffType, effectiveFrom }: Pick<Form, 'deptNos' | 'staffType' | 'effectiveFrom'>,
): Promise<void> {
  const other = await tx
    .selectFrom('attendanceThreshold')
    .select('thresholdNo')
    .where('thresholdStatus', 'in', ['PENDING_APPROVAL', 'ENABLED'])
    .where('effectiveFrom', '=', effectiveFrom)
    .where(sql<boolean>`staff_type is not distinct from ${staffType}::text`)
    .where(sql<boolean>`dept_nos && ${[...deptNos]}::text[]`)
    .limit(1)
    .executeTakeFirst();
  if (other) throw new AppError('THRESHOLD_EXISTS', { fields: ['effectiveFrom'] });
}

async function refuseUnknown(tx: Tx, { deptNos, notifyRoleNos }: Form): Promise<void> {
  const groups = await tx.selectFrom('department').select('deptNo').where('deptNo', 'in', deptNos).execute();
  if (groups.length !== new Set(deptNos).size) throw new AppError('REFERENCE_UNKNOWN', { fields: ['deptNos'] });
  const roles = await tx.selectFrom('role').select('roleNo').where('roleNo', 'in', notifyRoleNos).execute();
  if (roles.length !== new Set(notifyRoleNos).size) {
    throw new AppError('REFERENCE_UNKNOWN', { fields: ['notifyRoleNos'] });
  }
}

/** @throws AppError ABSENT_NOT_ABOVE_LATE, THRESHOLD_FROM_PAST, THRESHOLD_EXISTS, REFERENCE_UNKNOWN */
export async function saveThreshold(form: Form, call: CommandContext): Promise<Moved> {
  const { tx, caller } = call;
  if (form.absentMinutes <= form.lateMinutes)
    throw new AppError('ABSENT_NOT_ABOVE_LATE', { fields: ['absentMinutes'] });
  if (form.effectiveFrom < businessDateOf(new Date())) {
    throw new AppError('THRESHOLD_FROM_PAST', { fields: ['effectiveFrom'] });
  }
  await refuseUnknown(tx, form);
  await lockThresholds(tx);
  await refuseSecond(tx, form);
  const made = await tx
    .insertInto('attendanceThreshold')
    .values({
      ...form,
      deptNos: [...new Set(form.deptNos)],
      notifyRoleNos: [...new Set(form.notifyRoleNos)],
      makerUserNo: caller.userNo,
    })
    .returning(['thresholdNo', 'thresholdStatus'])
    .executeTakeFirstOrThrow();
  noteMade(tx, `attendance threshold ${made.thresholdNo}`);
  await writeAudit(tx, call, {
    action: 'attendanceThreshold.save',
    subjectType: 'attendanceThreshold',
    subjectNo: made.thresholdNo,
    after: { ...form, thresholdStatus: made.thresholdStatus },
  });
  return made;
}

async function lockThreshold({ thresholdNo, version }: One, tx: Tx) {
  await lockThresholds(tx);
  const row = await lockOne(
    tx,
    tx.selectFrom('attendanceThreshold').selectAll().where('thresholdNo', '=', thresholdNo),
    {
      missing: 'THRESHOLD_NOT_FOUND',
      subject: `attendance threshold ${thresholdNo}`,
      state: (one) => one.version,
    },
  );
  if (row.version !== version) throw new AppError('STALE');
  return row;
}

async function move(
  before: Awaited<ReturnType<typeof lockThreshold>>,
  command: 'approve' | 'reject' | 'enable' | 'disable',
  call: CommandContext,
  reason?: string,
): Promise<Moved> {
  const { tx, caller } = call;
  const { thresholdNo } = before;
  const isDecision = command === 'approve' || command === 'reject';
  const thresholdStatus = await transition(call, {
    machine: attendanceThresholdMachine,
    command,
    of: before,
    field: 'thresholdStatus',
    write: async (status) =>
      await tx
        .updateTable('attendanceThreshold')
        .set({
          thresholdStatus: status,
          version: before.version + 1,
          ...(isDecision && { checkerUserNo: caller.userNo, decisionReason: reason ?? null }),
        })
        .where('thresholdNo', '=', thresholdNo)
        .execute(),
    audit: {
      action: `attendanceThreshold.${command}`,
      subjectType: 'attendanceThreshold',
      subjectNo: thresholdNo,
      ...(reason !== undefined && { reason }),
    },
  });
  return { thresholdNo, thresholdStatus };
}

/** @throws AppError THRESHOLD_NOT_FOUND, STALE, MAKER_IS_CHECKER, THRESHOLD_FROM_PAST, ILLEGAL_TRANSITION */
export async function decideThreshold(
  { isApproved, reason, ...one }: ParsedRequestOf<typeof attendanceThreshold.approve>,
  call: CommandContext,
): Promise<Moved> {
  const before = await lockThreshold(one, call.tx);
  if (before.makerUserNo === call.caller.userNo) throw new AppError('MAKER_IS_CHECKER');
  // Days that are over keep the threshold that people knew of.
  if (
    isApproved &&
    before.thresholdStatus === 'PENDING_APPROVAL' &&
    before.effectiveFrom < businessDateOf(new Date())
  ) {
    throw new AppError('THRESHOLD_FROM_PAST');
  }
  return await move(before, isApproved ? 'approve' : 'reject', call, reason);
}

/** @throws AppError THRESHOLD_NOT_FOUND, STALE, ILLEGAL_TRANSITION, THRESHOLD_EXISTS */
export async function switchThreshold(command: 'enable' | 'disable', one: One, call: CommandContext): Promise<Moved> {
  const before = await lockThreshold(one, call.tx);
  if (command === 'enable' && before.thresholdStatus === 'DISABLED') await refuseSecond(call.tx, before);
  return await move(before, command, call);
}
