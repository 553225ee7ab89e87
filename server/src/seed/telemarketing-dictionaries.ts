import type { DictionaryEntry } from './dictionary-entry.ts';

/** Coded values of people to call. */
export const TELEMARKETING_DICTIONARIES: Readonly<Record<string, readonly DictionaryEntry[]>> = {
  MARKETING_LIST_STATUS: [
    ['POOL', 'Pool', '公海', 'none'],
    ['ASSIGNED', 'Assigned', '已分配', 'primary'],
    ['CONVERTED', 'Converted', '已转化', 'success'],
  ],
  FOLLOW_STATUS: [
    ['NOT_FOLLOWED', 'Not followed', '未跟进', 'none'],
    ['FOLLOWING', 'Following', '跟进中', 'primary'],
    ['DONE', 'Done', '已完成', 'success'],
  ],
  CUSTOMER_STATUS_GROUP: [
    ['0', 'Not incoming', '未进件', 'none'],
    ['1', 'Already incoming', '已进件', 'success'],
    ['2', 'Unregistered', '未注册', 'none'],
    ['3', 'Rejected', '已拒绝', 'danger'],
    ['4', 'Unauthorized', '未授信', 'warning'],
  ],
  ABANDON_REASON: [
    ['UNWILLING', 'Unwilling', '无意愿', 'danger'],
    ['NUMBER_FAULT', 'Wrong number', '号码有误', 'danger'],
    ['MAX_ATTEMPTS', 'Attempts used up', '次数用尽', 'none'],
    ['EXPIRED', 'Expired', '已过期', 'none'],
    ['OPTED_OUT', 'Opted out', '已退订', 'danger'],
    ['BLACKLISTED', 'Blacklisted', '黑名单', 'danger'],
    ['MANUAL', 'By hand', '人工', 'none'],
  ],
  IMPORT_TYPE: [
    ['FILE', 'File', '文件', 'none'],
    ['CIRCLE_PEOPLE', 'User group', '圈人', 'none'],
    ['BLACKLIST', 'Blacklist', '黑名单', 'none'],
  ],
  IMPORT_RESULT: [
    ['SUCCESS', 'Success', '成功', 'success'],
    ['PARTIAL_SUCCESS', 'Partial success', '部分成功', 'warning'],
    ['FAILURE', 'Failure', '失败', 'danger'],
  ],
  CALL_OPTION_TYPE: [
    ['LIST_TYPE', 'List type', '名单类型', 'none'],
    ['MARKETING_TARGET', 'Marketing target', '营销目标', 'none'],
    ['ABANDON_REASON', 'Abandon reason', '废弃原因', 'none'],
    ['SCRIPT_TAG', 'Script tag', '话术标签', 'none'],
    ['WILLINGNESS', 'Willingness', '意愿', 'none'],
  ],
  OPTION_STATUS: [
    ['ENABLED', 'Enabled', '启用', 'success'],
    ['DISABLED', 'Disabled', '停用', 'none'],
  ],
  DISTRIBUTE_MODE: [
    ['EVEN', 'Evenly', '平均分配', 'none'],
    ['FREE_CAP', 'By capacity', '按余量', 'none'],
    ['EACH', 'A number each', '每人指定数量', 'none'],
  ],
  DIAL_TASK_STATUS: [
    ['DRAFT', 'Draft', '草稿', 'none'],
    ['RUNNING', 'Running', '进行中', 'primary'],
    ['PAUSED', 'Paused', '已暂停', 'warning'],
    ['DONE', 'Done', '已完成', 'success'],
    ['STOPPED', 'Stopped', '已停止', 'danger'],
  ],
  DIAL_TASK_PAUSE: [['NOBODY_ON_SHIFT', 'Nobody on shift', '无人在班', 'warning']],
  DIAL_MODE: [
    ['CLICK', 'On click', '点击拨打', 'none'],
    ['AUTO_NEXT', 'Automatic', '自动拨打', 'none'],
  ],
  CALL_PURPOSE: [
    ['SERVICE', 'Service', '服务', 'none'],
    ['MARKETING', 'Marketing', '营销', 'none'],
  ],
  BLACKLIST_REASON: [
    ['OPT_OUT', 'Opted out', '退订', 'none'],
    ['COMPLAINT', 'Complaint', '投诉', 'warning'],
    ['WRONG_PERSON', 'Wrong person', '非本人', 'none'],
    ['DECEASED', 'Deceased', '身故', 'danger'],
    ['LEGAL', 'Legal', '法务', 'danger'],
    ['STAFF', 'Staff', '员工', 'none'],
  ],
  MARKETING_BLACKLIST_SOURCE: [
    ['STOP_REPLY', 'STOP reply', 'STOP 回复', 'none'],
    ['AGENT', 'Staff', '人员', 'none'],
    ['IMPORT', 'Import', '导入', 'none'],
    ['FEEDBACK', 'Feedback', '反馈', 'none'],
  ],
  MARKETING_BLACKLIST_STATUS: [
    ['ACTIVE', 'Active', '生效中', 'danger'],
    ['DELETE_PENDING', 'Deletion requested', '待删除审核', 'warning'],
  ],
  CONTACT_CHANNEL_KIND: [
    ['CALL', 'Call', '电话', 'none'],
    ['SMS', 'SMS', '短信', 'none'],
    ['ROBOT', 'Robot', '机器人', 'none'],
  ],
  ATTRIBUTED_BY: [
    ['RULE', 'Rule', '规则', 'none'],
    ['APPROVAL', 'Approval', '审批', 'primary'],
  ],
  MY_LOAN_STATE: [
    ['OPEN', 'Open', '还款中', 'primary'],
    ['PAST_DUE', 'Past due', '已逾期', 'danger'],
    ['SETTLED', 'Settled', '已结清', 'success'],
  ],
  FOLLOW_APPLY_TYPE: [
    ['KEEP', 'Keep', '保留', 'none'],
    ['CLAIM_CUSTOMER', 'Claim customer', '认领客户', 'none'],
    ['CLAIM_ORDER', 'Claim order', '认领订单', 'none'],
    ['RELEASE', 'Release', '释放', 'none'],
  ],
  FOLLOW_APPROVAL_STATUS: [
    ['PENDING', 'Awaiting approval', '待审批', 'warning'],
    ['APPROVED', 'Approved', '已通过', 'success'],
    ['REJECTED', 'Rejected', '已驳回', 'danger'],
    ['WITHDRAWN', 'Withdrawn', '已撤回', 'none'],
  ],
  CALL_CHANNEL: [
    ['BROWSER', 'Browser', '浏览器', 'none'],
    ['EXTENSION', 'Desk telephone', '座机', 'none'],
  ],
  TIE_BREAK: [
    ['LAST_TALK', 'Last talk', '最后通话', 'none'],
    ['FIRST_TALK', 'First talk', '最先通话', 'none'],
  ],
  INBOUND_RULE_STATE: [
    ['DRAFT', 'Draft', '草稿', 'none'],
    ['PENDING_APPROVAL', 'Awaiting approval', '待审核', 'warning'],
    ['ENABLED', 'Enabled', '启用', 'success'],
    ['DISABLED', 'Disabled', '停用', 'none'],
  ],
  NOT_LOGGED_TYPE: [
    ['NEVER_LOGGED_IN', 'Never signed in', '从未登录', 'none'],
    ['DORMANT', 'Dormant', '沉睡', 'none'],
    ['UNFINISHED_APPLICATION', 'Unfinished application', '未完成申请', 'warning'],
  ],
  NOT_LOGGED_STATUS: [
    ['POOL', 'Pool', '公海', 'none'],
    ['ASSIGNED', 'Assigned', '已分配', 'primary'],
    ['SELF_RETURNED', 'Signed in again', '已重新登录', 'success'],
    ['DONE', 'Done', '已完成', 'success'],
  ],
};
