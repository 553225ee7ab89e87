import { needed } from '../../../needed.ts';
import type { Tx } from '../../../db/database.ts';
import { publishEvent } from '../../platform/audit/index.ts';
import { advance } from '../../../state-machine/index.ts';
import { flowMachine, lockFlow, moveOfFlow, type PaymentFlow } from '../payments/index.ts';
import { createAttempt, type PayoutAttempt, type PayoutSubject } from '../../lending/payouts/index.ts';
import { bankAccount } from './bank-account.ts';
import { reverseReceipt } from './statement-commands.ts';

/**
 * A flow that the channel takes back, all of which is held since somebody requested it. Nothing is posted before the
 * channel's yes: its receipt is mirrored then, and with a no the flow is what it was.
 */
export const reversalPayout: PayoutSubject = {
  postsAtEnd: true,
  sent: async () => await Promise.resolve([]),
  async succeeded(tx, attempt) {
    const { flowNo, flowStatus: before, merchantNo } = await release(tx, attempt);
    const flow = await lockFlow(tx, flowNo);
    const { makerUserNo, checkerUserNo } = attempt;
    const maker = needed(makerUserNo, `who asked for ${attempt.attemptNo}`);
    const people = { makerUserNo: maker, userNo: checkerUserNo ?? maker };
    const flowStatus = await reverseReceipt(tx, flow, people);
    await publishEvent(tx, {
      topic: 'flow.reverse',
      subjectType: 'flow',
      subjectNo: flowNo,
      merchantNo,
      before: { flowStatus: before },
      after: { flowStatus, amountCents: attempt.amountCents },
    });
    return [];
  },
  async failed(tx, attempt) {
    await release(tx, attempt);
  },
};

/**
 * An attempt at having the channel take a flow back, all of which is held. Sent after the commit, like every payout.
 * @returns the attempt's number.
 * @throws AppError ILLEGAL_TRANSITION, PAYOUT_LIVE
 */
export async function createReversal(
  tx: Tx,
  held: PaymentFlow,
  { makerUserNo, checkerUserNo }: { makerUserNo: string; checkerUserNo: string | undefined },
): Promise<string> {
  advance(flowMachine, held.flowStatus, 'reverse');
  return await createAttempt(tx, {
    subjectType: 'REVERSAL',
    subjectNo: held.flowNo,
    merchantNo: held.merchantNo,
    payoutChannel: held.paymentChannel,
    account: bankAccount(held.accountCode),
    amountCents: held.amountCents,
    payeePhone: held.payerPhone,
    payeeName: held.payerName ?? '',
    reversesReference: held.paymentCode,
    makerUserNo,
    ...(checkerUserNo !== undefined && { checkerUserNo }),
  });
}

async function release(tx: Tx, { subjectNo, amountCents }: PayoutAttempt) {
  const flow = await lockFlow(tx, subjectNo);
  await moveOfFlow(tx, flow, { heldCents: -amountCents });
  return flow;
}
