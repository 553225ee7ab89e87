import type { Queryable, Tx } from '../../../db/database.ts';
import {
  CallbackHeld,
  type CallbackSubject,
  type CallbackTopics,
  CallbackUnreadable,
  readMpesaStk,
  type StkOutcome,
  type Told,
} from '../../platform/gateways/index.ts';
import { allowedActions } from '../../../state-machine/index.ts';
import { takeReceipt } from '../payments/index.ts';
import { paymentPromptMachine } from './payment-prompt.machine.ts';
import { lockPrompt, movePrompt, type Prompt } from './store.ts';

/**
 * How a prompt ended, at an address that names it, for its answer may have been lost. A payment is booked here or by its
 * confirmation, whichever comes first: once, for its receipt is the same.
 */
export function promptTopics(): CallbackTopics {
  return {
    'mpesa/stk/*': {
      acknowledgement: { ResultCode: 0, ResultDesc: 'Accepted' },
      about,
      handle: async (tx, fields, { callback }) => {
        const outcome = readMpesaStk(fields);
        if (!outcome) throw new CallbackUnreadable('It is no end of a prompt');
        const promptNo = callback.topic.slice(callback.topic.lastIndexOf('/') + 1);
        return await take(tx, promptNo, outcome);
      },
    },
  };
}

async function about(db: Queryable, { addressNo }: Told): Promise<CallbackSubject | undefined> {
  const prompt = await db
    .selectFrom('paymentPrompt')
    .select(['promptNo', 'orderNo', 'merchantNo'])
    .where('promptNo', '=', addressNo)
    .executeTakeFirst();
  return prompt && { lane: prompt.orderNo, merchantNo: prompt.merchantNo, subjectNo: prompt.promptNo };
}

async function take(tx: Tx, promptNo: string, outcome: StkOutcome): Promise<'processed' | 'ignored'> {
  const known = await tx.selectFrom('paymentPrompt').selectAll().where('promptNo', '=', promptNo).executeTakeFirst();
  if (!known) {
    if (!outcome.isPaid) return 'ignored';
    throw new CallbackHeld(`There is no prompt ${promptNo}`);
  }
  await refuseDifference(tx, known, outcome);
  // The loan is locked before the prompt, as by whoever asks.
  if (outcome.isPaid) await bookPayment(tx, outcome, known);
  const prompt = await lockPrompt(tx, promptNo);
  if (!prompt) return 'ignored';
  const command = outcome.isPaid ? 'succeed' : 'fail';
  if (allowedActions(paymentPromptMachine, prompt.promptStatus).includes(command)) {
    const { resultCode, transactionId: paymentCode } = outcome;
    const requestId = outcome.checkoutRequestId ?? prompt.requestId;
    const resultText = outcome.description.slice(0, 500);
    await movePrompt(tx, prompt, command, { requestId, resultCode, resultText, paymentCode });
  } else if (prompt.promptStatus === 'PAID' && !outcome.isPaid) {
    // The money is there, whatever came of another asking.
    throw new CallbackHeld(`Prompt ${promptNo} was paid and is now said to have failed (${outcome.resultCode})`);
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

/** What was paid is what was asked for, and of this very asking. @throws CallbackHeld */
async function refuseDifference(tx: Tx, prompt: Prompt, outcome: StkOutcome): Promise<void> {
  const { promptNo, requestId, amountCents } = prompt;
  const { checkoutRequestId, transactionId } = outcome;
  if (requestId !== null && checkoutRequestId !== null && requestId !== checkoutRequestId) {
    throw new CallbackHeld(`Prompt ${promptNo} went as ${requestId}, this is of ${checkoutRequestId.slice(0, 64)}`);
  }
  if (!outcome.isPaid) {
    if (transactionId === null) return;
    throw new CallbackHeld(`Prompt ${promptNo} is said to have failed (${outcome.resultCode}), with ${transactionId}`);
  }
  if (prompt.promptStatus === 'PAID' && prompt.paymentCode !== null && prompt.paymentCode !== transactionId) {
    throw new CallbackHeld(
      `Prompt ${promptNo} was paid with ${prompt.paymentCode}, this is ${transactionId ?? 'none'}`,
    );
  }
  if (outcome.amountCents === null || outcome.amountCents === amountCents) return;
  // Where its confirmation booked the very same, two say so.
  const booked = await tx
    .selectFrom('paymentFlow')
    .select('flowNo')
    .where('paymentChannel', '=', 'MPESA')
    .where('paymentCode', '=', transactionId)
    .where('amountCents', '=', outcome.amountCents)
    .executeTakeFirst();
  if (booked) return;
  const kes = (cents: number) => `KES ${(cents / 100).toFixed(2)}`;
  throw new CallbackHeld(`Prompt ${promptNo}: ${kes(outcome.amountCents)} paid, ${kes(amountCents)} was asked for`);
}

async function bookPayment(
  tx: Tx,
  { transactionId, amountCents, paidAt, payerPhone }: StkOutcome,
  { phone, accountReference }: Pick<Prompt, 'phone' | 'accountReference'>,
): Promise<void> {
  if (transactionId === null || amountCents === null || paidAt === null) {
    throw new CallbackUnreadable('A payment without receipt, amount or time');
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
