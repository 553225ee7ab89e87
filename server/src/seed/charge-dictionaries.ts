import type { DictionaryEntry } from './dictionary-entry.ts';

/** Codes of refunds and cash transfers, in the words of their pages. */
export const CHARGE_DICTIONARIES: Readonly<Record<string, readonly DictionaryEntry[]>> = {
  REFUND_STATUS: [
    ['CREATED', 'Not started', '未开始', 'none'],
    ['IN_PROGRESS', 'In progress', '退款中', 'primary'],
    ['SUCCESS', 'Refunded', '退款成功', 'success'],
    ['FAILURE', 'Failed', '退款失败', 'danger'],
  ],
  REFUND_AUDIT_STATUS: [
    ['PENDING', 'Awaiting approval', '待审核', 'warning'],
    ['APPROVED', 'Approved', '已通过', 'success'],
    ['REJECTED', 'Rejected', '已拒绝', 'danger'],
  ],
  REFUND_VERIFY_STATUS: [
    ['NOT_VERIFIED', 'Not verified', '未验证', 'none'],
    ['PASSED', 'Passed', '验证通过', 'success'],
    ['FAILED', 'Failed', '验证失败', 'danger'],
  ],
  REFUND_CHANNEL: [
    ['MPESA', 'M-Pesa', 'M-Pesa', 'none'],
    ['BANK', 'Bank card', '银行卡', 'none'],
  ],
  REFUND_PAYEE: [
    ['PAYER', 'Original payer', '原付款人', 'none'],
    ['MOBILE_MONEY', 'Another phone', '其他手机号', 'none'],
    ['BANK', 'Bank card', '银行卡', 'none'],
  ],
  REFUND_REASON: [
    ['OVERPAID', 'Overpaid', '多付', 'none'],
    ['PAID_TWICE', 'Paid twice', '重复付款', 'none'],
    ['WRONG_ACCOUNT', 'Paid to the wrong account', '付错账户', 'none'],
    ['OTHER', 'Other', '其他', 'none'],
  ],
  TRANSFER_TYPE: [
    ['OWN_ACCOUNT', 'To own account', '自有账户划转', 'primary'],
    ['RETURN_TO_PAYER', 'Return to payer', '退回付款人', 'none'],
  ],
  TRANSFER_STATUS: [
    ['SUBMITTED', 'Awaiting approval', '待审核', 'warning'],
    ['APPROVED', 'Approved', '已通过', 'none'],
    ['REJECTED', 'Rejected', '已拒绝', 'danger'],
    ['GIVEN_UP', 'Withdrawn', '已撤回', 'none'],
    ['RELEASING', 'Releasing', '打款中', 'primary'],
    ['SUCCESS', 'Paid', '已到账', 'success'],
    ['FAILED', 'Failed', '失败', 'danger'],
  ],
  RELEASE_STATUS: [
    ['IN_PROGRESS', 'In progress', '打款中', 'primary'],
    ['SUCCESS', 'Paid', '已到账', 'success'],
    ['FAILED', 'Failed', '失败', 'danger'],
    ['UNKNOWN', 'In progress, no response', '打款中，待确认', 'warning'],
  ],
};
