import type { Selectable } from 'kysely';
import type { Tx } from '../../../db/database.ts';
import type { RefundTable } from '../../../db/engine-schema.ts';
import { lockOne } from '../../../db/lock-one.ts';
import { noteMade } from '../../../db/tx-notes.ts';
import { AppError } from '../../../http/app-error.ts';
import { advance } from '../../../state-machine/index.ts';
import type { BankAccount } from '../../platform/ledger/index.ts';
import { payoutPostings } from '../../platform/ledger/index.ts';
import { heldCredit, lockFlow, spendFlow } from '../payments/index.ts';
import { createAttempt, type NewAttempt, type PayoutAttempt, type PayoutSubject } from '../../lending/payouts/index.ts';
import { planBankRoute } from '../../lending/routing/index.ts';
import { businessDateOf, policyOn } from '../../platform/policy/index.ts';
import { refusalOfRefundAmount, refusalOfRefundPayout } from './limits.ts';
import { refundMachine } from '../../../state-machine/machines/refund.machine.ts';
import { refundVerificationMachine } from '../../../state-machine/machines/refund-verification.machine.ts';

export type Refund = Selectable<RefundTable>;

const FLOAT: BankAccount = 'BANK.MPESA_FLOAT';
/** A phone over M-Pesa, or a bank card. */
export type Payee =
  | { readonly refundChannel: 'MPESA'; readonly payeePhone: string; readonly payeeName: string }
  | {
      readonly refundChannel: 'BANK';
      readonly payeeBankCode: string;
      readonly payeeBankCardNo: string;
      readonly payeeName: string;
    };

export interface NewRefund {
  readonly flowNo: string;
  readonly amountCents: number;
  readonly payee: Payee;
  readonly remark?: string;
  readonly reasonCode?: string | undefined;
  readonly voucherIds?: readonly string[] | undefined;
  readonly applicantUserNo: string;
}

/**
 * Asks to give a customer's credit back; the credit is held from now on.
 * @throws AppError of `refusalOfRefundAmount`; SERIAL_NOT_FOUND
 */
export async function applyForRefund(tx: Tx, request: NewRefund): Promise<string> {
  const flow = await lockFlow(tx, request.flowNo);
  const { customerNo, merchantNo, creditedCents } = flow;
  const { policy } = await policyOn(tx, businessDateOf(new Date()));
  const freeCents = creditedCents - (await heldCredit(tx, flow.flowNo));
  const { amountCents, payee, remark, applicantUserNo } = request;
  const refusal = refusalOfRefundAmount(amountCents, freeCents, payee.refundChannel, policy.refund);
  if (refusal) throw new AppError(refusal);
  if (customerNo === null) throw new AppError('REFUND_ABOVE_CREDIT');
  const { refundNo } = await tx
    .insertInto('refund')
    .values({
      merchantNo,
      customerNo,
      flowNo: flow.flowNo,
      amountCents,
      ...payee,
      isOriginalPayer: payee.refundChannel === 'MPESA' && payee.payeePhone === flow.payerPhone,
      orderNo: flow.orderNo,
      reasonCode: request.reasonCode ?? null,
      voucherIds: [...(request.voucherIds ?? [])],
      remark: remark ?? null,
      applicantUserNo,
    })
    .returning('refundNo')
    .executeTakeFirstOrThrow();
  noteMade(tx, `refund ${refundNo}`);
  return refundNo;
}

/** An approver agrees or not; a third where the payee is not the payer. @throws AppError MAKER_IS_CHECKER, ILLEGAL_TRANSITION */
export async function decideRefund(
  tx: Tx,
  refundNo: string,
  decision: {
    readonly isApproved: boolean;
    readonly userNo: string;
    readonly auditRemark?: string | undefined;
  },
): Promise<void> {
  const refund = await lockRefund(tx, refundNo);
  const { isApproved, userNo, auditRemark = null } = decision;
  if (userNo === refund.applicantUserNo) throw new AppError('MAKER_IS_CHECKER');
  const refundStatus = advance(refundMachine, refund.refundStatus, isApproved ? 'approve' : 'reject');
  const decidedAt = new Date();
  await set(tx, refundNo, { refundStatus, checkerUserNo: userNo, auditRemark, decidedAt });
}

/** The second checker of another payee than the payer. @throws AppError MAKER_IS_CHECKER */
export async function agreeToOtherPayee(tx: Tx, refundNo: string, userNo: string): Promise<void> {
  const refund = await lockRefund(tx, refundNo);
  if ([refund.applicantUserNo, refund.checkerUserNo].includes(userNo)) {
    throw new AppError('MAKER_IS_CHECKER');
  }
  await set(tx, refundNo, { secondCheckerUserNo: userNo });
}

/** What the channel said of the payee's name, or why nobody waits for it. */
export async function verifyRefund(
  tx: Tx,
  refundNo: string,
  verdict:
    | { readonly isPassed: boolean; readonly registeredName?: string }
    | { readonly ignoredReason: string; readonly userNo?: string },
): Promise<void> {
  const refund = await lockRefund(tx, refundNo);
  if ('ignoredReason' in verdict) {
    const { ignoredReason: verifyIgnoredReason, userNo: verifyIgnoredBy = null } = verdict;
    await set(tx, refundNo, { verifyIgnoredReason, verifyIgnoredBy });
    return;
  }
  const command = verdict.isPassed ? 'pass' : 'fail';
  const verifyStatus = advance(refundVerificationMachine, refund.verifyStatus, command);
  const { registeredName = null } = verdict;
  await set(tx, refundNo, { verifyStatus, registeredName });
}

/**
 * Begins to pay an approved (or failed) refund. Sent after the commit, like every payout.
 * @returns the attempt's number.
 * @throws AppError of `refusalOfRefundPayout`; ILLEGAL_TRANSITION, REFUND_ABOVE_CREDIT where the credit shrank
 *   meanwhile, PAYOUT_LIVE; NO_ROUTE, ACCOUNT_LIMIT_REACHED where no account of ours pays to banks
 */
export async function payRefund(tx: Tx, refundNo: string, operatorUserNo: string): Promise<string> {
  const refund = await lockRefund(tx, refundNo);
  const command = refund.refundStatus === 'FAILURE' ? 'reRefund' : 'payOut';
  const refundStatus = advance(refundMachine, refund.refundStatus, command);
  const refusal = refusalOfRefundPayout({
    verifyStatus: refund.verifyStatus,
    isVerifyIgnored: refund.verifyIgnoredReason !== null,
    isOriginalPayer: refund.isOriginalPayer,
    applicantUserNo: refund.applicantUserNo,
    checkerUserNo: refund.checkerUserNo ?? refund.applicantUserNo,
    secondCheckerUserNo: refund.secondCheckerUserNo,
    operatorUserNo,
  });
  if (refusal) throw new AppError(refusal);
  const { creditedCents } = await lockFlow(tx, refund.flowNo);
  if (refund.amountCents > creditedCents) throw new AppError('REFUND_ABOVE_CREDIT');
  await set(tx, refundNo, { refundStatus, operatorUserNo });
  return await createAttempt(tx, {
    subjectType: 'REFUND',
    subjectNo: refundNo,
    merchantNo: refund.merchantNo,
    ...(await wayOf(tx, refund)),
    amountCents: refund.amountCents,
    payeeName: refund.payeeName,
    makerUserNo: refund.applicantUserNo,
    checkerUserNo: refund.checkerUserNo ?? operatorUserNo,
  });
}

type Way = Pick<NewAttempt, 'payoutChannel' | 'account' | 'payeePhone' | 'payeeBankCode' | 'payeeAccountNo'>;

/** To the payer's phone from the float, or to a bank from the account that pays banks. */
async function wayOf(tx: Tx, refund: Refund): Promise<Way> {
  const { merchantNo, amountCents, payeePhone, payeeBankCode, payeeBankCardNo } = refund;
  if (payeeBankCode === null || payeeBankCardNo === null) {
    if (payeePhone === null) throw new AppError('GATEWAY_MISSING');
    return { payoutChannel: 'MPESA', account: FLOAT, payeePhone };
  }
  const account = await planBankRoute(tx, merchantNo, amountCents);
  return { payoutChannel: 'BANK', account, payeePhone: null, payeeBankCode, payeeAccountNo: payeeBankCardNo };
}

/** A refund's payout: credit leaves its flow with the sending, and comes back with a failure. */
export const refundPayout: PayoutSubject = {
  async sent(tx, attempt) {
    const refund = await lockRefund(tx, attempt.subjectNo);
    await moveCredit(tx, refund, -refund.amountCents);
    const { customerNo, flowNo, amountCents } = refund;
    return payoutPostings.refundSent({ customerNo, flowNo, amountCents });
  },
  async succeeded(tx, attempt, at) {
    const refund = await lockRefund(tx, attempt.subjectNo);
    const refundStatus = advance(refundMachine, refund.refundStatus, 'succeed');
    await set(tx, refund.refundNo, { refundStatus, successTime: at });
    const { amountCents } = refund;
    return payoutPostings.refundSucceeded({ bank: bankOf(attempt), amountCents });
  },
  async failed(tx, attempt) {
    const refund = await lockRefund(tx, attempt.subjectNo);
    await moveCredit(tx, refund, refund.amountCents);
    const refundStatus = advance(refundMachine, refund.refundStatus, 'fail');
    await set(tx, refund.refundNo, { refundStatus });
  },
};

/** From the flow's credit to what was returned of it, or back. */
async function moveCredit(tx: Tx, { flowNo }: Refund, creditedCents: number): Promise<void> {
  const flow = await lockFlow(tx, flowNo);
  const { flowStatus } = flow;
  await spendFlow(tx, flow, {
    appliedCents: 0,
    creditedCents,
    returnedCents: -creditedCents,
    flowStatus,
  });
}

// The account stands on the attempt as this module wrote it.
const bankOf = (attempt: PayoutAttempt): BankAccount => attempt.accountCode as BankAccount;

/** @throws AppError REFUND_NOT_FOUND */
export async function lockRefund(tx: Tx, refundNo: string): Promise<Refund> {
  return await lockOne(tx, tx.selectFrom('refund').selectAll().where('refundNo', '=', refundNo), {
    missing: 'REFUND_NOT_FOUND',
    subject: `refund ${refundNo}`,
    state: ({ refundStatus, verifyStatus, secondCheckerUserNo }) =>
      `${refundStatus} ${verifyStatus} ${secondCheckerUserNo}`,
  });
}

async function set(tx: Tx, refundNo: string, change: Partial<Refund>): Promise<void> {
  const { refundNo: _, ...rest } = change;
  await tx.updateTable('refund').set(rest).where('refundNo', '=', refundNo).execute();
}
