import type { Logger } from 'pino';
import type { Tx } from '../../../db/database.ts';
import {
  type CallbackTopics,
  CallbackUnreadable,
  readMpesaStk,
  type StkOutcome,
} from '../../platform/gateways/index.ts';
import { allowedActions } from '../../../state-machine/index.ts';
import { takeReceipt } from '../payments/index.ts';
import { paymentPromptMachine } from './payment-prompt.machine.ts';
import { lockPrompt, movePrompt } from './store.ts';

/**
 * How a prompt ended, at an address that names it, for its answer may have been lost. A payment is booked here or by its
 * confirmation, whichever comes first: once, for its receipt is the same.
 */
export function promptTopics({ log }: { readonly log: Logger }): CallbackTopics {
  return {
    'mpesa/stk/*': {
      acknowledgement: { ResultCode: 0, ResultDesc: 'Accepted' },
      handle: async (tx, fields, { callback }) => {
        const outcome = readMpesaStk(fields);
        if (!outcome) throw new CallbackUnreadable('no end of a prompt');
        const promptNo = callback.topic.slice(callback.topic.lastIndexOf('/') + 1);
        return await take(tx, promptNo, outcome, log);
      },
    },
  };
}

async function take(tx: Tx, promptNo: string, outcome: StkOutcome, log: Logger): Promise<'processed' | 'ignored'> {
  const known = await tx
    .selectFrom('paymentPrompt')
    .select(['phone', 'accountReference'])
    .where('promptNo', '=', promptNo)
    .executeTakeFirst();
  if (!known) return 'ignored';
  // The loan is locked before the prompt, as by whoever asks.
  if (outcome.isPaid) await bookPayment(tx, outcome, known);
  const prompt = await lockPrompt(tx, promptNo);
  if (!prompt) return 'ignored';
  const command = outcome.isPaid ? 'succeed' : 'fail';
  if (allowedActions(paymentPromptMachine, prompt.promptStatus).includes(command)) {
    const { checkoutRequestId: requestId, resultCode, transactionId: paymentCode } = outcome;
    const resultText = outcome.description.slice(0, 500);
    await movePrompt(tx, prompt, command, { requestId, resultCode, resultText, paymentCode });
  } else if ((prompt.promptStatus === 'PAID') !== outcome.isPaid) {
    const { resultCode } = outcome;
    log.error({ promptNo, resultCode }, 'the channel contradicts the recorded end of a prompt');
  } else if (outcome.transactionId !== null) {
    // A query told of it before, without the receipt.
    await tx
      .updateTable('paymentPrompt')
      .set({ paymentCode: outcome.transactionId })
      .where('promptNo', '=', promptNo)
      .execute();
  }
  return 'processed';
}

async function bookPayment(
  tx: Tx,
  { transactionId, amountCents, paidAt, payerPhone }: StkOutcome,
  { phone, accountReference }: { readonly phone: string; readonly accountReference: string },
): Promise<void> {
  if (transactionId === null || amountCents === null || paidAt === null) {
    throw new CallbackUnreadable('a payment without receipt, amount or time');
  }
  await takeReceipt(tx, {
    transactionId,
    amountCents,
    paidAt,
    accountReference,
    payerPhone: payerPhone ?? phone,
    payerName: null,
  });
}
