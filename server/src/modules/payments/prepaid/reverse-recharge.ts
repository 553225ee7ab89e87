import type { ParsedRequestOf, prepaid } from '@kituo/sdk/contracts';
import * as z from 'zod/mini';
import { AppError } from '../../../http/app-error.ts';
import type { CommandContext } from '../../../http/implement.ts';
import { seesMerchant } from '../../../http/merchant-scope.ts';
import { writeAudit } from '../../platform/audit/index.ts';
import { type ChangeKind, requestChange } from '../../platform/changes/index.ts';
import { reverseRecharge } from './recharges.ts';

const payload = z.strictObject({ rechargeNo: z.string(), makerUserNo: z.string() });

/** A recharge was booked that never came, or for another merchant: its mirror, once another person agrees. */
export const reverseRechargeKind: ChangeKind<z.output<typeof payload>> = {
  kind: 'rechargeRecord.reverse',
  family: 'merchantRecharge',
  title: { en: 'Reverse top-up', zh: '冲正商户充值' },
  checkerCode: 'merchant:recharge:audit',
  lapsesAfterHours: 24,
  payload,
  async describe(db, { rechargeNo }, scope) {
    const row = await db
      .selectFrom('merchantRecharge')
      .select(['merchantNo', 'amountCents', 'rechargeStatus', 'version'])
      .where('rechargeNo', '=', rechargeNo)
      .executeTakeFirst();
    if (!row || !seesMerchant(scope, row.merchantNo)) throw new AppError('RECHARGE_NOT_FOUND');
    const { merchantNo, amountCents, rechargeStatus, version } = row;
    return {
      subjectNo: rechargeNo,
      subjectName: rechargeNo,
      before: { rechargeStatus, amountCents },
      after: { rechargeStatus: 'REVERSED' },
      concerns: [],
      merchantNos: [merchantNo],
      state: { version },
    };
  },
  async apply({ rechargeNo, makerUserNo }, call) {
    const { userNo: checkerUserNo, scope } = call.caller;
    const who = { makerUserNo, checkerUserNo, scope, at: new Date() };
    const { merchantNo, amountCents } = await reverseRecharge(call.tx, rechargeNo, who);
    await writeAudit(call.tx, call, {
      action: 'rechargeRecord.reversed',
      subjectType: 'recharge',
      subjectNo: rechargeNo,
      merchantNo,
      before: { rechargeStatus: 'APPROVED' },
      after: { rechargeStatus: 'REVERSED', amountCents },
    });
    return { rechargeNo };
  },
};

/** @throws AppError RECHARGE_NOT_FOUND, ILLEGAL_TRANSITION, PREPAID_SHORT, CHANGE_WAITING */
export async function askToReverse(
  { rechargeNo, reason }: ParsedRequestOf<typeof prepaid.rechargeReverse>,
  call: CommandContext,
): Promise<{ changeNo: string }> {
  const makerUserNo = call.caller.userNo;
  const request = { rechargeNo, makerUserNo };
  return { changeNo: await requestChange(reverseRechargeKind, request, call, reason) };
}
