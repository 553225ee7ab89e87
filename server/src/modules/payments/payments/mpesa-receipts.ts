import type { Queryable, Tx } from '../../../db/database.ts';
import {
  CallbackHeld,
  type CallbackTopics,
  CallbackUnreadable,
  type MpesaReceipt,
  readMpesaReceipt,
  toldCode,
  toldReference,
} from '../../platform/gateways/index.ts';
import { applyOnValueDate } from './apply-on-value-date.ts';
import { autoWriteOff, byPhoneAndPayoff, type MatchedOrder, type Waiting } from './auto-write-off.ts';
import type { Rule } from './auto-write-off-rules.ts';
import { flowMachine } from './flow.machine.ts';
import { dayOfLending } from './plan-application.ts';
import { lockFlow, receiveFlow } from './receive-flow.ts';
import { rechargeOfSerial } from './recharge-of-serial.ts';
import { byVirtualNumber, type ReceivingAccount, type VirtualRefusal } from './virtual-numbers.ts';
import { advance } from '../../../state-machine/index.ts';
import { businessDateOf } from '../../platform/policy/index.ts';

const ACKNOWLEDGED = { ResultCode: 0, ResultDesc: 'Accepted' };
/** The account of the paybill that the server is set up with. */
const PAYBILL = 'MPESA_PAYBILL';

/**
 * What M-Pesa says of payments to our paybills: a confirmation is money received, matched to an order by the
 * repayment code or virtual account number that the customer typed, and applied over its bills. What matches nothing
 * waits UNMATCHED.
 */
export function receiptTopics({ paybill }: { readonly paybill?: string | undefined } = {}): CallbackTopics {
  return {
    'mpesa/c2b/confirmation': {
      acknowledgement: ACKNOWLEDGED,
      about: async (db, told) => {
        const code = toldCode(told);
        const reference = toldReference(told) ?? '';
        const order = (await orderOf(db, reference)) ?? (await orderOfNumber(db, reference));
        if (order) return { lane: order.orderNo, merchantNo: order.merchantNo, subjectNo: null };
        return code === null ? undefined : { lane: code, merchantNo: await firstMerchant(db), subjectNo: null };
      },
      handle: async (tx, fields) => {
        const receipt = readMpesaReceipt(fields);
        if (!receipt) throw new CallbackUnreadable('It is no payment to a paybill');
        const { shortCode, transactionId } = receipt;
        const accountId = await accountOf(tx, shortCode, paybill);
        if (accountId === null) {
          throw new CallbackHeld(`Payment ${transactionId} went to ${shortCode?.slice(0, 32)}, ours is ${paybill}`);
        }
        return await takeReceipt(tx, receipt, accountId);
      },
    },
  };
}

/** What the paybill answers before it takes a payment: codes of Daraja. */
export async function validateReceipt(db: Queryable, fields: unknown, paybill: string | undefined): Promise<unknown> {
  const refused = (code: string) => ({ ResultCode: code, ResultDesc: 'Rejected' });
  const receipt = readable(fields);
  if (!receipt || receipt.amountCents <= 0) return refused('C2B00013');
  const { shortCode } = receipt;
  if (shortCode !== null && shortCode !== paybill) {
    const found = await otherPaybills(db).where('shortCode', '=', shortCode).executeTakeFirst();
    if (!found) return refused('C2B00015');
  }
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

/** What names a loan is used on it; what names one that was never paid out waits with it. */
async function placeReceipt(
  tx: Tx,
  { amountCents, paidAt }: Pick<MpesaReceipt, 'amountCents' | 'paidAt'>,
  { order, matchKey, refusal, flowNo, at }: Match & { readonly flowNo: string; readonly at: Date },
): Promise<void> {
  if (!order) return await leaveUnmatched(tx, flowNo, { ...(refusal && { unmatchedFor: refusal }) });
  const { orderNo, merchantNo, orderStatus, lendingTime } = order;
  const isOfLoan = lendingTime !== null && paidAt >= dayOfLending(lendingTime);
  if (isOfLoan && orderStatus === 'DISBURSED') {
    const money = { orderNo, merchantNo, flowNo, amountCents, paymentChannel: 'MPESA', at };
    const waits = await autoWriteOff(tx, { ...money, matchKey });
    return waits ? await leaveUnmatched(tx, flowNo, { orderNo, unmatchedFor: waits }) : undefined;
  }
  if (isOfLoan && orderStatus === 'CLOSED') {
    // Nothing is owed any more: all of it is the customer's.
    const idempotencyKey = `receipt/${flowNo}/apply`;
    await applyOnValueDate(tx, { orderNo, flowNo, amountCents, idempotencyKey, paidAt, at });
    return undefined;
  }
  return await leaveUnmatched(tx, flowNo, { orderNo });
}

/** The loan that a payment belongs to and how that is known, or why it belongs to none. */
interface Match {
  readonly order: MatchedOrder | null;
  readonly matchKey: Rule['matchKeys'][number];
  readonly refusal: VirtualRefusal | null;
}

/** A virtual number that names no loan is not guessed at: its payment waits, with the reason. */
async function matchOf(
  tx: Tx,
  receipt: Pick<MpesaReceipt, 'accountReference' | 'amountCents' | 'payerPhone' | 'paidAt'>,
  account: ReceivingAccount,
  at: Date,
): Promise<Match> {
  const { accountReference, amountCents, payerPhone, paidAt } = receipt;
  const byCode = await orderOf(tx, accountReference);
  if (byCode) return { order: byCode, matchKey: 'REPAYMENT_CODE', refusal: null };
  const byNumber = await byVirtualNumber(tx, codeOf(accountReference), account);
  if (typeof byNumber === 'string') return { order: null, matchKey: 'VIRTUAL_ACCOUNT', refusal: byNumber };
  if (byNumber) return { order: byNumber, matchKey: 'VIRTUAL_ACCOUNT', refusal: null };
  const order = payerPhone === null ? null : await byPhoneAndPayoff(tx, { payerPhone, amountCents, paidAt, at });
  return { order, matchKey: 'PHONE_AND_PAYOFF', refusal: null };
}

async function readAccount(db: Queryable, accountId: string): Promise<ReceivingAccount> {
  return await db
    .selectFrom('repayAccount')
    .select(['accountId', 'accountCode', 'codeRule', 'merchantNos', 'rangeFrom'])
    .where('accountId', '=', accountId)
    .executeTakeFirstOrThrow();
}

/** M-Pesa accounts beside the server's own paybill, which its settings alone say. */
const otherPaybills = (db: Queryable) =>
  db
    .selectFrom('repayAccount')
    .select(['accountId', 'shortCode'])
    .where('paymentChannel', '=', 'MPESA')
    .where('shortCode', 'is not', null)
    .where('accountId', '<>', PAYBILL);

/**
 * Which of our accounts a short code is: the server's own paybill, or another receiving account. A disabled one is
 * ours, too: money that still comes is recorded as ever. Null for one that is not ours.
 */
async function accountOf(db: Queryable, shortCode: string | null, paybill: string | undefined): Promise<string | null> {
  if (shortCode === null || shortCode === paybill) return PAYBILL;
  const found = await otherPaybills(db).where('shortCode', '=', shortCode).executeTakeFirst();
  return found?.accountId ?? (paybill === undefined ? PAYBILL : null);
}

/** Clocks differ; a payment of tomorrow there is none. */
const AHEAD_MS = 600_000;

/**
 * Books a payment to the paybill, once, whoever tells of it: its confirmation, or the end of a prompt.
 * @throws CallbackHeld where the same receipt is booked with other facts, or it is paid in the future
 */
export async function takeReceipt(
  tx: Tx,
  receipt: Omit<MpesaReceipt, 'shortCode'>,
  accountId = PAYBILL,
): Promise<'processed'> {
  const at = new Date();
  const { payerPhone } = receipt;
  if (receipt.paidAt.getTime() > at.getTime() + AHEAD_MS) {
    throw new CallbackHeld(`Payment ${receipt.transactionId} is of the future: ${receipt.paidAt.toISOString()}`);
  }
  if (await isRecharge(tx, receipt)) return 'processed';
  const account = await readAccount(tx, accountId);
  const match = await matchOf(tx, receipt, account, at);
  const merchantNo = match.order?.merchantNo ?? account.merchantNos[0] ?? (await firstMerchant(tx));
  const { flowNo, isNew } = await receiveFlow(tx, {
    merchantNo,
    paymentChannel: 'MPESA',
    paymentCode: receipt.transactionId,
    account: `BANK.${accountId}`,
    amountCents: receipt.amountCents,
    repayTime: receipt.paidAt,
    payerPhone: payerPhone ?? undefined,
    payerName: receipt.payerName ?? undefined,
    accountReference: receipt.accountReference || undefined,
  });
  if (!isNew) {
    await refuseOtherFacts(tx, flowNo, receipt);
    await namePayer(tx, flowNo, receipt.payerName);
    return 'processed';
  }
  await placeReceipt(tx, receipt, { ...match, flowNo, at });
  return 'processed';
}

/** A merchant's money is no customer's, though the channel tells of it later. @throws CallbackHeld of another amount */
async function isRecharge(
  tx: Tx,
  { transactionId, amountCents }: Pick<MpesaReceipt, 'transactionId' | 'amountCents'>,
): Promise<boolean> {
  const recharge = await rechargeOfSerial(tx, { paymentChannel: 'MPESA', paymentCode: transactionId });
  if (recharge && recharge.amountCents !== amountCents) {
    throw new CallbackHeld(`Payment ${transactionId} is booked as recharge ${recharge.rechargeNo} with another amount`);
  }
  return recharge !== undefined;
}

const codeOf = (accountReference: string): string => accountReference.toUpperCase().replaceAll(' ', '');
/** Of the same payment a prompt's end and its confirmation may tell another second. */
const SAME_MS = 60_000;

/**
 * The same receipt with another amount, moment, payer or reference is no repeat: one of the two is wrong.
 * @throws CallbackHeld
 */
async function refuseOtherFacts(tx: Tx, flowNo: string, told: Omit<MpesaReceipt, 'shortCode'>): Promise<void> {
  const booked = await tx
    .selectFrom('paymentFlow')
    .select(['amountCents', 'repayTime', 'payerPhone', 'accountReference', 'source'])
    .where('flowNo', '=', flowNo)
    .executeTakeFirstOrThrow();
  const isSame = (left: string | null, right: string | null) => !left || !right || left === right;
  const phone = (text: string | null) => (/^254\d{9}$/.test(text ?? '') ? text : null);
  const apartMs = Math.abs(booked.repayTime.getTime() - told.paidAt.getTime());
  // What a person recorded has the minute that they were told.
  const isSameTime =
    businessDateOf(booked.repayTime) === businessDateOf(told.paidAt) &&
    (booked.source === 'SUPPLEMENT' || apartMs <= SAME_MS);
  const differs =
    booked.amountCents !== told.amountCents
      ? 'amount'
      : !isSameTime
        ? 'time'
        : !isSame(phone(booked.payerPhone), phone(told.payerPhone))
          ? 'payer'
          : !isSame(codeOf(booked.accountReference ?? ''), codeOf(told.accountReference))
            ? 'account'
            : null;
  if (differs === null) return;
  throw new CallbackHeld(`Payment ${told.transactionId} is booked as ${flowNo} with another ${differs}`);
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
  why: { readonly orderNo?: string; readonly unmatchedFor?: Waiting | VirtualRefusal },
): Promise<void> {
  const flow = await lockFlow(tx, flowNo);
  await tx
    .updateTable('paymentFlow')
    .set({ ...why, flowStatus: advance(flowMachine, flow.flowStatus, 'matchFail') })
    .where('flowNo', '=', flowNo)
    .execute();
}

/** The order of a repayment code, of one that was replaced, too. */
async function orderOf(tx: Queryable, accountReference: string) {
  const code = codeOf(accountReference);
  if (code === '') return undefined;
  const orders = tx.selectFrom('loanOrder').select(['orderNo', 'merchantNo', 'orderStatus', 'lendingTime']);
  const found = await orders.where('repaymentCode', '=', code).executeTakeFirst();
  if (found) return found;
  const former = tx.selectFrom('formerRepaymentCode').select('orderNo').where('repaymentCode', '=', code);
  return await orders.where('orderNo', 'in', former).executeTakeFirst();
}

/** The order of a virtual account number, whichever account it was paid in to: payments of one loan come in turn. */
async function orderOfNumber(db: Queryable, accountReference: string) {
  return await db
    .selectFrom('virtualAccount as v')
    .innerJoin('loanOrder as o', 'o.orderNo', 'v.orderNo')
    .select(['o.orderNo', 'o.merchantNo'])
    .where('v.virtualNo', '=', codeOf(accountReference))
    .executeTakeFirst();
}

/** Whose books an unmatched payment waits in: the paybill's owner, which is the first merchant. */
async function firstMerchant(tx: Queryable): Promise<string> {
  const { merchantNo } = await tx
    .selectFrom('merchant')
    .select('merchantNo')
    .orderBy('merchantNo')
    .limit(1)
    .executeTakeFirstOrThrow();
  return merchantNo;
}
