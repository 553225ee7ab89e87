import { needed } from '../../../needed.ts';
import type { CommandContext } from '../../../http/implement.ts';
import { writeAudit } from '../../platform/audit/index.ts';
import { type LoanOrder, closeReReview, passOrder, refuseOrder, returnOrder } from '../../lending/orders/index.ts';
import type { Rules } from './bounds.ts';
import type { Decision } from './check-form.ts';

/** Carries a decision out: the order moves, its live re-review ends with it, the log says so. */
export async function applyDecision(
  call: Pick<CommandContext, 'tx' | 'caller' | 'requestId' | 'address'>,
  decision: Decision,
  reviewerUserNo: string,
  rules: Pick<Rules, 'returnDays'> & { readonly coolOffDays: number },
): Promise<LoanOrder> {
  const { tx } = call;
  const { orderNo, auditResult, remark, refuseCode, approvedCents } = decision;
  const moved = await moveBy(call, decision, reviewerUserNo, rules);
  await closeReReview(tx, moved, reviewerUserNo);
  await writeAudit(tx, call, {
    action: `orderAudit.${auditResult.toLowerCase()}`,
    subjectType: 'order',
    subjectNo: orderNo,
    before: { orderStatus: 'PENDING_REVIEW' },
    after: {
      orderStatus: moved.orderStatus,
      ...(approvedCents !== null && { approvedCents }),
      ...(refuseCode !== null && { refuseCode }),
      reviewerUserNo,
    },
    ...(remark !== null && remark !== '' && { reason: remark }),
  });
  return moved;
}

async function moveBy(
  { tx }: Pick<CommandContext, 'tx'>,
  { orderNo, auditResult, approvedCents, refuseCode, remark }: Decision,
  userNo: string,
  { returnDays, coolOffDays }: { readonly returnDays: number; readonly coolOffDays: number },
): Promise<LoanOrder> {
  const said = remark === null || remark === '' ? {} : { remark };
  switch (auditResult) {
    case 'PASS':
      return await passOrder(
        tx,
        orderNo,
        { approvedCents: needed(approvedCents, 'the approved amount'), ...said },
        { userNo },
      );
    case 'REFUSE': {
      const refusal = { refuseCode: needed(refuseCode, 'the reason of a refusal'), coolOffDays, ...said };
      return await refuseOrder(tx, orderNo, refusal, { userNo });
    }
    case 'REJECT': {
      const acting = { userNo, returnDays, refuseCode: needed(refuseCode, 'the reason of a return') };
      return await returnOrder(tx, orderNo, remark ?? '', acting);
    }
  }
}
