import { orderAudit, type ParsedRequestOf, type payeeChange } from '@kituo/sdk/contracts';
import * as z from 'zod/mini';
import { AppError } from '../../../http/app-error.ts';
import type { CommandContext } from '../../../http/implement.ts';
import { writeAudit } from '../../platform/audit/index.ts';
import { type ChangeKind, requestChange } from '../../platform/changes/index.ts';
import { maskName } from '../../platform/masking/index.ts';
import { lockOrder } from '../../lending/orders/index.ts';
import { accountOf, findDetails, hidden, readOrder } from '../order-file/index.ts';
import { attachmentsOf, type Decision } from './check-form.ts';
import { checkPayee } from './check-payee.ts';

const payload = z.strictObject({
  orderNo: z.string(),
  payee: orderAudit.payeeForm,
  ignoreCardVerify: z.boolean(),
});
type Payload = z.output<typeof payload>;

const columnsOf = (payee: Payload['payee']) => ({
  payoutType: payee.payoutType,
  payoutSubType: payee.payoutSubType,
  payeePhone: payee.phone,
  payeeName: payee.accountName,
  payeeBankName: payee.bankName ?? null,
  payeeAccountNo: payee.bankCardNo ?? null,
  eWalletAccount: payee.eWalletAccount ?? null,
});

/** The payout account of a passed order that has not left: money out, so somebody else agrees within a day. */
export const payeeChangeKind: ChangeKind<Payload> = {
  kind: 'payeeChange.change',
  family: 'payeeChange',
  title: { en: 'Change payout account', zh: '变更收款账户' },
  checkerCode: 'afterLoan:payoutChange:audit',
  payload,
  lapsesAfterHours: 24,
  async describe(db, { orderNo, payee, ignoreCardVerify }, scope) {
    const order = await readOrder(db, scope, orderNo);
    const now = {
      payoutType: order.payoutType,
      payoutSubType: order.payoutSubType,
      accountName: maskName(order.payeeName),
      account: accountOf(order),
    };
    return {
      subjectNo: orderNo,
      subjectName: orderNo,
      before: now,
      after: {
        payoutType: payee.payoutType,
        payoutSubType: payee.payoutSubType,
        accountName: maskName(payee.accountName),
        account: accountOf(columnsOf(payee)),
        phone: hidden.phone(payee.phone),
        ignoreCardVerify,
        evidenceAttachId: payee.evidenceAttachId,
      },
      concerns: [],
      merchantNos: [order.merchantNo],
      state: { ...now, orderStatus: order.orderStatus },
    };
  },
  async apply({ orderNo, payee, ignoreCardVerify }, call) {
    const { tx, caller } = call;
    const details = await findDetails(tx, caller, orderNo);
    const order = await lockOrder(tx, orderNo);
    if (order.orderStatus !== 'PENDING_DISBURSEMENT' && order.orderStatus !== 'DISBURSE_FAILED') {
      const facts = { subject: 'order', state: order.orderStatus, command: 'changeBankCard' };
      throw new AppError('ILLEGAL_TRANSITION', { facts });
    }
    const isSameType = payee.payoutType === order.payoutType && payee.payoutSubType === order.payoutSubType;
    const decision: Decision = {
      orderNo,
      auditResult: 'PASS',
      approvedCents: null,
      faceConsistency: null,
      changeBankCard: true,
      changePayoutType: !isSameType,
      payee,
      refuseCode: null,
      remark: null,
      steps: [],
    };
    await checkPayee(tx, decision, details).catch((error: unknown) => {
      if (!(error instanceof AppError) || error.error !== 'PAYEE_NAME_DIFFERS') throw error;
      if (!ignoreCardVerify) throw new AppError('CARD_VERIFY_FAILED', { fields: ['payee.accountName'] });
    });
    const evidence = await attachmentsOf(tx, orderNo)
      .select('attachmentNo')
      .where('attachmentNo', '=', payee.evidenceAttachId)
      .executeTakeFirst();
    if (!evidence) throw new AppError('REFERENCE_UNKNOWN', { fields: ['payee.evidenceAttachId'] });
    await tx
      .updateTable('loanOrder')
      .set((eb) => ({ ...columnsOf(payee), version: eb('version', '+', 1) }))
      .where('orderNo', '=', orderNo)
      .execute();
    await writeAudit(tx, call, {
      action: 'payeeChange.changed',
      subjectType: 'order',
      subjectNo: orderNo,
      merchantNo: order.merchantNo,
      before: { payoutType: order.payoutType },
      after: { payoutType: payee.payoutType, ignoreCardVerify },
    });
    return { orderNo };
  },
};

/** @throws AppError as `payeeChangeKind.apply`; CHANGE_WAITING */
export async function requestPayeeChange(
  { reason, ...request }: ParsedRequestOf<typeof payeeChange.changeBankCard>,
  call: CommandContext,
): Promise<{ changeNo: string }> {
  return { changeNo: await requestChange(payeeChangeKind, request, call, reason) };
}
