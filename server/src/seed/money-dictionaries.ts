import type { DictionaryEntry } from './dictionary-entry.ts';

/** Coded values of money in and out: flows, payouts, accounts and balances. */
export const MONEY_DICTIONARIES: Readonly<Record<string, readonly DictionaryEntry[]>> = {
  FLOW_STATUS: [
    ['RECEIVED', 'Received', '已到账', 'primary'],
    ['UNMATCHED', 'Unmatched', '未匹配', 'warning'],
    ['PART_APPLIED', 'Partly applied', '部分核销', 'primary'],
    ['APPLIED', 'Applied', '已核销', 'success'],
    ['REFUNDED', 'Refunded', '已退款', 'none'],
    ['REVERSED', 'Reversed', '已冲正', 'danger'],
  ],
  FLOW_SOURCE: [
    ['CALLBACK', 'Channel', '渠道回调', 'none'],
    ['SUPPLEMENT', 'Supplement', '人工补录', 'primary'],
    ['STATEMENT', 'Statement', '对账单', 'none'],
  ],
  FLOW_DRAFT_STATUS: [
    ['DRAFT', 'Draft', '草稿', 'none'],
    ['WAITING', 'Awaiting approval', '待复核', 'warning'],
    ['RECORDED', 'Recorded', '已入账', 'success'],
  ],
  PAYOUT_STATUS: [
    ['IN_PROGRESS', 'In progress', '放款中', 'primary'],
    ['SUCCESS', 'Success', '成功', 'success'],
    ['FAILURE', 'Failure', '失败', 'danger'],
    ['UNKNOWN', 'In progress, no response yet', '放款中，待确认', 'warning'],
  ],
  PAYOUT_ORDER_STATUS: [
    ['PENDING_DISBURSEMENT', 'Pending disbursement', '待放款', 'none'],
    ['DISBURSING', 'Disbursing', '放款中', 'primary'],
    ['DISBURSE_FAILED', 'Disbursement failed', '放款失败', 'danger'],
    ['DISBURSED', 'Disbursed', '已放款', 'success'],
    ['CLOSED', 'Closed', '已结清', 'success'],
    ['VOIDED', 'Voided', '已作废', 'none'],
  ],
  PAYOUT_TYPE: [
    ['MOBILE_MONEY', 'Mobile money', '移动钱包', 'none'],
    ['BANK', 'Bank account', '银行账户', 'none'],
    ['E_WALLET', 'E-wallet', '电子钱包', 'none'],
  ],
  HOLD_REASON: [
    ['NO_ROUTE', 'No route', '无可用路由', 'danger'],
    ['LIMIT_REACHED', 'Limit reached', '额度已满', 'warning'],
    ['FLOAT_LOW', 'Float too low', '账户余额不足', 'warning'],
  ],
  CODE_RULE: [
    ['ORDER_NO', 'Repayment code', '还款码', 'none'],
    ['PHONE', 'Phone', '手机号', 'none'],
    ['VIRTUAL', 'Virtual number', '虚拟账号', 'none'],
  ],
  PAYMENT_LINK_STATUS: [
    ['OPEN', 'Open', '有效', 'primary'],
    ['PAID', 'Paid', '已支付', 'success'],
    ['REVOKED', 'Revoked', '已作废', 'danger'],
    ['EXPIRED', 'Expired', '已过期', 'none'],
  ],
  UNMATCHED_REASON: [
    ['RULE_OFF', 'Rules disabled', '规则已停用', 'none'],
    ['KEY_OUT_OF_RULE', 'Match key not in the rule', '匹配方式不在规则内', 'none'],
    ['AMOUNT_OUT_OF_RULE', 'Amount outside the rule', '金额超出规则', 'none'],
    ['SURPLUS_ABOVE_RULE', 'Surplus above the rule', '溢缴超出规则', 'warning'],
    ['OUTSIDE_HOURS', 'Outside working hours', '非工作时间', 'none'],
    ['DRAFT_WAITS', 'Draft in progress', '有人正在处理', 'none'],
    ['VIRTUAL_CHECK_DIGIT', 'Wrong check digit', '校验位错误', 'warning'],
    ['VIRTUAL_NOT_ISSUED', 'Number not issued', '账号未生成', 'warning'],
    ['VIRTUAL_FOREIGN', 'Another account’s number', '其他账户的账号', 'warning'],
  ],
  BALANCE_SOURCE: [
    ['MANUAL', 'Entered', '手工录入', 'none'],
    ['CHANNEL', 'Channel', '渠道查询', 'primary'],
  ],
  CALLBACK_KIND: [
    ['C2B', 'Payment in', '客户付款', 'none'],
    ['B2C', 'Payout', '放款', 'none'],
    ['STATUS', 'Status query', '状态查询', 'none'],
    ['REVERSAL', 'Reversal', '冲正', 'none'],
    ['STK', 'Payment prompt', '付款弹窗', 'none'],
    ['OTHER', 'Other', '其他', 'none'],
  ],
  REFUSED_STATUS: [
    ['REFUSED', 'Unreadable', '无法读取', 'danger'],
    ['HELD', 'On hold', '已挂起', 'warning'],
    ['RETRYING', 'Retrying', '重试中', 'primary'],
    ['SET_ASIDE', 'Set aside', '已搁置', 'none'],
  ],
  PAYOUT_SUBJECT: [
    ['LOAN', 'Loan', '贷款', 'none'],
    ['REFUND', 'Refund', '退款', 'none'],
    ['REVERSAL', 'Reversal', '冲正', 'none'],
    ['TRANSFER', 'Transfer', '转账', 'none'],
    ['WITHDRAWAL', 'Withdrawal', '提现', 'none'],
  ],
  PAYMENT_COMPANY: [
    ['MPESA', 'M-Pesa', 'M-Pesa', 'none'],
    ['BANK', 'Bank', '银行', 'none'],
  ],
};
