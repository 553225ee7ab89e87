import type { ParsedRequestOf, refund, ReplyOf } from '@kituo/sdk/contracts';
import type { Tx } from '../../../db/database.ts';
import { AppError } from '../../../http/app-error.ts';
import type { CommandContext } from '../../../http/implement.ts';
import { writeAudit } from '../../platform/audit/index.ts';
import { areAttached } from '../../platform/files/index.ts';
import { lockFlow, type PaymentFlow, reachFlow } from '../payments/index.ts';
import { showSending } from '../../lending/payouts/index.ts';
import {
  agreeToOtherPayee,
  applyForRefund,
  decideRefund,
  lockRefund,
  type NewRefund,
  payRefund,
  type Refund,
  verifyRefund,
} from './refunds.ts';
import { isSameName, wordsOf } from './refund-words.ts';

/** What certificates of the section are attached as. */
const CERTIFICATE = 'chargeVoucher';

type State = ReplyOf<typeof refund.submit>;
type Paid = ReplyOf<typeof refund.payout>;

/** Of a batch: who requested it, where somebody else agreed, and why. */
interface AskedBy {
  readonly askedBy?: string;
  readonly reason?: string;
}

/**
 * Asks to give credit back.
 * @throws AppError SERIAL_NOT_FOUND, REFUND_LIVE, FORM_INCOMPLETE where the payer is unknown and nobody else was
 *   named, BAD_REQUEST where another payee has no voucher, ATTACHMENT_NOT_FOUND, and of `applyForRefund`
 */
export async function submitRefund(form: ParsedRequestOf<typeof refund.submit>, call: CommandContext): Promise<State> {
  const { tx, caller } = call;
  const { amountCents, payee, voucherIds = [], reasonCode, remark } = form;
  const flow = await lockFlow(tx, await reachFlow(tx, caller.scope, form.flowNo));
  const to = await payeeOf(tx, payee ?? null, flow);
  const isOriginalPayer = to.refundChannel === 'MPESA' && to.payeePhone === flow.payerPhone;
  if (!isOriginalPayer && voucherIds.length === 0) {
    const fields = [{ field: 'voucherIds', msg: 'Certificate cannot be empty' }];
    throw new AppError('BAD_REQUEST', { fields });
  }
  await refuseLive(tx, flow.flowNo);
  const refundNo = await applyForRefund(tx, {
    flowNo: flow.flowNo,
    amountCents,
    payee: to,
    remark,
    reasonCode: reasonCode ?? undefined,
    voucherIds,
    applicantUserNo: caller.userNo,
  }).catch((error: unknown) => {
    // Every amount that is refused is about that one field.
    if (!(error instanceof AppError)) throw error;
    throw new AppError(error.error, { facts: error.facts, fields: ['amountCents'] });
  });
  if (voucherIds.length > 0 && !(await areAttached(tx, CERTIFICATE, voucherIds))) {
    throw new AppError('ATTACHMENT_NOT_FOUND', { fields: ['voucherIds'] });
  }
  return await record(call, 'refund.submit', null, refundNo, remark);
}

/** To whom: the payer where nobody is named. @throws AppError FORM_INCOMPLETE, BAD_REQUEST for an unknown bank */
async function payeeOf(
  tx: Tx,
  payee: (ParsedRequestOf<typeof refund.submit>['payee'] & {}) | null,
  { payerPhone, payerName }: PaymentFlow,
): Promise<NewRefund['payee']> {
  if (payee === null) {
    if (payerPhone === null) throw new AppError('FORM_INCOMPLETE', { fields: ['payee'] });
    return { refundChannel: 'MPESA', payeePhone: payerPhone, payeeName: payerName ?? payerPhone };
  }
  const payeeName = payee.accountName;
  if (payee.payoutType === 'MOBILE_MONEY') {
    return { refundChannel: 'MPESA', payeePhone: payee.eWalletAccount, payeeName };
  }
  const bank = await tx
    .selectFrom('dictionaryEntry')
    .select('value')
    .where('dictKey', '=', 'BANK_NAME_TYPE')
    .where('value', '=', payee.bankCode)
    .where('isEnabled', '=', true)
    .executeTakeFirst();
  if (!bank) throw new AppError('BAD_REQUEST', { fields: [{ field: 'payee.bankCode', msg: 'Invalid value' }] });
  return { refundChannel: 'BANK', payeeBankCode: payee.bankCode, payeeBankCardNo: payee.bankCardNo, payeeName };
}

/** One refund of a payment at a time: the next one knows what the first left of its credit. */
async function refuseLive(tx: Tx, flowNo: string): Promise<void> {
  const live = await tx
    .selectFrom('refund')
    .select('refundNo')
    .where('flowNo', '=', flowNo)
    .where('refundStatus', 'not in', ['REJECTED', 'SUCCESS'])
    .limit(1)
    .executeTakeFirst();
  if (live) throw new AppError('REFUND_LIVE', { facts: { refundNo: live.refundNo } });
}

/**
 * Compares the payee with the name that the channel has for the account; for M-Pesa with its ID number, too.
 * @throws AppError REFUND_NOT_FOUND, MAKER_IS_CHECKER, ILLEGAL_TRANSITION; BAD_REQUEST for M-Pesa without ID number
 */
export async function verifyPayee(
  { refundNo, registeredName, registeredIdCardNo = null }: ParsedRequestOf<typeof refund.verify>,
  call: CommandContext,
): Promise<State> {
  const before = await reach(refundNo, call);
  refuseApplicant(before, call);
  refuseState(before, ['PENDING', 'APPROVED'], 'verify');
  if (before.refundChannel === 'MPESA' && registeredIdCardNo === null) {
    throw new AppError('BAD_REQUEST', { fields: [{ field: 'registeredIdCardNo', msg: 'Content cannot be blank' }] });
  }
  const isPassed =
    isSameName(before.payeeName, registeredName) && (await isOwnersId(call.tx, before, registeredIdCardNo));
  await verifyRefund(call.tx, refundNo, { isPassed, registeredName });
  return await record(call, 'refund.verify', before, refundNo);
}

/** False where the payee's phone is a customer's whom we know by another ID number. */
async function isOwnersId(tx: Tx, row: Refund, registeredIdCardNo: string | null): Promise<boolean> {
  if (row.refundChannel !== 'MPESA' || row.payeePhone === null) return true;
  const known = await tx.selectFrom('customer').select('idCardNo').where('phone', '=', row.payeePhone).execute();
  return known.length === 0 || known.some(({ idCardNo }) => idCardNo === registeredIdCardNo);
}

/** @throws AppError IGNORE_NOT_ALLOWED for a wallet, REFUND_NOT_FOUND, MAKER_IS_CHECKER, ILLEGAL_TRANSITION */
export async function ignoreVerification(
  { refundNo, reason }: ParsedRequestOf<typeof refund.ignoreVerify>,
  call: CommandContext,
): Promise<State> {
  const before = await reach(refundNo, call);
  refuseApplicant(before, call);
  refuseState(before, ['PENDING', 'APPROVED'], 'ignore verification');
  if (before.refundChannel === 'MPESA') throw new AppError('IGNORE_NOT_ALLOWED');
  const { userNo } = call.caller;
  await verifyRefund(call.tx, refundNo, { ignoredReason: reason, userNo });
  return await record(call, 'refund.ignoreVerify', before, refundNo, reason);
}

/** @throws AppError REFUND_NOT_FOUND, MAKER_IS_CHECKER, ILLEGAL_TRANSITION */
export async function decide(
  { refundNo, auditRemark, askedBy }: ParsedRequestOf<typeof refund.approve> & AskedBy,
  isApproved: boolean,
  call: CommandContext,
): Promise<State> {
  const before = await reach(refundNo, call);
  refuseAsker(before, askedBy);
  const { userNo } = call.caller;
  await decideRefund(call.tx, refundNo, { isApproved, userNo, auditRemark });
  const action = isApproved ? 'refund.approve' : 'refund.reject';
  return await record(call, action, before, refundNo, auditRemark);
}

/** @throws AppError REFUND_NOT_FOUND, MAKER_IS_CHECKER, ILLEGAL_TRANSITION where nobody asks for it */
export async function checkPayee(
  { refundNo, auditRemark }: ParsedRequestOf<typeof refund.payeeCheck>,
  call: CommandContext,
): Promise<State> {
  const before = await reach(refundNo, call);
  refuseState(before, ['PENDING', 'APPROVED', 'FAILURE'], 'check the payee');
  const isAsked = !before.isOriginalPayer && before.secondCheckerUserNo === null;
  if (!isAsked) refuseState(before, [], 'check the payee');
  await agreeToOtherPayee(call.tx, refundNo, call.caller.userNo);
  return await record(call, 'refund.payeeCheck', before, refundNo, auditRemark);
}

/**
 * Pays a refund out: a new attempt, sent once this is committed.
 * @throws AppError REFUND_NOT_FOUND, and of `payRefund`
 */
export async function releaseRefund(
  { refundNo, askedBy, reason }: ParsedRequestOf<typeof refund.payout> & AskedBy,
  kind: 'payout' | 'reRefund',
  call: CommandContext,
): Promise<Paid> {
  const { tx, caller, services } = call;
  const before = await reach(refundNo, call);
  refuseAsker(before, askedBy);
  refuseState(before, [kind === 'payout' ? 'APPROVED' : 'FAILURE'], kind);
  if (before.refundChannel === 'BANK' && !services.engine.gateways.bank) throw new AppError('GATEWAY_MISSING');
  const attemptNo = await payRefund(tx, refundNo, caller.userNo);
  const state = await record(call, `refund.${kind}`, before, refundNo, reason);
  await showSending(tx, services.engine.subjects, attemptNo);
  call.afterCommit(() => services.engine.send(attemptNo));
  return { ...state, attemptNo };
}

/** Locks a refund in the books of the caller's merchants. @throws AppError REFUND_NOT_FOUND */
async function reach(refundNo: string, { tx, caller }: CommandContext): Promise<Refund> {
  const refund = await lockRefund(tx, refundNo);
  await reachFlow(tx, caller.scope, refund.flowNo).catch((error: unknown) => {
    throw error instanceof AppError ? new AppError('REFUND_NOT_FOUND') : error;
  });
  return refund;
}

function refuseApplicant({ applicantUserNo }: Refund, { caller }: CommandContext): void {
  if (applicantUserNo === caller.userNo) throw new AppError('MAKER_IS_CHECKER');
}

/** Whoever asks for a batch has requested none of its refunds. */
function refuseAsker({ applicantUserNo }: Refund, askedBy: string | undefined): void {
  if (applicantUserNo === askedBy) throw new AppError('MAKER_IS_CHECKER');
}

function refuseState({ refundStatus }: Refund, allowed: readonly Refund['refundStatus'][], command: string): void {
  if (allowed.includes(refundStatus)) return;
  const facts = { subject: 'refund', state: refundStatus, command };
  throw new AppError('ILLEGAL_TRANSITION', { facts });
}

async function record(
  call: CommandContext,
  action: string,
  before: Refund | null,
  refundNo: string,
  reason?: string,
): Promise<State> {
  const after = await lockRefund(call.tx, refundNo);
  await writeAudit(call.tx, call, {
    action,
    subjectType: 'refund',
    subjectNo: refundNo,
    merchantNo: after.merchantNo,
    ...(before && { before: factsOf(before) }),
    after: factsOf(after),
    ...(reason !== undefined && { reason }),
  });
  return wordsOf(after);
}

const factsOf = (row: Refund): Record<string, unknown> => ({
  refundStatus: row.refundStatus,
  verifyStatus: row.verifyStatus,
  isVerifyIgnored: row.verifyIgnoredReason !== null,
  isPayeeChecked: row.secondCheckerUserNo !== null,
  flowNo: row.flowNo,
  amountCents: row.amountCents,
});
