import type { DictionaryEntry } from './dictionary-entry.ts';

/** Code lists of risk control's pages. */
export const RISK_DICTIONARIES: Readonly<Record<string, readonly DictionaryEntry[]>> = {
  RISK_LIST_TYPE: [
    ['WHITE', 'White', '白名单', 'success'],
    ['GREY', 'Grey', '灰名单', 'warning'],
    ['BLACK', 'Black', '黑名单', 'danger'],
  ],
  RISK_LIST_SUBJECT: [
    ['PHONE', 'Phone', '手机号', 'none'],
    ['ID_CARD_NO', 'ID number', '身份证号', 'none'],
  ],
  LIST_SOURCE: [
    ['MANUAL', 'By hand', '手工添加', 'none'],
    ['FRAUD_CASE', 'Fraud case', '欺诈案件', 'none'],
    ['BUREAU', 'Credit bureau', '征信', 'none'],
    ['CHARGE_OFF', 'Charge-off', '坏账核销', 'none'],
  ],
  RULE_FIELD: [
    ['scorerRefused', 'Declined by the scorer', '外部评分拒绝', 'none'],
    ['listType', 'Risk list', '风控名单', 'none'],
    ['modelLevel', 'Model level', '模型等级', 'none'],
    ['modelScore', 'Model score', '模型分', 'none'],
    ['appliedCents', 'Amount applied for (cents)', '申请金额（分）', 'none'],
    ['monthlyIncomeCents', 'Monthly income (cents)', '月收入（分）', 'none'],
    ['age', 'Age', '年龄', 'none'],
    ['loanType', 'Loan type', '借款类型', 'none'],
    ['settledOrders', 'Loans repaid', '已结清笔数', 'none'],
    ['openOrders', 'Open loans', '在贷笔数', 'none'],
    ['maxOverdueDays', 'Longest delay (days)', '最长逾期天数', 'none'],
    ['applications30Days', 'Applications in 30 days', '30 天内申请数', 'none'],
  ],
  RULE_OPERATOR: [
    ['EQ', '=', '=', 'none'],
    ['NE', '≠', '≠', 'none'],
    ['LT', '<', '<', 'none'],
    ['LTE', '≤', '≤', 'none'],
    ['GT', '>', '>', 'none'],
    ['GTE', '≥', '≥', 'none'],
    ['IN', 'one of', '属于', 'none'],
    ['NOT_IN', 'none of', '不属于', 'none'],
    ['IS_EMPTY', 'unknown', '为空', 'none'],
  ],
  RULE_DECISION: [
    ['REFUSE', 'Decline', '拒绝', 'danger'],
    ['MANUAL', 'To a person', '转人工', 'warning'],
    ['PASS', 'Pass', '通过', 'success'],
  ],
  MODEL_ROLE: [
    ['CHAMPION', 'Champion', '冠军', 'success'],
    ['CHALLENGER', 'Challenger', '挑战者', 'primary'],
    ['SHADOW', 'Shadow', '影子', 'none'],
  ],
  MODEL_SCORER: [
    ['SCORECARD', 'Scorecard', '评分卡', 'none'],
    ['HTTP', 'Scoring service', '评分服务', 'none'],
  ],
  MODEL_INPUT: [
    ['appliedCents', 'Amount applied for (cents)', '申请金额（分）', 'none'],
    ['monthlyIncomeCents', 'Monthly income (cents)', '月收入（分）', 'none'],
    ['age', 'Age', '年龄', 'none'],
    ['loanType', 'Loan type', '借款类型', 'none'],
    ['settledOrders', 'Loans repaid', '已结清笔数', 'none'],
    ['openOrders', 'Open loans', '在贷笔数', 'none'],
    ['maxOverdueDays', 'Longest delay (days)', '最长逾期天数', 'none'],
    ['applications30Days', 'Applications in 30 days', '30 天内申请数', 'none'],
  ],
  MODEL_FAILURE: [
    ['TIMEOUT', 'Timed out', '超时', 'danger'],
    ['UNREACHABLE', 'Unreachable', '无法连接', 'danger'],
    ['REFUSED', 'Refused', '被拒绝', 'danger'],
    ['INVALID', 'Invalid answer', '返回无效', 'danger'],
    ['INPUT', 'Input missing', '缺少变量', 'warning'],
    ['LATE', 'Not in time', '未及时返回', 'warning'],
    ['PAUSED', 'Paused after failures', '连续失败后暂停', 'warning'],
    ['DISABLED', 'Model disabled', '模型已停用', 'none'],
  ],
  LIST_STATUS: [
    ['ACTIVE', 'Active', '生效中', 'primary'],
    ['EXPIRED', 'Expired', '已到期', 'none'],
    ['REMOVED', 'Removed', '已移除', 'none'],
  ],
};
