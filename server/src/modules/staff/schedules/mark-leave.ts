import type { ParsedRequestOf, scheduling } from '@kituo/sdk/contracts';
import { noteMade } from '../../../db/tx-notes.ts';
import { AppError } from '../../../http/app-error.ts';
import type { CommandContext } from '../../../http/implement.ts';
import { writeAudit } from '../../platform/audit/index.ts';
import { businessDateOf } from '../../platform/policy/index.ts';
import { refuseSecondLeave } from './change-commands.ts';
import { applyChange } from './change-effects.ts';
import { lockPeople } from './people.ts';
import { tellChanged } from './tell-changed.ts';

/**
 * Leave that a planner marks, as somebody calls in sick: approved at once, and the day's shifts are cancelled.
 * @throws AppError SCHEDULE_CHANGE_OWN, SHIFT_PAST, CHANGE_OVERLAP, REFERENCE_UNKNOWN
 */
export async function markLeave(
  { userNo, leaveDate, reason }: ParsedRequestOf<typeof scheduling.markLeave>,
  call: CommandContext,
): Promise<{ scheduleChangeNo: string }> {
  const { tx, caller } = call;
  if (userNo === caller.userNo) throw new AppError('SCHEDULE_CHANGE_OWN', { fields: ['userNo'] });
  await lockPeople(tx, [userNo], caller.scope);
  if (leaveDate < businessDateOf(new Date())) {
    throw new AppError('SHIFT_PAST', { facts: { name: userNo, date: leaveDate }, fields: ['leaveDate'] });
  }
  await refuseSecondLeave(tx, userNo, leaveDate, 'leaveDate');
  const shifts = await tx
    .selectFrom('workShift')
    .select(['userNo', 'shiftType', 'startsAt', 'endsAt', 'shiftStatus'])
    .where('userNo', '=', userNo)
    .where('workDate', '=', leaveDate)
    .where('shiftStatus', '<>', 'CANCELLED')
    .execute();
  const { scheduleChangeNo } = await tx
    .insertInto('scheduleChange')
    .values({
      userNo,
      changeType: 'LEAVE',
      shiftDate: leaveDate,
      reason,
      changeStatus: 'APPROVED',
      approverUserNo: caller.userNo,
      decidedAt: new Date(),
    })
    .returning('scheduleChangeNo')
    .executeTakeFirstOrThrow();
  noteMade(tx, `schedule change ${scheduleChangeNo}`);
  const leave = {
    userNo,
    changeType: 'LEAVE',
    shiftDate: leaveDate,
    reason,
    withUserNo: null,
    withShiftDate: null,
  } as const;
  await applyChange(leave, call);
  for (const shift of shifts) await tellChanged(tx, shift, null);
  await writeAudit(tx, call, {
    action: 'scheduling.leave',
    subjectType: 'scheduleChange',
    subjectNo: scheduleChangeNo,
    after: { userNo, leaveDate, cancelled: shifts.length },
    reason,
  });
  return { scheduleChangeNo };
}
