import { sql } from 'kysely';
import type { Tx } from '../../../db/database.ts';
import { AppError } from '../../../http/app-error.ts';
import type { DataScope } from '../../../http/implement.ts';
import { seesMerchant } from '../../../http/merchant-scope.ts';
import { advance } from '../../../state-machine/index.ts';
import { type BankAccount, partnerPostings, postJournal, reverse } from '../../platform/ledger/index.ts';
import { businessDateOf } from '../../platform/policy/index.ts';
import { bankAccount, reverseReceipt } from '../flows/index.ts';
import { lockFlow, type PaymentFlow } from '../payments/index.ts';
import { merchantRechargeMachine } from './merchant-recharge.machine.ts';
import { lockPrepaid, lockRecharge, movePrepaid, type Recharge } from './store.ts';

const BANKS: Readonly<Record<Recharge['paymentChannel'], BankAccount>> = {
  MPESA: 'BANK.MPESA_PAYBILL',
  BANK: 'BANK.MAIN',
};

/** Where a channel's money of merchants and partners arrives. */
export const receivingBank = (channel: Recharge['paymentChannel']): BankAccount => BANKS[channel];

export interface NewRecharge {
  readonly merchantNo: string;
  readonly amountCents: number;
  readonly paymentChannel: Recharge['paymentChannel'];
  readonly paymentCode: string;
  readonly payerAccount: string;
  readonly paidAt: Date;
  readonly voucherIds: readonly string[];
  readonly applicantUserNo: string;
  readonly scope: DataScope;
  readonly at: Date;
}

/**
 * Records money that a merchant paid in; nothing is posted before another person checked it.
 * @throws AppError REFERENCE_UNKNOWN, SERIAL_REPEATED, BAD_REQUEST where it is paid in the future
 */
export async function applyForRecharge(tx: Tx, request: NewRecharge): Promise<string> {
  const { scope, at, voucherIds, ...fields } = request;
  const { merchantNo, paymentChannel, paymentCode, paidAt } = fields;
  const merchant = await tx
    .selectFrom('merchant')
    .select('merchantNo')
    .where('merchantNo', '=', merchantNo)
    .executeTakeFirst();
  if (!merchant || !seesMerchant(scope, merchantNo)) {
    throw new AppError('REFERENCE_UNKNOWN', { fields: ['merchantNo'] });
  }
  if (paidAt > at) {
    throw new AppError('BAD_REQUEST', { fields: [{ field: 'paidAt', msg: 'Cannot be in the future' }] });
  }
  const written = await tx
    .insertInto('merchantRecharge')
    .values({ ...fields, voucherIds: [...voucherIds], createdAt: at })
    .onConflict((conflict) =>
      conflict
        .columns(['paymentChannel', 'paymentCode'])
        // Written out: a planned statement proves no index's condition by a parameter.
        .where('rechargeStatus', '<>', sql.lit('REJECTED'))
        .doNothing(),
    )
    .returning('rechargeNo')
    .executeTakeFirst();
  if (written) return written.rechargeNo;
  const facts = { paymentChannel, paymentCode };
  throw new AppError('SERIAL_REPEATED', { fields: ['paymentCode'], facts });
}

export interface Decision {
  readonly isApproved: boolean;
  readonly userNo: string;
  readonly scope: DataScope;
  readonly remark: string | null;
  readonly at: Date;
}

/** A recharge as it is decided, with the payment that it took the place of. */
interface Decided extends Recharge {
  readonly flow: PaymentFlow | null;
}

/**
 * Passes a recharge, which then can be spent (bank / merchant prepaid), or rejects it.
 * @throws AppError RECHARGE_NOT_FOUND, MAKER_IS_CHECKER, ILLEGAL_TRANSITION, RECHARGE_PAYMENT_DIFFERS,
 * FLOW_HAS_APPLICATIONS
 */
export async function decideRecharge(
  tx: Tx,
  rechargeNo: string,
  { isApproved, userNo, scope, remark, at }: Decision,
): Promise<Decided> {
  const before = await lockRecharge(tx, rechargeNo, scope);
  if (before.applicantUserNo === userNo) throw new AppError('MAKER_IS_CHECKER');
  const command = isApproved ? 'approve' : 'reject';
  const rechargeStatus = advance(merchantRechargeMachine, before.rechargeStatus, command);
  const flow = isApproved ? await mirrorPayment(tx, before, userNo) : null;
  const account = flow ? bankAccount(flow.accountCode) : receivingBank(before.paymentChannel);
  const posted = isApproved ? await postRecharge(tx, before, { account, checkerUserNo: userNo, at }) : {};
  const change = {
    rechargeStatus,
    auditorUserNo: userNo,
    auditRemark: remark,
    auditedAt: at,
    ...posted,
  };
  await set(tx, rechargeNo, change);
  return { ...before, ...change, flow };
}

/**
 * The channel told of the same money, and it was taken for a customer's: its receipt is mirrored on the same account,
 * or the bank would have it twice.
 */
async function mirrorPayment(tx: Tx, recharge: Recharge, userNo: string): Promise<PaymentFlow | null> {
  const { merchantNo, amountCents, paymentChannel, paymentCode, applicantUserNo } = recharge;
  const found = await tx
    .selectFrom('paymentFlow')
    .select('flowNo')
    .where('paymentChannel', '=', paymentChannel)
    .where('paymentCode', '=', paymentCode)
    .where('flowStatus', '<>', 'REVERSED')
    .executeTakeFirst();
  if (!found) return null;
  const flow = await lockFlow(tx, found.flowNo);
  if (flow.merchantNo !== merchantNo || flow.amountCents !== amountCents) {
    throw new AppError('RECHARGE_PAYMENT_DIFFERS');
  }
  await reverseReceipt(tx, flow, { makerUserNo: applicantUserNo, userNo });
  return flow;
}

async function postRecharge(
  tx: Tx,
  recharge: Recharge,
  { account: bank, checkerUserNo, at }: { account: BankAccount; checkerUserNo: string; at: Date },
) {
  const { rechargeNo, merchantNo, amountCents } = recharge;
  const account = await lockPrepaid(tx, merchantNo);
  const balanceAfterCents = await movePrepaid(tx, account, amountCents);
  const { journalId } = await postJournal(tx, {
    kind: 'MERCHANT_RECHARGE',
    businessDate: businessDateOf(at),
    merchantNo,
    cause: { type: 'RECHARGE', no: rechargeNo },
    idempotencyKey: `recharge/${rechargeNo}`,
    lines: partnerPostings.merchantRecharge({ bank, amountCents }),
    makerUserNo: recharge.applicantUserNo,
    checkerUserNo,
  });
  return { balanceAfterCents, journalId, accountCode: bank };
}

/**
 * Takes an approved recharge back: the mirror of its journal, while the balance suffices.
 * @throws AppError RECHARGE_NOT_FOUND, ILLEGAL_TRANSITION, PREPAID_SHORT
 */
export async function reverseRecharge(
  tx: Tx,
  rechargeNo: string,
  who: { readonly makerUserNo: string; readonly checkerUserNo: string; readonly scope: DataScope; readonly at: Date },
): Promise<Recharge> {
  const before = await lockRecharge(tx, rechargeNo, who.scope);
  const rechargeStatus = advance(merchantRechargeMachine, before.rechargeStatus, 'reverse');
  const account = await lockPrepaid(tx, before.merchantNo);
  await movePrepaid(tx, account, -before.amountCents);
  if (before.journalId === null) throw new Error(`recharge ${rechargeNo} has no journal`);
  const { makerUserNo, checkerUserNo, at } = who;
  await reverse(tx, before.journalId, {
    businessDate: businessDateOf(at),
    cause: { type: 'RECHARGE', no: rechargeNo },
    idempotencyKey: `recharge-reversed/${rechargeNo}`,
    makerUserNo,
    // The trial at the asking has nobody yet who agrees.
    ...(checkerUserNo !== makerUserNo && { checkerUserNo }),
  });
  await set(tx, rechargeNo, { rechargeStatus, reversedAt: at });
  return { ...before, rechargeStatus, reversedAt: at };
}

async function set(
  tx: Tx,
  rechargeNo: string,
  change: Partial<Omit<Recharge, 'rechargeNo' | 'version'>>,
): Promise<void> {
  await tx
    .updateTable('merchantRecharge')
    .set((eb) => ({ ...change, version: eb('version', '+', 1) }))
    .where('rechargeNo', '=', rechargeNo)
    .execute();
}
