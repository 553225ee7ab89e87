import { type ParsedRequestOf, refund, type ReplyOf } from '@kituo/sdk/contracts';
import { type Expression, type ExpressionBuilder, sql, type SqlBool } from 'kysely';
import type { Schema } from '../../../db/schema.ts';
import { AppError } from '../../../http/app-error.ts';
import type { Call, Caller } from '../../../http/implement.ts';
import { admitPhones, defineList } from '../../../lists/index.ts';
import { maskAccount, maskName, maskPhone } from '../../platform/masking/index.ts';
import { flowsWithin, heldCredit } from '../payments/index.ts';
import { openBillOf } from './open-bill.ts';
import { isSameName, statesOf, wordsOf } from './refund-words.ts';
import type { Refund } from './refunds.ts';

/** What of its payouts a row of a refund `r` shows. */
export const attempts = sql<{ attempts: number; status: string | null; failReason: string | null }>`(
  select jsonb_build_object('attempts', count(*),
    'status', (array_agg(a.attempt_status order by a.attempt_count desc))[1],
    'failReason', (array_agg(a.fail_reason order by a.attempt_count desc))[1])
  from payout_attempt a where a.subject_type = 'REFUND' and a.subject_no = r.refund_no)`;

/** Refunds of such payments: what only a row shows is joined for the rows of a page, not to be counted. */
const ofFlows =
  (are: (eb: ExpressionBuilder<Schema, 'paymentFlow'>) => Expression<SqlBool>) =>
  (eb: ExpressionBuilder<Schema & { r: Schema['refund'] }, 'r'>) =>
    eb('r.flowNo', 'in', eb.selectFrom('paymentFlow').select('paymentFlow.flowNo').where(are));

/** Since when somebody, or the channel, has to act. */
function waitingSince({ refundStatus, createdAt, decidedAt }: Refund): Date | null {
  if (refundStatus === 'PENDING') return createdAt;
  return refundStatus === 'REJECTED' || refundStatus === 'SUCCESS' ? null : (decidedAt ?? createdAt);
}

/** @param first which come first where nothing else is requested. */
const refundsBy = (first: 'newest' | 'longest waiting') =>
  defineList(
    refund.page,
    (db) => db.selectFrom('refund as r'),
    (by) => ({
      scope: ({ caller }) => (caller.scope === 'all' ? null : ofFlows(flowsWithin(caller.scope))),
      key: 'r.refundNo',
      missing: 'REFUND_NOT_FOUND',
      filters: {
        refundNo: by.is('r.refundNo'),
        orderNo: by.is('r.orderNo'),
        phone: (phone) =>
          sql<boolean>`r.customer_no in (select k.customer_no from customer k where k.phone = ${phone})`,
        paymentCode: (code) => ofFlows((eb) => eb('paymentFlow.paymentCode', '=', code)),
        refundStatus: (refundStatus) => sql<boolean>`r.refund_status = any(${statesOf({ refundStatus })})`,
        auditStatus: (auditStatus) => sql<boolean>`r.refund_status = any(${statesOf({ auditStatus })})`,
        verifyStatus: by.is('r.verifyStatus'),
        merchantNo: by.is('r.merchantNo'),
        applicantUserNo: by.is('r.applicantUserNo'),
        otherPayee: (is) => (eb) => eb('r.isOriginalPayer', '=', !is),
        verifyIgnored: (is) => (is ? (eb) => eb('r.verifyIgnoredReason', 'is not', null) : null),
        waitingOver: (hours) => sql<boolean>`case r.refund_status when 'PENDING' then r.created_at
          when 'APPROVED' then coalesce(r.decided_at, r.created_at) end < now() - make_interval(hours => ${hours})`,
        refundChannel: by.is('r.refundChannel'),
        applyTime: by.days('r.createdAt'),
        successTime: by.days('r.successTime'),
      },
      sorts: { applyTime: 'r.createdAt', amountCents: 'r.amountCents', successTime: 'r.successTime' },
      first:
        first === 'newest'
          ? [['r.createdAt', 'desc']]
          : [
              [sql`r.refund_status in ('PENDING', 'APPROVED')`, 'desc'],
              ['r.createdAt', 'asc'],
            ],
      select: (query) =>
        query
          .innerJoin('paymentFlow', 'paymentFlow.flowNo', 'r.flowNo')
          .innerJoin('customer', 'customer.customerNo', 'r.customerNo')
          .innerJoin('appUser as applicant', 'applicant.userNo', 'r.applicantUserNo')
          .leftJoin('appUser as checker', 'checker.userNo', 'r.checkerUserNo')
          .leftJoin('appUser as second', 'second.userNo', 'r.secondCheckerUserNo')
          .selectAll('r')
          .select(['paymentFlow.paymentCode', 'paymentFlow.paymentChannel', 'paymentFlow.payerName'])
          .select(['paymentFlow.payerPhone', 'paymentFlow.creditedCents'])
          .select(['customer.customerName', 'customer.phone', 'applicant.realName as applicantName'])
          .select(['checker.realName as checkerName', 'second.realName as secondCheckerName'])
          .select(attempts.as('payouts')),
      row: (row, { caller }) => ({
        ...wordsOf(row),
        orderNo: row.orderNo,
        merchantNo: row.merchantNo,
        customerNo: row.customerNo,
        customerName: row.customerName,
        phone: row.phone,
        flowNo: row.flowNo,
        paymentCode: row.paymentCode,
        paymentChannel: row.paymentChannel,
        payerName: row.payerName,
        payerPhone: row.payerPhone,
        payeeName: row.payeeName,
        payeeAccount: row.payeeBankCardNo === null ? maskPhone(row.payeePhone ?? '') : maskAccount(row.payeeBankCardNo),
        payeeBankCode: row.payeeBankCode,
        // A rule on the payee's name is one on the name it is registered under.
        registeredName:
          row.registeredName !== null && caller.maskedFields.has('payeeName')
            ? maskName(row.registeredName)
            : row.registeredName,
        nameMatch: row.registeredName === null ? null : isSameName(row.payeeName, row.registeredName),
        isOtherPayee: !row.isOriginalPayer,
        isVerifyIgnored: row.verifyIgnoredReason !== null,
        amountCents: row.amountCents,
        creditCents: row.creditedCents,
        refundChannel: row.refundChannel,
        isUnknown: row.payouts.status === 'UNKNOWN',
        reasonCode: row.reasonCode,
        remark: row.remark,
        auditRemark: row.auditRemark,
        voucherIds: row.voucherIds,
        applicantUserNo: row.applicantUserNo,
        applicantName: row.applicantName,
        checkerName: row.checkerName,
        secondCheckerName: row.secondCheckerName,
        applyTime: row.createdAt.toISOString(),
        successTime: row.successTime?.toISOString() ?? null,
        failReason: row.payouts.failReason,
        attemptCount: row.payouts.attempts,
        waitingSince: waitingSince(row)?.toISOString() ?? null,
        allowedActions: actionsOf(row, caller),
      }),
      personal: {
        customerName: 'name',
        phone: 'phone',
        payerName: 'name',
        payerPhone: 'phone',
        payeeName: 'name',
        registeredName: 'name',
      },
    }),
  );

/** Refunds of customers' credit, newest first. */
export const refunds = refundsBy('newest');

/** The same, those that have waited longest first. */
export const refundsToCheck = refundsBy('longest waiting');

/** What this person may do with the refund now: never with what they requested. */
function actionsOf(row: Refund, { userNo, codes }: Caller): refund.RefundAction[] {
  if (row.applicantUserNo === userNo) return [];
  const isPassed = row.verifyStatus === 'PASSED' || row.verifyIgnoredReason !== null;
  const isOpen = row.refundStatus === 'PENDING' || row.refundStatus === 'APPROVED';
  const isChecked = row.isOriginalPayer || row.secondCheckerUserNo !== null;
  const mayCheck = codes.has('charge:refund:check');
  const actions: refund.RefundAction[] = [];
  if (isOpen && !isPassed && mayCheck) actions.push('verify');
  if (isOpen && !isPassed && row.refundChannel !== 'MPESA' && codes.has('charge:refund:ignoreVerify'))
    actions.push('ignoreVerify');
  if (row.refundStatus === 'PENDING' && mayCheck) actions.push('approve', 'reject');
  if (
    (isOpen || row.refundStatus === 'FAILURE') &&
    !isChecked &&
    row.checkerUserNo !== userNo &&
    codes.has('charge:refundPayee:check')
  )
    actions.push('payeeCheck');
  const mayPay = codes.has('charge:refund:payout') && isPassed && isChecked;
  if (mayPay && row.refundStatus === 'APPROVED') actions.push('payout');
  if (mayPay && row.refundStatus === 'FAILURE') actions.push('reRefund');
  return actions;
}

/** A customer's credit, a flow each. @throws AppError FORM_INCOMPLETE where neither order nor phone is given */
export async function readCredit(
  { orderNo, phone }: ParsedRequestOf<typeof refund.creditPage>,
  call: Call,
): Promise<ReplyOf<typeof refund.creditPage>> {
  const { db, caller } = call;
  if (!orderNo && !phone) throw new AppError('FORM_INCOMPLETE', { fields: ['orderNo', 'phone'] });
  let query = db
    .selectFrom('paymentFlow')
    .innerJoin('customer', 'customer.customerNo', 'paymentFlow.customerNo')
    .selectAll('paymentFlow')
    .select('customer.customerName')
    .where('creditedCents', '>', 0)
    .where(flowsWithin(caller.scope));
  if (phone) query = query.where('customer.phone', '=', phone);
  if (orderNo) {
    query = query.where('paymentFlow.customerNo', '=', (eb) =>
      eb.selectFrom('loanOrder').select('loanOrder.customerNo').where('loanOrder.orderNo', '=', orderNo),
    );
  }
  const flows = await query.orderBy('repayTime', 'desc').limit(100).execute();
  const found = flows.slice(0, 1).map(({ flowNo }) => flowNo);
  if (phone) await admitPhones('refund.creditPage', { phones: [phone], found }, call);
  const hides = (field: string) => caller.isMasked || caller.maskedFields.has(field);
  const rows = await Promise.all(
    flows.map(async (flow) => {
      const heldCents = await heldCredit(db, flow.flowNo);
      const { payerName, payerPhone, customerName } = flow;
      return {
        flowNo: flow.flowNo,
        orderNo: flow.orderNo,
        merchantNo: flow.merchantNo,
        customerNo: flow.customerNo ?? '',
        customerName: hides('customerName') ? maskName(customerName) : customerName,
        paymentCode: flow.paymentCode,
        paymentChannel: flow.paymentChannel,
        payerName: payerName !== null && hides('payerName') ? maskName(payerName) : payerName,
        payerPhone: payerPhone === null ? null : maskPhone(payerPhone),
        repayTime: flow.repayTime.toISOString(),
        creditCents: flow.creditedCents,
        heldCents,
        freeCents: Math.max(0, flow.creditedCents - heldCents),
        isPayerKnown: payerPhone !== null,
        openBill:
          flow.customerNo === null
            ? null
            : await openBillOf(db, flow.customerNo, Math.max(0, flow.creditedCents - heldCents)),
      };
    }),
  );
  return { rows };
}
