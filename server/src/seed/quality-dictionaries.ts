import type { DictionaryEntry } from './dictionary-entry.ts';

/** Coded values of inspections, score sheets and sampling rules. */
export const QUALITY_DICTIONARIES: Readonly<Record<string, readonly DictionaryEntry[]>> = {
  INSPECTION_SOURCE: [
    ['CALL', 'Call', '通话', 'none'],
    ['SMS', 'SMS', '短信', 'none'],
    ['ROBOT', 'Robot call', '机器人通话', 'none'],
    ['FEEDBACK', 'Feedback', '反馈', 'none'],
    ['ORDER_REVIEW', 'Order review', '订单审核', 'none'],
  ],
  CALIBRATION_STATE: [
    ['OPEN', 'To score', '待评分', 'none'],
    ['SCORED', 'Scored', '已评分', 'success'],
  ],
  INSPECTION_STATUS: [
    ['PENDING', 'Pending', '待质检', 'none'],
    ['INSPECTING', 'Inspecting', '质检中', 'primary'],
    ['SCORED', 'Scored', '已评分', 'success'],
    ['APPEALED', 'Appealed', '申诉中', 'warning'],
    ['CLOSED', 'Closed', '已关闭', 'none'],
  ],
  INSPECTION_FLAG: [
    ['SENSITIVE_WORD', 'Sensitive word', '敏感词', 'danger'],
    ['GATE_REFUSAL', 'Refused contact tried', '尝试被拒联系', 'warning'],
    ['LONG_SILENCE', 'Long silence', '长时间静默', 'warning'],
  ],
  SCORE_BAND: [
    ['LOW', 'Below 60', '60 以下', 'danger'],
    ['MIDDLE', '60 to 79', '60 至 79', 'warning'],
    ['HIGH', '80 and above', '80 及以上', 'success'],
  ],
  APPEAL_DECISION: [
    ['UPHOLD', 'Uphold the score', '维持评分', 'none'],
    ['AMEND', 'Amend the score', '修改评分', 'warning'],
  ],
  QUALITY_SETTING_STATUS: [
    ['DRAFT', 'Draft', '草稿', 'none'],
    ['PENDING_APPROVAL', 'Awaiting approval', '待审批', 'warning'],
    ['ENABLED', 'Enabled', '启用', 'success'],
    ['DISABLED', 'Disabled', '停用', 'none'],
  ],
};
