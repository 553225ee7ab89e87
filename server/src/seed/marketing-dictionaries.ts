import type { DictionaryEntry } from './dictionary-entry.ts';

/** Coded values of marketing by SMS. */
export const MARKETING_DICTIONARIES: Readonly<Record<string, readonly DictionaryEntry[]>> = {
  MARKETING_TEMPLATE_STATUS: [
    ['DRAFT', 'Draft', '草稿', 'none'],
    ['PENDING_APPROVAL', 'Awaiting approval', '待审批', 'warning'],
    ['ENABLED', 'Enabled', '启用', 'success'],
    ['DISABLED', 'Disabled', '停用', 'none'],
  ],
  MARKETING_SCENE: [
    ['DORMANT', 'Dormant', '沉睡唤醒', 'none'],
    ['REPEAT_LOAN', 'Repeat loan', '复贷', 'none'],
    ['LIMIT_RAISED', 'Limit raised', '提额', 'none'],
    ['COUPON', 'Coupon', '优惠券', 'none'],
    ['CAMPAIGN', 'Campaign', '活动', 'none'],
  ],
  MARKETING_LANGUAGE: [
    ['en', 'English', '英文', 'none'],
    ['sw', 'Kiswahili', '斯瓦希里文', 'none'],
  ],
  SMS_TASK_STATUS: [
    ['DRAFT', 'Draft', '草稿', 'none'],
    ['PENDING_APPROVAL', 'Awaiting approval', '待审批', 'warning'],
    ['QUEUED', 'Scheduled', '已排期', 'none'],
    ['RUNNING', 'Sending', '发送中', 'primary'],
    ['PAUSED', 'Paused', '已暂停', 'warning'],
    ['FAILED', 'Failed', '失败', 'danger'],
    ['DONE', 'Done', '已完成', 'success'],
    ['STOPPED', 'Stopped', '已停止', 'danger'],
  ],
  SMS_RECIPIENT_STATUS: [
    ['PENDING', 'Waiting', '待发送', 'none'],
    ['SENT', 'Sent', '已发送', 'primary'],
    ['DELIVERED', 'Delivered', '已送达', 'success'],
    ['FAILED', 'Failed', '失败', 'danger'],
    ['UNKNOWN', 'Unknown', '未知', 'warning'],
    ['SKIPPED', 'Skipped', '已跳过', 'none'],
    ['HELD_OUT', 'Hold-out', '对照组', 'none'],
  ],
  // Links of marketing texts lead there or below; operators add their own.
  SMS_LINK_DOMAIN: [
    ['kituo.co.ke', 'kituo.co.ke', 'kituo.co.ke', 'none'],
    ['harakamkopo.co.ke', 'harakamkopo.co.ke', 'harakamkopo.co.ke', 'none'],
  ],
  SMS_AUDIENCE: [
    ['USER_GROUP', 'User group', '用户分群', 'none'],
    ['LIST_BATCH', 'List batch', '名单批次', 'none'],
    ['CUSTOMER_FILTER', 'Customer filter', '客户筛选', 'none'],
    ['FILE', 'File', '文件', 'none'],
  ],
  SMS_SKIP: [
    ['CLOSED_ACCOUNT', 'Account closed', '账户已注销', 'danger'],
    ['BLOCKED', 'Contact blocked', '禁止联系', 'danger'],
    ['BLACKLISTED', 'Blacklisted', '黑名单', 'danger'],
    ['NO_CONSENT', 'No consent', '未同意营销', 'warning'],
    ['CAP', 'Daily cap reached', '已达当日上限', 'warning'],
    ['DEATH', 'Deceased', '已故', 'danger'],
    ['DISPUTE', 'Dispute open', '有争议', 'warning'],
    ['COMPLAINT', 'Complaint open', '投诉中', 'warning'],
    ['OFFICIAL', 'Official body', '监管或官方人员', 'danger'],
    ['WRONG_NUMBER', 'Wrong number', '号码错误', 'danger'],
    ['OBJECTED', 'Opted out', '已退订', 'danger'],
    ['DO_NOT_CALL', 'Do not contact', '勿扰', 'danger'],
    ['NO_PARTY', 'Not a contact', '非可联系对象', 'warning'],
    ['NOT_AGREED', 'Consent withdrawn', '已撤回同意', 'warning'],
    ['HOURS', 'Outside contact hours', '非联系时段', 'warning'],
    ['STOPPED', 'Task stopped', '任务已停止', 'none'],
  ],
  GROUP_LOAN_STATE: [
    ['NEVER', 'No loan yet', '从未借款', 'none'],
    ['OPEN', 'Loan open', '有在贷', 'none'],
    ['SETTLED', 'All settled', '全部结清', 'none'],
  ],
  GROUP_DROP: [
    ['CLOSED_ACCOUNT', 'Account closed', '账户已注销', 'danger'],
    ['BLOCKED', 'Contact blocked', '禁止联系', 'danger'],
    ['BLACKLISTED', 'Blacklisted', '黑名单', 'danger'],
    ['NO_CONSENT', 'No consent', '未同意营销', 'warning'],
    ['CAP', 'Daily cap reached', '已达当日上限', 'warning'],
  ],
};
