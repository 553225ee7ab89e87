import type { ParsedRequestOf, ReplyOf, servicePersonnel } from '@kituo/sdk/contracts';
import { AppError } from '../../../http/app-error.ts';
import type { CommandCall } from '../../../http/implement.ts';
import { writeAudit } from '../../platform/audit/index.ts';
import { lockPersonnel, readPersonnel } from '../../staff/personnel/index.ts';
import { handOverEntries } from '../call-lists/index.ts';
import { handOverFeedback } from '../feedback/index.ts';

/** @throws AppError PERSONNEL_NOT_FOUND, PERSONNEL_SUCCESSOR, NOTHING_CHANGES */
export async function handOver(
  { userNo, toUserNo, reason }: ParsedRequestOf<typeof servicePersonnel.handOver>,
  call: CommandCall,
): Promise<ReplyOf<typeof servicePersonnel.handOver>> {
  const { tx, caller } = call;
  await lockPersonnel(tx, 'SERVICE', [userNo, toUserNo]);
  const people = await readPersonnel(tx, 'SERVICE', caller.scope, [userNo, toUserNo]);
  const from = people.find((person) => person.userNo === userNo);
  const to = people.find((person) => person.userNo === toUserNo);
  if (!from) throw new AppError('PERSONNEL_NOT_FOUND');
  if (!to || to === from || to.personnelStatus !== 'NORMAL' || to.userStatus !== 'NORMAL') {
    throw new AppError('PERSONNEL_SUCCESSOR', { fields: ['toUserNo'] });
  }
  const move = { userNo, toUserNo, merchantNos: to.merchants.map(({ merchantNo }) => merchantNo) };
  const handedOver = (await handOverFeedback(move, call)) + (await handOverEntries(move, 'SERVICE', call));
  if (handedOver === 0) throw new AppError('NOTHING_CHANGES');
  const kept = from.open - handedOver;
  await writeAudit(tx, call, {
    action: 'customerService:personnel:handOver',
    subjectType: 'serviceStaff',
    subjectNo: userNo,
    after: { toUserNo, handedOver, kept },
    ...(reason !== undefined && { reason }),
  });
  return { handedOver, kept };
}
