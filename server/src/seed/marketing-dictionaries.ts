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
