import type { DictionaryEntry } from './dictionary-entry.ts';

/** Coded values of SMS for unrenewed loans. */
export const UNRENEWED_DICTIONARIES: Readonly<Record<string, readonly DictionaryEntry[]>> = {
  UNRENEWED_STATUS: [
    ['DRAFT', 'Draft', '草稿', 'none'],
    ['PENDING_APPROVAL', 'Awaiting approval', '待审批', 'warning'],
    ['ENABLED', 'Enabled', '启用', 'success'],
    ['DISABLED', 'Disabled', '停用', 'none'],
  ],
  UNRENEWED_SKIP: [
    ['APPLIED_AGAIN', 'Applied again', '已再次申请', 'success'],
    ['OPEN_BILL', 'Bill to pay', '有未结账单', 'none'],
    ['CLOSED_ACCOUNT', 'Account closed', '账户已注销', 'danger'],
    ['BLOCKED', 'Contact blocked', '禁止联系', 'danger'],
    ['BLACKLISTED', 'Blacklisted', '黑名单', 'danger'],
    ['NO_CONSENT', 'No consent', '未同意营销', 'warning'],
    ['CAP', 'Daily cap reached', '已达当日上限', 'warning'],
    ['DEATH', 'Deceased', '已故', 'danger'],
    ['DISPUTE', 'Dispute', '争议中', 'warning'],
    ['COMPLAINT', 'Complaint', '投诉中', 'warning'],
    ['OFFICIAL', 'Official request', '监管要求', 'danger'],
    ['WRONG_NUMBER', 'Wrong number', '号码有误', 'danger'],
    ['OBJECTED', 'Objected to marketing', '拒绝营销', 'danger'],
    ['DO_NOT_CALL', 'Do not contact', '勿联系', 'danger'],
    ['NO_PARTY', 'No opt-in', '无授权记录', 'warning'],
    ['NOT_AGREED', 'Consent withdrawn', '已撤回同意', 'warning'],
    ['HOURS', 'Outside contact hours', '非联系时段', 'warning'],
    ['DAILY_CAP', 'Strategy’s daily limit', '已达策略每日上限', 'warning'],
    ['ROUTE_LIMIT', 'Marketing route limit', '营销路由限制', 'warning'],
    ['TEMPLATE_DISABLED', 'Template disabled', '模板已停用', 'warning'],
    ['STRATEGY_DISABLED', 'Strategy disabled', '策略已停用', 'warning'],
    ['NOT_SENT', 'Not sent on its day', '当日未发送', 'danger'],
  ],
};
