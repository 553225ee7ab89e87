import type { mySchedule, ParsedRequestOf } from '@kituo/sdk/contracts';
import type { Tx } from '../../../db/database.ts';
import { lockOne } from '../../../db/lock-one.ts';
import { noteMade } from '../../../db/tx-notes.ts';
import { AppError } from '../../../http/app-error.ts';
import type { CommandContext } from '../../../http/implement.ts';
import { transition, writeAudit } from '../../platform/audit/index.ts';
import { addDays, businessDateOf } from '../../platform/policy/index.ts';
import { applyChange, swapOf } from './change-effects.ts';
import { scheduleChangeMachine } from './schedule-change.machine.ts';
import { lockPeople } from './people.ts';

type Form = ParsedRequestOf<typeof mySchedule.apply>;
type One = ParsedRequestOf<typeof mySchedule.withdraw>;

/** @throws AppError CHANGE_…, SHIFT_… */
export async function askForChange(form: Form, call: CommandContext) {
  const { tx, caller } = call;
  await refuseDay(form);
  if (form.changeType === 'LEAVE') await refuseSecondLeave(tx, caller.userNo, form.shiftDate);
  if (form.changeType === 'SWAP') await refuseSwap(tx, form, caller.userNo);
  if (form.changeType === 'CORRECTION') {
    await refuseNoVoucher(tx, form.voucherId, caller.userNo);
    await ownShift(tx, caller.userNo, form.shiftDate);
  }
  const isSwap = form.changeType === 'SWAP';
  const { scheduleChangeNo } = await tx
    .insertInto('scheduleChange')
    .values({
      userNo: caller.userNo,
      changeType: form.changeType,
      shiftDate: form.shiftDate,
      reason: form.reason,
      withUserNo: isSwap ? form.withUserNo : null,
      withShiftDate: isSwap ? form.withShiftDate : null,
      voucherId: form.changeType === 'CORRECTION' ? form.voucherId : null,
    })
    .returning('scheduleChangeNo')
    .executeTakeFirstOrThrow();
  noteMade(tx, `schedule change ${scheduleChangeNo}`);
  await writeAudit(tx, call, {
    action: 'mySchedule.change.apply',
    subjectType: 'scheduleChange',
    subjectNo: scheduleChangeNo,
    after: { changeType: form.changeType, shiftDate: form.shiftDate, withUserNo: isSwap ? form.withUserNo : null },
  });
  return { scheduleChangeNo };
}

async function refuseDay({ changeType, shiftDate, withShiftDate }: Form): Promise<void> {
  const today = businessDateOf(new Date());
  const isFuture = shiftDate > today && (changeType !== 'SWAP' || (withShiftDate ?? '') > today);
  const isRecent = shiftDate <= today && shiftDate >= addDays(today, -7);
  if (changeType === 'CORRECTION' ? !isRecent : !isFuture) throw new AppError('CHANGE_DAY', { fields: ['shiftDate'] });
}

/** @throws AppError CHANGE_OVERLAP */
export async function refuseSecondLeave(tx: Tx, userNo: string, shiftDate: string, field = 'shiftDate'): Promise<void> {
  const other = await tx
    .selectFrom('scheduleChange')
    .select('scheduleChangeNo')
    .where('userNo', '=', userNo)
    .where('changeType', '=', 'LEAVE')
    .where('shiftDate', '=', shiftDate)
    .where('changeStatus', 'in', ['PENDING', 'APPROVED'])
    .executeTakeFirst();
  if (other) throw new AppError('CHANGE_OVERLAP', { fields: [field] });
}

async function refuseNoVoucher(tx: Tx, voucherId: string | null, userNo: string): Promise<void> {
  const found =
    voucherId === null
      ? undefined
      : await tx
          .selectFrom('attachment')
          .select('attachmentNo')
          .where('attachmentNo', '=', voucherId)
          .where('subjectType', '=', 'scheduleCorrection')
          .where('subjectNo', '=', userNo)
          .executeTakeFirst();
  if (!found) throw new AppError('CHANGE_NO_VOUCHER', { fields: ['voucherId'] });
}

async function ownShift(tx: Tx, userNo: string, workDate: string): Promise<void> {
  const found = await tx
    .selectFrom('workShift')
    .select('shiftId')
    .where('userNo', '=', userNo)
    .where('workDate', '=', workDate)
    .where('shiftStatus', '=', 'PUBLISHED')
    .executeTakeFirst();
  if (!found) throw new AppError('CHANGE_NO_SHIFT', { fields: ['shiftDate'] });
}

async function refuseSwap(tx: Tx, form: Form, userNo: string): Promise<void> {
  const people = await tx
    .selectFrom('appUser')
    .select(['userNo', 'deptNo'])
    .where('userNo', 'in', [userNo, form.withUserNo ?? ''])
    .execute();
  const groups = new Set(people.map(({ deptNo }) => deptNo));
  if (people.length !== 2 || groups.size !== 1) throw new AppError('CHANGE_NOT_COLLEAGUE', { fields: ['withUserNo'] });
  // Names the rule that the swap would break before anybody is asked.
  await swapOf(tx, {
    userNo,
    shiftDate: form.shiftDate,
    withUserNo: form.withUserNo ?? '',
    withShiftDate: form.withShiftDate ?? '',
  });
}

async function lockChange({ scheduleChangeNo, version }: One, tx: Tx) {
  const row = await lockOne(
    tx,
    tx.selectFrom('scheduleChange').selectAll().where('scheduleChangeNo', '=', scheduleChangeNo),
    { missing: 'NOT_FOUND', subject: `schedule change ${scheduleChangeNo}`, state: (one) => one.version },
  );
  if (row.version !== version) throw new AppError('STALE');
  return row;
}
type Change = Awaited<ReturnType<typeof lockChange>>;

async function move(
  before: Change,
  command: 'agree' | 'approve' | 'reject' | 'withdraw',
  values: { readonly agreedAt?: Date; readonly rejectReason?: string },
  call: CommandContext,
) {
  const { tx, caller } = call;
  const isDecision = command === 'approve' || command === 'reject';
  const changeStatus = await transition(call, {
    machine: scheduleChangeMachine,
    command,
    of: before,
    field: 'changeStatus',
    write: async (status) =>
      await tx
        .updateTable('scheduleChange')
        .set({
          ...values,
          changeStatus: status,
          version: before.version + 1,
          ...(isDecision && { approverUserNo: caller.userNo, decidedAt: new Date() }),
        })
        .where('scheduleChangeNo', '=', before.scheduleChangeNo)
        .execute(),
    audit: {
      action: `mySchedule.change.${command}`,
      subjectType: 'scheduleChange',
      subjectNo: before.scheduleChangeNo,
      ...(values.rejectReason !== undefined && { reason: values.rejectReason }),
    },
  });
  return { scheduleChangeNo: before.scheduleChangeNo, changeStatus };
}

/** @throws AppError NOT_FOUND, STALE, ILLEGAL_TRANSITION */
export async function withdrawChange(one: One, call: CommandContext) {
  const before = await lockChange(one, call.tx);
  if (before.userNo !== call.caller.userNo) throw new AppError('NOT_FOUND');
  return await move(before, 'withdraw', {}, call);
}

/** @throws AppError NOT_FOUND, STALE, ILLEGAL_TRANSITION */
export async function agreeToSwap(one: One, call: CommandContext) {
  const before = await lockChange(one, call.tx);
  if (before.withUserNo !== call.caller.userNo) throw new AppError('NOT_FOUND');
  if (before.agreedAt !== null) throw new AppError('ILLEGAL_TRANSITION');
  return await move(before, 'agree', { agreedAt: new Date() }, call);
}

async function lockToDecide(one: One, call: CommandContext): Promise<Change> {
  const { tx, caller } = call;
  const of = await tx
    .selectFrom('scheduleChange')
    .select(['userNo', 'withUserNo'])
    .where('scheduleChangeNo', '=', one.scheduleChangeNo)
    .executeTakeFirst();
  if (!of) throw new AppError('NOT_FOUND');
  if (of.userNo === caller.userNo) throw new AppError('SCHEDULE_CHANGE_OWN');
  await lockPeople(tx, [of.userNo, ...(of.withUserNo === null ? [] : [of.withUserNo])], caller.scope);
  return await lockChange(one, tx);
}

/** @throws AppError NOT_FOUND, STALE, ILLEGAL_TRANSITION, SCHEDULE_CHANGE_OWN, CHANGE_NOT_AGREED, SHIFT_… */
export async function approveChange(one: One, call: CommandContext) {
  const before = await lockToDecide(one, call);
  if (before.withUserNo === call.caller.userNo) throw new AppError('SCHEDULE_CHANGE_OWN');
  if (before.changeType === 'SWAP' && before.agreedAt === null) throw new AppError('CHANGE_NOT_AGREED');
  const decided = await move(before, 'approve', {}, call);
  await applyChange(before, call);
  return decided;
}

/** @throws AppError NOT_FOUND, STALE, ILLEGAL_TRANSITION, SCHEDULE_CHANGE_OWN */
export async function rejectChange(
  { reason, ...one }: ParsedRequestOf<typeof mySchedule.reject>,
  call: CommandContext,
) {
  const before = await lockToDecide(one, call);
  return await move(before, 'reject', { rejectReason: reason }, call);
}
