import type { ParsedRequestOf, payment, ReplyOf } from '@kituo/sdk/contracts';
import type { CommandContext } from '../../../http/implement.ts';
import { reachFlow, reachOrder } from './reach.ts';
import { lockFlow } from './receive-flow.ts';
import { recordOnLoan } from './record-loan.ts';
import { applyCredit } from './use-credit.ts';
import { refuseClosed } from './write-off.ts';

/** Uses credit on a loan. @throws AppError ORDER_NOT_FOUND, SERIAL_NOT_FOUND, and of `applyCredit` */
export async function commitCredit(
  request: ParsedRequestOf<typeof payment.creditUse>,
  call: CommandContext,
): Promise<ReplyOf<typeof payment.creditUse>> {
  const { tx, caller } = call;
  const { orderNo, flowNo } = request;
  const { merchantNo } = await reachOrder(tx, caller.scope, orderNo);
  await reachFlow(tx, caller.scope, flowNo);
  await refuseClosed(tx, request);
  const about = { action: 'payment.creditUse', orderNo, merchantNo, flowNos: [flowNo] };
  const applied = await recordOnLoan(call, about, async () => {
    const { version } = await lockFlow(tx, flowNo);
    return await applyCredit(tx, {
      ...request,
      acknowledged: request.acknowledged ?? [],
      makerUserNo: caller.userNo,
      idempotencyKey: `credit/${flowNo}/${version}`,
    });
  });
  const { applicationNo, decision, settledBillNos } = applied;
  const { appliedCents, surplusCents } = decision;
  return { applicationNo, appliedCents, surplusCents, settledBillNos: [...settledBillNos] };
}
