import { orderAudit } from '@kituo/sdk/contracts';
import * as z from 'zod/mini';
import type { Queryable, Tx } from '../../../db/database.ts';
import { AppError } from '../../../http/app-error.ts';
import type { CommandContext, DataScope } from '../../../http/implement.ts';
import type { ChangeKind, ChangeSubject, EndedChange } from '../../platform/changes/index.ts';
import { maskName } from '../../platform/masking/index.ts';
import { accountOf, findDetails, hidden, readOrder } from '../order-file/index.ts';
import { lockOrder } from '../../lending/orders/index.ts';
import { applyDecision } from './apply.ts';
import { rulesOf } from './bounds.ts';
import type { Decision } from './check-form.ts';
import { dropDrafts } from './keep.ts';
import { renewLease } from './lease.ts';
import { isSentAutomatically, routeOf } from './route.ts';
import { autoSendOf } from './send.ts';

const payload = z.strictObject({ reviewNo: z.string() });
type Payload = z.output<typeof payload>;

/** The waiting pass with the account it wants paid. @throws AppError CHANGE_NOT_FOUND */
async function waitingPass(db: Queryable, { reviewNo }: Payload) {
  const row = await db
    .selectFrom('orderReview')
    .selectAll()
    .where('reviewNo', '=', reviewNo)
    .where('reviewStatus', '=', 'WAITING')
    .executeTakeFirst();
  if (!row) throw new AppError('CHANGE_NOT_FOUND');
  return { ...row, payee: orderAudit.payeeForm.parse(row.payee) };
}

/** Both accounts, masked: whoever decides compares them and looks at the evidence. */
async function describe(db: Queryable, request: Payload, scope: DataScope): Promise<ChangeSubject> {
  const review = await waitingPass(db, request);
  const { payee, orderNo } = review;
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
      account: accountOf({
        payoutType: payee.payoutType,
        payeePhone: payee.phone,
        payeeBankName: payee.bankName ?? null,
        payeeAccountNo: payee.bankCardNo ?? null,
        eWalletAccount: payee.eWalletAccount ?? null,
      }),
      phone: hidden.phone(payee.phone),
      isCustomersName: true,
      evidenceAttachId: payee.evidenceAttachId,
      approvedAmountCents: review.approvedCents,
    },
    concerns: [],
    merchantNos: [order.merchantNo],
    state: { ...now, orderStatus: order.orderStatus, auditorUserNo: order.auditorUserNo },
  };
}

/** The pass as it was decided, to the new account; the reviewer stays its maker. */
async function apply(request: Payload, call: CommandContext): Promise<{ orderStatus: string }> {
  const { tx, caller, db, services, log } = call;
  const review = await waitingPass(tx, request);
  const { payee, orderNo, reviewerUserNo } = review;
  const order = await findDetails(tx, caller, orderNo);
  const rules = await rulesOf(tx, order);
  await tx
    .updateTable('loanOrder')
    .set({
      payoutType: payee.payoutType,
      payoutSubType: payee.payoutSubType,
      payeePhone: payee.phone,
      payeeName: payee.accountName,
      payeeBankName: payee.bankName ?? null,
      payeeAccountNo: payee.bankCardNo ?? null,
      eWalletAccount: payee.eWalletAccount ?? null,
    })
    .where('orderNo', '=', orderNo)
    .execute();
  await tx
    .updateTable('orderReview')
    .set({ reviewStatus: 'DECIDED', checkerUserNo: caller.userNo })
    .where('reviewNo', '=', request.reviewNo)
    .execute();
  const decision: Decision = {
    orderNo,
    auditResult: 'PASS',
    approvedCents: review.approvedCents,
    faceConsistency: review.faceConsistency,
    changeBankCard: review.changeBankCard,
    changePayoutType: review.changePayoutType,
    payee,
    refuseCode: null,
    remark: review.remark,
    steps: [],
  };
  const { orderStatus } = await applyDecision(call, decision, reviewerUserNo, {
    returnDays: rules.returnDays,
    coolOffDays: 0,
  });
  await dropDrafts(tx, orderNo);
  const route = await routeOf(tx, order);
  if (isSentAutomatically(route, reviewerUserNo, payee, services)) {
    call.afterCommit(async () => await autoSendOf({ db, services, log }, orderNo));
  }
  return { orderStatus };
}

/** Back to the reviewer, whose lease runs again, with what the approver said. */
async function ended(tx: Tx, { changeNo, userNo, reason }: EndedChange): Promise<void> {
  const review = await tx
    .updateTable('orderReview')
    .set({ reviewStatus: 'SENT_BACK', checkerUserNo: userNo, checkNote: reason })
    .where('changeNo', '=', changeNo)
    .where('reviewStatus', '=', 'WAITING')
    .returning(['orderNo', 'reviewerUserNo'])
    .executeTakeFirst();
  if (!review) return;
  const order = await lockOrder(tx, review.orderNo);
  const isStillTheirs = order.orderStatus === 'PENDING_REVIEW' && order.auditorUserNo === review.reviewerUserNo;
  if (!isStillTheirs) return;
  const { leaseMinutes } = await rulesOf(tx, await readOrder(tx, 'all', review.orderNo));
  await renewLease(tx, order, leaseMinutes);
}

/** A change of the payout account on passing: money out, so somebody else agrees within a day. */
export const payoutChangeKind: ChangeKind<Payload> = {
  kind: 'payoutChange.pass',
  family: 'payoutChange',
  title: { en: 'Pass to another payout account', zh: '通过并变更收款账户' },
  checkerCode: 'audit:payoutChange:approve',
  payload,
  lapsesAfterHours: 24,
  describe,
  apply,
  ended,
};
