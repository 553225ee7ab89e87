import type { Tx } from '../../../db/database.ts';
import { AppError } from '../../../http/app-error.ts';
import type { DataScope } from '../../../http/implement.ts';
import { advance } from '../../../state-machine/index.ts';
import { publishEvent } from '../../platform/audit/index.ts';
import type { BankAccount } from '../../platform/ledger/index.ts';
import { createAttempt, walletWithdrawalMachine } from '../../lending/payouts/index.ts';
import { lockWallet, lockWithdrawal, moveWallet, setWithdrawal, type WalletWithdrawal } from './store.ts';

/** Withdrawals leave from where loans leave. */
const FLOAT: BankAccount = 'BANK.MPESA_FLOAT';
/** What M-Pesa pays to a phone at once. */
const PHONE_CAP_CENTS = 250_000_00;

export interface WithdrawalRequest {
  readonly customerNo: string;
  /** Whole shillings: what M-Pesa pays. */
  readonly amountCents: number;
  readonly at: Date;
}

/**
 * The customer asks for money out of the wallet, to the phone we know. The amount is held from now on; nothing
 * is posted before it is sent.
 * @throws AppError WALLET_SHORT, WHOLE_SHILLINGS, CHANNEL_CAP, AMOUNT_INVALID
 */
export async function requestWithdrawal(tx: Tx, request: WithdrawalRequest): Promise<string> {
  const { customerNo, amountCents, at } = request;
  if (!Number.isSafeInteger(amountCents) || amountCents <= 0) throw new AppError('AMOUNT_INVALID');
  if (amountCents % 100 !== 0) throw new AppError('WHOLE_SHILLINGS', { fields: ['amountCents'] });
  if (amountCents > PHONE_CAP_CENTS) {
    const facts = { cap: PHONE_CAP_CENTS / 100, parts: Math.ceil(amountCents / PHONE_CAP_CENTS) };
    throw new AppError('CHANNEL_CAP', { fields: ['amountCents'], facts });
  }
  const wallet = await lockWallet(tx, customerNo);
  const freeCents = wallet ? wallet.balanceCents - wallet.heldCents : 0;
  if (!wallet || amountCents > freeCents) {
    const facts = { free: (freeCents / 100).toFixed(2) };
    throw new AppError('WALLET_SHORT', { fields: ['amountCents'], facts });
  }
  const { phone, customerName } = await tx
    .selectFrom('customer')
    .select(['phone', 'customerName'])
    .where('customerNo', '=', customerNo)
    .executeTakeFirstOrThrow();
  const { withdrawNo } = await tx
    .insertInto('walletWithdrawal')
    .values({
      customerNo,
      merchantNo: wallet.merchantNo,
      amountCents,
      eWalletAccount: phone,
      payeeName: customerName,
      createTime: at,
    })
    .returning('withdrawNo')
    .executeTakeFirstOrThrow();
  await moveWallet(tx, customerNo, { heldCents: amountCents });
  return withdrawNo;
}

/** Who sends a withdrawal: the customer's own request does without anybody. */
export interface Sender {
  readonly userNo?: string;
  readonly scope?: DataScope;
}

/**
 * Begins to pay a withdrawal: a requested one for the first time, a failed one again by a new attempt. Sent
 * after the commit, like every payout.
 * @throws AppError WITHDRAWAL_NOT_FOUND, ILLEGAL_TRANSITION; PAYOUT_LIVE while nobody knows how the last one ended
 */
export async function payWithdrawal(
  tx: Tx,
  withdrawNo: string,
  command: 'send' | 'retry',
  { userNo, scope = 'all' }: Sender = {},
): Promise<{ readonly withdrawal: WalletWithdrawal; readonly attemptNo: string }> {
  const before = await lockWithdrawal(tx, withdrawNo, scope);
  if (before.withdrawStatus === 'IN_PROGRESS') await refuseUnknown(tx, withdrawNo);
  const withdrawStatus = advance(walletWithdrawalMachine, before.withdrawStatus, command);
  await setWithdrawal(tx, withdrawNo, { withdrawStatus });
  const attemptNo = await createAttempt(tx, {
    subjectType: 'WITHDRAWAL',
    subjectNo: withdrawNo,
    merchantNo: before.merchantNo,
    payoutChannel: 'MPESA',
    account: FLOAT,
    amountCents: before.amountCents,
    payeePhone: before.eWalletAccount,
    payeeName: before.payeeName,
    ...(userNo !== undefined && { makerUserNo: userNo }),
  });
  return { withdrawal: { ...before, withdrawStatus }, attemptNo };
}

/** In doubt is not failed: whoever retries is told that the channel has to answer first. */
async function refuseUnknown(tx: Tx, withdrawNo: string): Promise<void> {
  const unknown = await tx
    .selectFrom('payoutAttempt')
    .select('attemptNo')
    .where('subjectType', '=', 'WITHDRAWAL')
    .where('subjectNo', '=', withdrawNo)
    .where('attemptStatus', '=', 'UNKNOWN')
    .executeTakeFirst();
  if (unknown) throw new AppError('PAYOUT_LIVE', { facts: { attemptNo: unknown.attemptNo } });
}

/**
 * Gives a failed withdrawal up: what it held is the customer's to withdraw again. The customer is told where the node
 * WITHDRAWAL_CANCELLED is on.
 * @throws AppError WITHDRAWAL_NOT_FOUND, ILLEGAL_TRANSITION, PAYOUT_LIVE
 */
export async function cancelWithdrawal(
  tx: Tx,
  withdrawNo: string,
  { reason, scope = 'all' }: { readonly reason: string; readonly scope?: DataScope },
): Promise<WalletWithdrawal> {
  const before = await lockWithdrawal(tx, withdrawNo, scope);
  if (before.withdrawStatus === 'IN_PROGRESS') await refuseUnknown(tx, withdrawNo);
  const withdrawStatus = advance(walletWithdrawalMachine, before.withdrawStatus, 'cancel');
  const cancelled = { withdrawStatus, cancelReason: reason, cancelledAt: new Date() };
  await setWithdrawal(tx, withdrawNo, cancelled);
  await lockWallet(tx, before.customerNo);
  await moveWallet(tx, before.customerNo, { heldCents: -before.amountCents });
  return { ...before, ...cancelled };
}

/** Tells that a withdrawal ended by the channel's word. */
export async function tellEnd(
  tx: Tx,
  { withdrawNo, merchantNo, withdrawStatus: before }: WalletWithdrawal,
  withdrawStatus: WalletWithdrawal['withdrawStatus'],
): Promise<void> {
  await publishEvent(tx, {
    topic: withdrawStatus === 'SUCCESS' ? 'withdrawal.succeed' : 'withdrawal.fail',
    subjectType: 'withdrawal',
    subjectNo: withdrawNo,
    merchantNo,
    before: { withdrawStatus: before },
    after: { withdrawStatus },
  });
}
