import { CHARGE_DICTIONARIES } from './charge-dictionaries.ts';
import { COLLECTION_DICTIONARIES } from './collection-dictionaries.ts';
import type { DictionaryEntry } from './dictionary-entry.ts';
import { LENDING_DICTIONARIES } from './lending-dictionaries.ts';
import { MERCHANT_DICTIONARIES } from './merchant-dictionaries.ts';
import { MONEY_DICTIONARIES } from './money-dictionaries.ts';
import { OPERATION_DICTIONARIES } from './operation-dictionaries.ts';
import { ORDER_DICTIONARIES } from './order-dictionaries.ts';
import { RISK_DICTIONARIES } from './risk-dictionaries.ts';
import { SUPERMARKET_DICTIONARIES } from './supermarket-dictionaries.ts';
import { PAGE_DICTIONARIES } from './page-dictionaries.ts';
import { QUALITY_DICTIONARIES } from './quality-dictionaries.ts';
import { SCHEDULE_DICTIONARIES } from './schedule-dictionaries.ts';
import { REPORT_DICTIONARIES } from './report-dictionaries.ts';
import { REVIEWER_DICTIONARIES } from './reviewer-dictionaries.ts';
import { SERVICE_DICTIONARIES } from './service-dictionaries.ts';
import { AI_PUSH_DICTIONARIES } from './ai-push-dictionaries.ts';
import { UNRENEWED_DICTIONARIES } from './unrenewed-dictionaries.ts';
import { MARKETING_DICTIONARIES } from './marketing-dictionaries.ts';
import { TELEMARKETING_DICTIONARIES } from './telemarketing-dictionaries.ts';

/** The coded values behind selects and status tags. */
export const DICTIONARIES: Readonly<Record<string, readonly DictionaryEntry[]>> = {
  ...CHARGE_DICTIONARIES,
  ...LENDING_DICTIONARIES,
  ...COLLECTION_DICTIONARIES,
  ...MERCHANT_DICTIONARIES,
  ...MONEY_DICTIONARIES,
  ...OPERATION_DICTIONARIES,
  ...ORDER_DICTIONARIES,
  ...REPORT_DICTIONARIES,
  ...REVIEWER_DICTIONARIES,
  ...PAGE_DICTIONARIES,
  ...QUALITY_DICTIONARIES,
  ...SCHEDULE_DICTIONARIES,
  ...SUPERMARKET_DICTIONARIES,
  ...SERVICE_DICTIONARIES,
  ...MARKETING_DICTIONARIES,
  ...AI_PUSH_DICTIONARIES,
  ...UNRENEWED_DICTIONARIES,
  ...TELEMARKETING_DICTIONARIES,
  ...RISK_DICTIONARIES,
  USER_STATUS: [
    ['NORMAL', 'Normal', '正常', 'success'],
    ['FROZEN', 'Frozen', '冻结', 'danger'],
  ],
  EMPLOYEE_STATUS: [
    ['ON_THE_JOB', 'On the job', '在职', 'success'],
    ['LEFT', 'Left', '离职', 'none'],
  ],
  EMPLOYEE_CATEGORY: [
    ['NEW', 'New', '新员工', 'primary'],
    ['OLD', 'Experienced', '老员工', 'none'],
  ],
  INTERNAL_EXTERNAL: [
    ['INTERNAL', 'Internal', '内部', 'none'],
    ['EXTERNAL', 'External', '外部', 'warning'],
  ],
  WARNING_LEVEL: [
    ['INFO', 'Info', '提示', 'primary'],
    ['ATTENTION', 'Attention', '注意', 'warning'],
    ['URGENT', 'Urgent', '紧急', 'danger'],
  ],
  WARNING_STATUS: [
    ['OPEN', 'Open', '未处理', 'warning'],
    ['ACKNOWLEDGED', 'Acknowledged', '处理中', 'primary'],
    ['RESOLVED', 'Resolved', '已解决', 'success'],
  ],
  WARNING_SOURCE: [
    ['PAYOUT_UNKNOWN', 'Payout without response', '放款结果未知', 'none'],
    ['PAYOUT_FAILED', 'Payout failed', '放款失败', 'none'],
    ['LOW_BALANCE', 'Low balance', '余额不足', 'none'],
    ['LIMIT_REACHED', 'Merchant limit reached', '商户额度已满', 'none'],
    ['NO_ROUTE', 'No payout route', '无放款路由', 'none'],
    ['FLOW_UNMATCHED', 'Unmatched payments', '未匹配流水', 'none'],
    ['CALLBACK_REFUSED', 'Channel message without effect', '渠道消息未生效', 'none'],
    ['NOT_BACKDATED', 'Late payment not backdated', '迟到还款未按付款日入账', 'none'],
    ['LEASE_RUNNING_OUT', 'Review about to expire', '审核即将超时', 'none'],
    ['END_OF_DAY_LATE', 'End of day delayed', '日终延迟', 'none'],
    ['REPORT_DIFFERS', 'Report differs from ledger', '报表与账不符', 'none'],
    ['ATTENDANCE', 'Attendance', '出勤异常', 'none'],
    ['JOB_PARTLY_FAILED', 'Job partially failed', '任务部分失败', 'none'],
    ['REVEAL_BUDGET', 'Reveal limit reached', '查看额度用尽', 'none'],
    ['SIGN_IN_FAILURES', 'Repeated failed sign-ins', '多次登录失败', 'none'],
    ['DISK_LOW', 'Disk almost full', '磁盘空间不足', 'none'],
    ['SECTION_FAILED', 'Section failing', '模块加载失败', 'none'],
    ['KEY_EXPIRING', 'Key expires soon', '密钥即将过期', 'none'],
    ['MODEL_DRIFT', 'Model drift', '模型漂移', 'none'],
    ['WEBHOOK_FAILING', 'Merchant callback failing', '商户回调失败', 'none'],
    ['RECEIPTS_SILENT', 'Receiving account silent', '收款账户无入账', 'none'],
    ['HOTLINE_FAILING', 'Hotline unreachable', '客服热线无法接通', 'none'],
    ['ROBOT_SILENT', 'Robot reports late', '机器人回调延迟', 'none'],
    ['CODE_BURST', 'Many codes from one address', '同一地址大量请求验证码', 'none'],
  ],
};
