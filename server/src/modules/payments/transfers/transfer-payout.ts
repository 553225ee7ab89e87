import type { Tx } from '../../../db/database.ts';
import { advance } from '../../../state-machine/index.ts';
import { payoutPostings, postJournal } from '../../platform/ledger/index.ts';
import { flowMachine, lockFlow, moveOfFlow } from '../payments/index.ts';
import type { PayoutSubject } from '../../lending/payouts/index.ts';
import { businessDateOf } from '../../platform/policy/index.ts';
import { cashTransferMachine } from './cash-transfer.machine.ts';
import { bankOf, type CashTransfer, lockTransfer, setTransfer } from './store.ts';

/** A transfer's payout: a return leaves its flow with the sending, and comes back with a failure. */
export const transferPayout: PayoutSubject = {
  async sent(tx, { subjectNo }) {
    const { flowNo, amountCents } = await lockTransfer(tx, subjectNo);
    if (flowNo === null) return payoutPostings.transferSent({ amountCents });
    const flow = await lockFlow(tx, flowNo);
    await moveOfFlow(tx, flow, { heldCents: -amountCents, returnedCents: amountCents });
    return payoutPostings.returnSent({ flowNo, amountCents });
  },
  async succeeded(tx, { subjectNo, attemptNo }, at) {
    const transfer = await lockTransfer(tx, subjectNo);
    const { amountCents, merchantNo, targetAccountCode } = transfer;
    const transferStatus = advance(cashTransferMachine, transfer.transferStatus, 'succeed');
    await setTransfer(tx, subjectNo, { transferStatus, successTime: at });
    await finishFlow(tx, transfer);
    if (targetAccountCode !== null) {
      // Both accounts are the channel's: its word that the money left is its word that it arrived.
      await postJournal(tx, {
        kind: 'TRANSFER_ARRIVED',
        businessDate: businessDateOf(at),
        merchantNo,
        cause: { type: 'TRANSFER', no: subjectNo },
        idempotencyKey: `transfer-arrived/${attemptNo}`,
        lines: payoutPostings.transferArrived({ bank: bankOf(targetAccountCode), amountCents }),
      });
    }
    const bank = bankOf(transfer.sourceAccountCode);
    return payoutPostings.transferPaid({ bank, amountCents });
  },
  async failed(tx, { subjectNo }) {
    const transfer = await lockTransfer(tx, subjectNo);
    const { flowNo, amountCents } = transfer;
    const transferStatus = advance(cashTransferMachine, transfer.transferStatus, 'fail');
    await setTransfer(tx, subjectNo, { transferStatus });
    if (flowNo === null) return;
    const flow = await lockFlow(tx, flowNo);
    await moveOfFlow(tx, flow, { heldCents: amountCents, returnedCents: -amountCents });
  },
};

/** A flow of which nothing is left is REFUNDED; one that no rule had placed yet was unmatched first. */
async function finishFlow(tx: Tx, { flowNo }: CashTransfer): Promise<void> {
  if (flowNo === null) return;
  const flow = await lockFlow(tx, flowNo);
  // Where the rest of it pays a loan it is used up, and stays so.
  const isLeft = flow.writableCents > 0 || flow.heldCents > 0;
  if (isLeft || flow.flowStatus === 'APPLIED') return;
  const from = flow.flowStatus === 'RECEIVED' ? advance(flowMachine, flow.flowStatus, 'matchFail') : flow.flowStatus;
  await moveOfFlow(tx, flow, { flowStatus: advance(flowMachine, from, 'returnRemainder') });
}
