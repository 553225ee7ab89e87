import type { DictionaryEntry } from './dictionary-entry.ts';

/** Coded values of AI pushes. */
export const AI_PUSH_DICTIONARIES: Readonly<Record<string, readonly DictionaryEntry[]>> = {
  AI_PUSH_TASK_STATUS: [
    ['PENDING', 'Awaiting approval', '待复核', 'warning'],
    ['APPROVED', 'Approved', '已通过', 'primary'],
    ['REJECTED', 'Rejected', '已驳回', 'danger'],
    ['RUNNING', 'Running', '进行中', 'primary'],
    ['DONE', 'Done', '已完成', 'success'],
    ['STOPPED', 'Stopped', '已停止', 'danger'],
  ],
  AI_PUSH_CHANNEL: [
    ['AI_CALL', 'AI call', 'AI 外呼', 'primary'],
    ['SMS', 'SMS', '短信', 'none'],
    ['PUSH', 'App push', 'App 推送', 'none'],
  ],
  AI_PUSH_OUTCOME: [
    ['PENDING', 'Waiting', '待发送', 'none'],
    ['SENT', 'Sent', '已发送', 'primary'],
    ['CONNECTED', 'Connected', '已接通', 'success'],
    ['NOT_CONNECTED', 'Not connected', '未接通', 'warning'],
    ['FAILED', 'Failed', '失败', 'danger'],
    ['UNKNOWN', 'Unknown', '未知', 'warning'],
    ['SKIPPED', 'Skipped', '已跳过', 'none'],
    ['LEFT_OUT', 'Not sent', '未发送', 'none'],
  ],
  AI_PUSH_FAULT: [
    ['GROUP_CHANGED', 'User group changed', '用户分群已变更', 'danger'],
    ['BUDGET_USED', 'Budget used up', '预算已用尽', 'danger'],
    ['TEMPLATE_DISABLED', 'Template disabled', '模板已停用', 'warning'],
    ['GATEWAY_REFUSES', 'Gateway refuses', '网关拒绝', 'danger'],
  ],
  AI_PUSH_DROP: [
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
    ['NO_DEVICE', 'App not installed', '未安装 App', 'none'],
  ],
  AI_PUSH_LISTING: [
    ['LISTED', 'Added to the list', '已加入名单', 'success'],
    ['EXISTS', 'Already on the list', '目标名单数据已存在', 'none'],
    ['UNWANTED', 'Not eligible for the list', '不符合名单条件', 'none'],
    ['ENDED', 'List entry ended', '名单已结束', 'danger'],
    ['NOTED', 'Not added', '未加入名单', 'none'],
  ],
};
