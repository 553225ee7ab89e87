import {
  almostSettled,
  balance,
  channelFee,
  flow,
  loanerAccount,
  payoutClaim,
  payoutOrder,
  reconciliation,
  refund,
  refusedCallback,
  repayAccount,
  repayment,
  transfer,
  wallet,
} from '@kituo/sdk/contracts';
import { addDays, businessDateOf } from '../../server/src/modules/platform/policy/index.ts';
import type { KnownThings, ListQuestions, Question } from './orders-questions.ts';

/** Every list of the money desk and of charges over the same book, with the filters that people combine. */
export function moneyQuestionsOf(known: KnownThings, now: Date): readonly ListQuestions[] {
  return [...deskLists(known, now), ...flowLists(known, now), ...chargeLists(known, now)].map(
    ([list, path, questions]) => ({ list, path, userName: 'admin', questions }),
  );
}

type MoneyList = readonly [list: string, path: string, questions: readonly Question[]];
const lastOf = (now: Date) => {
  const today = businessDateOf(now);
  return (days: number) => ({ from: addDays(today, 1 - days), to: today });
};

/** By order on its way out, by loan, by bill, by application. */
function deskLists({ orderNo, phone, idCardNo, thirdPartyOrderNo }: KnownThings, now: Date): readonly MoneyList[] {
  const today = businessDateOf(now);
  const last = lastOf(now);
  const payouts: readonly Question[] = [
    ['newest approvals', {}],
    ['last 7 days', { lendingTime: last(7) }, 'lendingTime'],
    ['partner number', { thirdPartyOrderNo }],
    ['ID', { idCardNo }],
    ['failed', { payoutStatus: 'FAILURE' }],
    ['without response', { payoutStatus: 'UNKNOWN' }],
    ['on hold', { holdReason: 'FLOAT_LOW' }],
    ['group of states', { orderStatus: 'PAYOUT' }],
    ['merchant and state', { merchantNo: 'M0002', orderStatus: 'DISBURSED' }],
  ];
  const loans: readonly Question[] = [
    ['newest loans', {}],
    ['last 30 days', { lendingTime: last(30) }, 'lendingTime'],
    ['order number', { orderNo }],
    ['phone', { phone }],
    ['due this week', { dueDate: { from: today, to: addDays(today, 6) } }],
    ['late', { orderStatus: 'DISBURSED', overdueDays: '1-30' }],
    ['overpaid', { hasOverpayment: true }],
  ];
  const bills: readonly Question[] = [
    ['newest due', {}],
    ['order number', { orderNo }],
    ['phone', { phone }],
    ['due this week', { dueDate: { from: today, to: addDays(today, 6) } }],
    ['active, late', { billStatus: 'ACTIVE', overdueDays: '1-30' }],
    ['with money left', { hasWritable: true, billStatus: 'ACTIVE' }],
    ['second instalment', { termNo: '2', dueDate: last(30) }],
  ];
  const merged: readonly Question[] = [
    ['last 30 days', { appliedAt: last(30) }, 'appliedAt'],
    ['order number', { orderNo }],
    ['phone', { phone }],
    ['by bill', { caseScope: 'BILL', appliedAt: last(30) }],
    ['rolled back', { reversed: true }],
    ['by the system', { source: 'AUTO', appliedAt: last(7) }],
  ];
  return [
    ['LoanManagement', payoutOrder.page.path, payouts],
    ['RepaymentManagement', repayment.orderPage.path, loans],
    ['RepaymentManagementNew', repayment.billPage.path, bills],
    ['RepaymentManagementMerge', repayment.mergePage.path, merged],
  ];
}

/** By payment, by account and by day of a statement. */
function flowLists({ orderNo, phone }: KnownThings, now: Date): readonly MoneyList[] {
  const last = lastOf(now);
  const flows: readonly Question[] = [
    ['newest', {}, 'repayTime'],
    ['payer', { phone }],
    ['order number', { orderNo }],
    ['of an amount', { amountCents: { from: 100_000, to: 110_000 }, repayTime: last(7) }, 'amountCents'],
    ['reversed', { flowStatus: 'REVERSED' }],
    ['supplemented', { source: 'SUPPLEMENT' }],
  ];
  const unmatched: readonly Question[] = [
    ['oldest', {}, 'repayTime', 'asc'],
    ['without owner', { isWithoutOwner: true }],
  ];
  const differences: readonly Question[] = [
    ['newest', {}, 'businessDate'],
    ['missing here', { diffType: 'MISSING_HERE', businessDate: last(30) }],
    ['without owner', { isWithoutOwner: true }],
  ];
  const days: readonly Question[] = [
    ['newest', {}, 'businessDate'],
    ['with a fee', { diffType: 'CHANNEL_FEE' }],
  ];
  return [
    ['FlowRecordSupplement', flow.page.path, flows],
    ['FlowRecordSupplement, unmatched', flow.unmatched.path, unmatched],
    ['FlowRecordSupplement, refused', refusedCallback.page.path, [['open', { isOpen: true }, 'receivedAt']]],
    ['ReconciliationManagement', reconciliation.page.path, days],
    ['ReconciliationManagement, differences', reconciliation.differencePage.path, differences],
    ['ReconciliationManagement, claims', payoutClaim.page.path, [['newest', {}, 'happenedAt']]],
    ['ReconciliationManagement, fees', channelFee.page.path, [['newest', {}, 'chargedOn']]],
    ['LoanerManagement', loanerAccount.page.path, [['by lender', {}, 'loanerName', 'asc']]],
    ['RepaymentAccountManagement', repayAccount.page.path, [['most today', {}, 'todayReceivedCents']]],
    [
      'BalanceManagement',
      balance.page.path,
      [
        ['last 7 days', { entryDate: last(7) }, 'accountName', 'asc'],
        ['different', { onlyDifferent: true }],
      ],
    ],
    ['AutoSettlementConfig, almost settled', almostSettled.page.path, [['least owed', {}, 'outstandingCents', 'asc']]],
  ];
}

/** What goes out beside loans: withdrawals, refunds and transfers. */
function chargeLists({ orderNo, phone }: KnownThings, now: Date): readonly MoneyList[] {
  const last = lastOf(now);
  const refunds: readonly Question[] = [
    ['last 30 days', { applyTime: last(30) }, 'applyTime'],
    ['order number', { orderNo }],
    ['phone', { phone }],
    ['failed', { refundStatus: 'FAILURE' }],
  ];
  const toCheck: readonly Question[] = [
    ['last 30 days', { applyTime: last(30) }],
    ['waiting for a day', { auditStatus: 'PENDING', waitingOver: 24 }],
    ['another payee', { otherPayee: true }],
  ];
  const moves: readonly Question[] = [
    ['last 30 days', { applyTime: last(30) }, 'applyTime'],
    ['returns', { transferType: 'RETURN_TO_PAYER' }],
    ['released', { releaseStatus: 'SUCCESS' }],
  ];
  const withdrawals: readonly Question[] = [
    ['last 7 days', { createTime: last(7) }, 'createTime'],
    ['phone', { phone }],
    ['failed', { withdrawStatus: 'FAILED' }],
  ];
  const rewards: readonly Question[] = [
    ['last 7 days', { grantTime: last(7) }, 'grantTime'],
    ['phone', { phone }],
  ];
  return [
    ['ClientRefundManagement', refund.page.path, refunds],
    ['ClientRefundAuditManagement', refund.auditPage.path, toCheck],
    ['CashTransferApplyFor', transfer.page.path, moves],
    ['CashTransferAudit', transfer.auditPage.path, [...moves, ['waiting', { waitingOver: 1 }]]],
    ['WalletRecords', wallet.withdrawalPage.path, withdrawals],
    ['WalletRecords, rewards', wallet.rewardPage.path, rewards],
  ];
}
