import type { Tx } from '../../../db/database.ts';
import {
  type CallbackTopics,
  CallbackUnreadable,
  type MpesaReceipt,
  readMpesaReceipt,
} from '../../platform/gateways/index.ts';
import { byPhoneAndPayoff, type Waiting, autoWriteOff } from './auto-write-off.ts';
import { flowMachine } from './flow.machine.ts';
import { dayOfLending } from './plan-application.ts';
import { lockFlow, receiveFlow } from './receive-flow.ts';
import { advance } from '../../../state-machine/index.ts';

const ACKNOWLEDGED = { ResultCode: 0, ResultDesc: 'Accepted' };
const PAYBILL = 'BANK.MPESA_PAYBILL';

/**
 * What M-Pesa says of payments to the paybill: a confirmation is money received, matched to an order by the
 * repayment code that the customer typed, and applied over its bills. What matches nothing waits UNMATCHED.
 */
export function receiptTopics(): CallbackTopics {
  return {
    'mpesa/c2b/confirmation': {
      acknowledgement: ACKNOWLEDGED,
      handle: async (tx, fields) => {
        const receipt = readMpesaReceipt(fields);
        if (!receipt) throw new CallbackUnreadable('no payment to a paybill');
        return await takeReceipt(tx, receipt);
      },
    },
  };
}

/** What the paybill answers before it takes a payment: codes of Daraja. */
export function validateReceipt(fields: unknown, paybill: string | undefined): unknown {
  const refused = (code: string) => ({ ResultCode: code, ResultDesc: 'Rejected' });
  const receipt = readable(fields);
  if (!receipt || receipt.amountCents <= 0) return refused('C2B00013');
  if (receipt.shortCode !== paybill) return refused('C2B00015');
  return receipt.accountReference === '' ? refused('C2B00012') : { ...ACKNOWLEDGED, ResultCode: '0' };
}

function readable(fields: unknown): MpesaReceipt | null {
  try {
    const draft: unknown = fields;
    // It has no number yet, so the form of a made payment would refuse it.
    const body = typeof draft === 'object' && draft !== null ? { ...draft, TransID: '-' } : draft;
    return readMpesaReceipt(body);
  } catch {
    return null;
  }
}

/** Books a payment to the paybill, once, whoever tells of it: its confirmation, or the end of a prompt. */
export async function takeReceipt(tx: Tx, receipt: Omit<MpesaReceipt, 'shortCode'>): Promise<'processed'> {
  const at = new Date();
  const order =
    (await orderOf(tx, receipt.accountReference)) ??
    (await byPhoneAndPayoff(tx, receipt.payerPhone, receipt.amountCents, at));
  const merchantNo = order?.merchantNo ?? (await firstMerchant(tx));
  const { flowNo, isNew } = await receiveFlow(tx, {
    merchantNo,
    paymentChannel: 'MPESA',
    paymentCode: receipt.transactionId,
    account: PAYBILL,
    amountCents: receipt.amountCents,
    repayTime: receipt.paidAt,
    payerPhone: receipt.payerPhone,
    payerName: receipt.payerName ?? undefined,
    accountReference: receipt.accountReference,
  });
  if (!isNew) {
    await namePayer(tx, flowNo, receipt.payerName);
    return 'processed';
  }
  const lentAt = order?.lendingTime ?? receipt.paidAt;
  if (order?.orderStatus === 'DISBURSED' && receipt.paidAt >= dayOfLending(lentAt)) {
    const { orderNo, merchantNo: books } = order;
    const { amountCents } = receipt;
    const waits = await autoWriteOff(tx, { orderNo, merchantNo: books, flowNo, amountCents, at });
    if (waits) await leaveUnmatched(tx, flowNo, { orderNo, unmatchedFor: waits });
    return 'processed';
  }
  await leaveUnmatched(tx, flowNo, {});
  return 'processed';
}

/** The end of a prompt does not say who paid; the confirmation does. */
async function namePayer(tx: Tx, flowNo: string, payerName: string | null): Promise<void> {
  if (payerName === null) return;
  await tx
    .updateTable('paymentFlow')
    .set({ payerName })
    .where('flowNo', '=', flowNo)
    .where('payerName', 'is', null)
    .execute();
}

async function leaveUnmatched(
  tx: Tx,
  flowNo: string,
  why: { readonly orderNo?: string; readonly unmatchedFor?: Waiting },
): Promise<void> {
  const flow = await lockFlow(tx, flowNo);
  await tx
    .updateTable('paymentFlow')
    .set({ ...why, flowStatus: advance(flowMachine, flow.flowStatus, 'matchFail') })
    .where('flowNo', '=', flowNo)
    .execute();
}

/** The order of a repayment code, of one that was replaced, too. */
async function orderOf(tx: Tx, accountReference: string) {
  const code = accountReference.toUpperCase().replaceAll(' ', '');
  const orders = tx.selectFrom('loanOrder').select(['orderNo', 'merchantNo', 'orderStatus', 'lendingTime']);
  const found = await orders.where('repaymentCode', '=', code).executeTakeFirst();
  if (found) return found;
  const former = tx.selectFrom('formerRepaymentCode').select('orderNo').where('repaymentCode', '=', code);
  return await orders.where('orderNo', 'in', former).executeTakeFirst();
}

/** Whose books an unmatched payment waits in: the paybill's owner, which is the first merchant. */
async function firstMerchant(tx: Tx): Promise<string> {
  const { merchantNo } = await tx
    .selectFrom('merchant')
    .select('merchantNo')
    .orderBy('merchantNo')
    .limit(1)
    .executeTakeFirstOrThrow();
  return merchantNo;
}
