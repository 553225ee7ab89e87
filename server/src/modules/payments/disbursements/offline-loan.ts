import type { ParsedRequestOf, payout } from '@kituo/sdk/contracts';
import * as z from 'zod/mini';
import { AppError } from '../../../http/app-error.ts';
import type { CommandContext } from '../../../http/implement.ts';
import { writeAudit } from '../../platform/audit/index.ts';
import { type ChangeKind, requestChange } from '../../platform/changes/index.ts';
import { areAttached } from '../../platform/files/index.ts';
import { type BankAccount, refusalOf } from '../../platform/ledger/index.ts';
import { disburseOffline } from '../../lending/orders/index.ts';
import { reachOrder } from '../payments/index.ts';
import { markSent, resolveAttempt } from '../../lending/payouts/index.ts';

const payload = z.strictObject({
  orderNo: z.string(),
  approvalTime: z.iso.datetime(),
  lendingTime: z.iso.datetime(),
  loanerAccountId: z.string(),
  disbursementCode: z.string(),
  voucherIds: z.array(z.string()),
  makerUserNo: z.string(),
});

/** A loan that was paid without the channel: through DISBURSING to DISBURSED, with both journals, at once. */
export const offlineLoanKind: ChangeKind<z.output<typeof payload>> = {
  kind: 'payout.offlineLoan',
  family: 'offlineLoan',
  title: { en: 'Book offline disbursement', zh: '登记线下放款' },
  checkerCode: 'afterLoan:offlineLoan:audit',
  lapsesAfterHours: 24,
  payload,
  async describe(db, { orderNo, loanerAccountId, lendingTime, disbursementCode }, scope) {
    const { merchantNo, orderStatus } = await reachOrder(db, scope, orderNo);
    return {
      subjectNo: orderNo,
      subjectName: orderNo,
      before: { orderStatus },
      after: { orderStatus: 'DISBURSED', loanerAccountId, lendingTime, disbursementCode },
      concerns: [],
      merchantNos: [merchantNo],
      state: { orderStatus },
    };
  },
  async apply(request, call) {
    const { orderNo, makerUserNo, disbursementCode, voucherIds, approvalTime } = request;
    const { tx, caller, services } = call;
    const { merchantNo, orderStatus } = await reachOrder(tx, caller.scope, orderNo);
    const account = await payingAccount(request.loanerAccountId, call);
    const lendingTime = paidAt(request);
    const isTrial = caller.userNo === makerUserNo;
    const attemptNo = await disburseOffline(tx, orderNo, {
      makerUserNo,
      ...(!isTrial && { checkerUserNo: caller.userNo }),
      account,
      lendingTime,
    });
    const { subjects } = services.engine;
    const { amountCents } = await markSent(tx, subjects, attemptNo, lendingTime);
    const outcome = { isPaid: true, channelReference: disbursementCode } as const;
    await resolveAttempt(tx, subjects, attemptNo, outcome, lendingTime).catch((error: unknown) => {
      const refusal = refusalOf(error);
      if (!(refusal instanceof AppError)) throw refusal;
      const facts = { paymentChannel: account, paymentCode: disbursementCode };
      throw new AppError(refusal.error, { fields: ['disbursementCode'], facts });
    });
    await writeAudit(tx, call, {
      action: 'payout.offlineLoaned',
      subjectType: 'order',
      subjectNo: orderNo,
      merchantNo,
      before: { orderStatus },
      after: { orderStatus: 'DISBURSED', attemptNo, amountCents, approvalTime, voucherIds },
    });
    return { orderNo, attemptNo };
  },
};

/** @throws AppError BAD_REQUEST where it is to come, or was paid before anybody agreed to it */
function paidAt({ approvalTime, lendingTime }: z.output<typeof payload>): Date {
  const at = new Date(lendingTime);
  const refuse = (field: string, msg: string): never => {
    throw new AppError('BAD_REQUEST', { fields: [{ field, msg }] });
  };
  if (at > new Date()) return refuse('lendingTime', 'Cannot be in the future');
  if (at < new Date(approvalTime)) return refuse('lendingTime', 'Cannot be before the approval');
  return at;
}

const isBank = (code: string): code is BankAccount => code.startsWith('BANK.');

/** @throws AppError ACCOUNT_UNKNOWN */
async function payingAccount(accountId: string, { tx }: CommandContext): Promise<BankAccount> {
  const account = await tx
    .selectFrom('account')
    .select('accountCode')
    .where('accountCode', '=', accountId)
    .executeTakeFirst();
  if (account && isBank(accountId)) return accountId;
  throw new AppError('ACCOUNT_UNKNOWN', { fields: ['loanerAccountId'] });
}

/** @throws AppError ATTACHMENT_NOT_FOUND, as `offlineLoanKind.apply`; CHANGE_WAITING */
export async function requestOfflineLoan(
  { reason, ...form }: ParsedRequestOf<typeof payout.offlineLoan>,
  call: CommandContext,
): Promise<{ changeNo: string }> {
  if (!(await areAttached(call.tx, 'order', form.voucherIds))) {
    throw new AppError('ATTACHMENT_NOT_FOUND', { fields: ['voucherIds'] });
  }
  const request = { ...form, makerUserNo: call.caller.userNo };
  return { changeNo: await requestChange(offlineLoanKind, request, call, reason) };
}
