import type { ReplyOf, orderDetail, orderFile } from '@kituo/sdk/contracts';
import { count, day, defineColumns, flag, money, number, ORDER_STATUS, status, text, time } from '@kituo/sdk/page';
import { APP_CATEGORY, ATTEMPT_STATUS, BILL_STATUS, CREDIT_STATUS, NAME_MATCH, VERIFICATION } from './order-words.ts';

type Details = orderFile.OrderDetails;

/** A bill of the plan; its instalment reads "3/6". */
export interface PlanRow extends orderFile.PlanBill {
  readonly instalment: string;
}

export const planColumns = defineColumns<PlanRow>([
  text('billNo', { width: 140 }),
  status('billStatus', BILL_STATUS, { width: 110 }),
  text('instalment', { width: 70 }),
  day('dueDate', { width: 110 }),
  money('billAmountCents'),
  money('amountDueCents'),
  money('actualPaidCents'),
  day('actualDate', { width: 110 }),
  count('overdueDays', { width: 90 }),
  flag('isOverdue', { hidden: true }),
  flag('isRolledOver', { hidden: true }),
  count('rolloverCount', { width: 90 }),
  money('unpaidPrincipalCents'),
  money('unpaidInterestCents'),
  money('unpaidLateFeeCents'),
  money('unpaidManagementFeeCents'),
  money('unpaidServiceFeeCents'),
  money('unpaidExciseCents'),
  money('unpaidLiquidatedDamagesCents'),
  money('unpaidExtensionServiceFeeCents'),
  money('couponCents'),
  money('overpaymentCents'),
  money('deductionCents'),
  number('paymentCode'),
  text('paymentChannel'),
  number('repaymentCode'),
]);

export const entryColumns = defineColumns<Details['entry'] & { productName: string; loanAmountCents: number }>([
  time('applyTime'),
  text('productName'),
  money('loanAmountCents'),
  count('term'),
  count('installments'),
  text('incomingChannel'),
  text('promotionChannel'),
  text('lendingChannel'),
  text('dataSource'),
  time('lendingTime'),
  number('refuseCode'),
  text('denialReason'),
  text('appName'),
  text('appVersion'),
]);

export const creditColumns = defineColumns<NonNullable<Details['credit']> & { kind: string }>([
  text('kind'),
  money('limitCents'),
  money('temporaryCents'),
  money('remainingCents'),
  time('expiresAt'),
  flag('isAdjustable'),
  status('creditStatus', CREDIT_STATUS),
]);

export const bankColumns = defineColumns<NonNullable<Details['bank']['content']> & { bank: string }>([
  text('bank'),
  text('bankCode'),
  text('branch'),
  text('accountName'),
  text('bankCardNo'),
  status('verification', VERIFICATION),
  time('verifiedAt'),
]);

export const attemptColumns = defineColumns<Details['payee']['attempts'][number]>([
  number('attemptNo'),
  status('attemptStatus', ATTEMPT_STATUS),
  money('amountCents'),
  text('payoutChannel', { width: 100 }),
  text('payeePhone'),
  number('channelReference'),
  text('failReason', { width: 240 }),
  time('createdAt'),
  time('finishedAt'),
  text('makerName'),
  text('checkerName'),
]);

export const earlierColumns = defineColumns<Details['borrowing']['orders'][number]>([
  number('orderNo'),
  text('productName'),
  status('orderStatus', ORDER_STATUS),
  money('loanAmountCents'),
  time('applyTime'),
  count('worstOverdueDays'),
  count('rolloverCount'),
]);

export const sharingColumns = defineColumns<orderFile.SameTrait>([
  number('orderNo'),
  text('customerName'),
  status('orderStatus', ORDER_STATUS),
  time('applyTime'),
  flag('isSameCustomer'),
]);

type CloseContact = NonNullable<ReplyOf<typeof orderDetail.closeContacts>['content']>[number];
export const closeColumns = defineColumns<CloseContact>([
  text('name', { width: 180 }),
  text('phone'),
  count('contactCount'),
  time('firstContact'),
  time('lastContact'),
]);

export const appColumns = defineColumns<NonNullable<ReplyOf<typeof orderDetail.appList>['content']>[number]>([
  text('appName', { width: 180 }),
  text('packageName', { width: 220 }),
  status('category', APP_CATEGORY),
  time('firstInstallTime'),
  time('lastUpdateTime'),
]);

export const operatorColumns = defineColumns<
  NonNullable<ReplyOf<typeof orderDetail.operator>['content']> & { carrierName: string }
>([
  text('carrierName'),
  count('simAgeMonths'),
  status('registeredNameMatch', NAME_MATCH),
  count('monthsOfUse'),
  count('callsOut'),
  count('callsIn'),
  count('callMinutes'),
  count('smsOut'),
  count('smsIn'),
]);

export const deviceColumns = defineColumns<NonNullable<ReplyOf<typeof orderDetail.device>['content']>>([
  text('os'),
  text('model'),
  text('imei'),
  text('mac'),
  text('resolution'),
  text('appVersion'),
]);
