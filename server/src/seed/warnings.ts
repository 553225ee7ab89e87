import type { WarningLevel, WarningStatus } from '../db/schema.ts';

export interface SeedWarning {
  readonly level: WarningLevel;
  readonly source: string;
  readonly key: string;
  readonly en: string;
  readonly zh: string;
  readonly amountCents: number | null;
  readonly merchantNo: string | null;
  readonly roleNos: readonly string[];
  readonly minutesAgo: number;
  readonly path: string | null;
  readonly status?: WarningStatus;
  /** Who took it on or closed it. */
  readonly by?: string;
  readonly note?: string;
}

const AFTER = '/AdminContent/AfterLoanSystem';

export const WARNINGS: readonly SeedWarning[] = [
  { level: 'URGENT', source: 'PAYOUT_UNKNOWN', key: 'P-20391', minutesAgo: 24, merchantNo: 'M0001', roleNos: ['R-001', 'R-003'], amountCents: 1_250_000, path: `${AFTER}/LoanManagement`,
    en: 'Payout P-20391 over M-Pesa has had no answer for 20 minutes', zh: 'M-Pesa 打款 P-20391 已 20 分钟无结果' },
  { level: 'URGENT', source: 'LOW_BALANCE', key: 'MPESA-B2C-1', minutesAgo: 51, merchantNo: 'M0001', roleNos: ['R-001', 'R-003', 'R-008'], amountCents: 38_420_000, path: `${AFTER}/BalanceManagement`,
    en: 'M-Pesa B2C account 1 covers about 40 more payouts', zh: 'M-Pesa B2C 账户 1 余额仅够约 40 笔打款' },
  { level: 'ATTENTION', source: 'FLOW_UNMATCHED', key: 'F-88213', minutesAgo: 140, merchantNo: 'M0001', roleNos: ['R-001', 'R-004'], amountCents: 320_000, path: `${AFTER}/RepaymentManagementMerge`,
    en: 'Payment F-88213 matches no order: the account number has a digit too many', zh: '流水 F-88213 未匹配到订单：账号多一位' },
  { level: 'ATTENTION', source: 'FLOW_UNMATCHED', key: 'F-88240', minutesAgo: 64, merchantNo: 'M0003', roleNos: ['R-001', 'R-004'], amountCents: 185_050, path: `${AFTER}/RepaymentManagementMerge`,
    en: 'Payment F-88240 matches two orders of one customer', zh: '流水 F-88240 匹配到同一客户的两笔订单' },
  { level: 'INFO', source: 'LEASE_RUNNING_OUT', key: 'LEASE-REVIEW', minutesAgo: 8, merchantNo: 'M0001', roleNos: ['R-001', 'R-002', 'R-013'], amountCents: null, path: '/AdminContent/AuditSystem/MyAudit',
    en: '3 orders go back to allocation in 5 minutes', zh: '3 笔订单将在 5 分钟后退回待分配' },
  { level: 'URGENT', source: 'END_OF_DAY_LATE', key: 'EOD', minutesAgo: 380, merchantNo: null, roleNos: ['R-001', 'R-008'], amountCents: null, path: null, status: 'RESOLVED', by: 'U000008', note: 'Ran to the end at 06:12 EAT after the statement of the bank arrived',
    en: 'End of day ran 35 minutes past its hour', zh: '日终处理比预定时间晚 35 分钟' },
  { level: 'ATTENTION', source: 'ATTENDANCE', key: 'ATT-D0006', minutesAgo: 300, merchantNo: null, roleNos: ['R-001', 'R-012'], amountCents: null, path: '/AdminContent/ScheduleManage/ScheduleCaseManage', status: 'ACKNOWLEDGED', by: 'U000021',
    en: 'Early Collection: 2 of 6 were not signed in 30 minutes after the shift began', zh: '早期催收组：开班 30 分钟后 6 人中有 2 人未登录' },
  { level: 'ATTENTION', source: 'JOB_PARTLY_FAILED', key: 'JOB-5521', minutesAgo: 210, merchantNo: 'M0002', roleNos: ['R-001', 'R-006', 'R-010'], amountCents: null, path: '/AdminContent/TelemarketingSystem/ImportRecord',
    en: 'Import of 1,840 leads: 23 rows failed', zh: '导入 1,840 条线索：23 行失败' },
  { level: 'ATTENTION', source: 'REVEAL_BUDGET', key: 'REVEAL-D0007', minutesAgo: 1500, merchantNo: 'M0003', roleNos: ['R-001', 'R-012'], amountCents: null, path: null,
    en: 'A collector of Late Collection used the whole reveal budget by 11:00', zh: '后期催收组一名催收员在 11:00 前已用完明文查看额度' },
  { level: 'URGENT', source: 'SIGN_IN_FAILURES', key: 'SIGNIN-U000024', minutesAgo: 33, merchantNo: 'M0001', roleNos: ['R-001'], amountCents: null, path: '/AdminContent/UserSystem/UserManagement',
    en: '12 failed sign-ins on a frozen account within ten minutes', zh: '一个已冻结账号在十分钟内登录失败 12 次' },
  { level: 'INFO', source: 'SECTION_FAILED', key: 'SECTION-home', minutesAgo: 2900, merchantNo: null, roleNos: ['R-001', 'R-011'], amountCents: null, path: null, status: 'RESOLVED', by: 'U000011', note: 'A proxy of the Mombasa branch cut the file; mended there',
    en: 'Home failed to load for 4 people in Mombasa', zh: '蒙巴萨有 4 人无法加载首页' },
  { level: 'INFO', source: 'JOB_PARTLY_FAILED', key: 'JOB-5537', minutesAgo: 130, merchantNo: 'M0001', roleNos: ['R-001', 'R-007', 'R-009'], amountCents: null, path: null,
    en: 'Nightly export of channel costs: 1 of 9 files was not delivered', zh: '渠道成本夜间导出：9 个文件中 1 个未送达' },
  { level: 'ATTENTION', source: 'LOW_BALANCE', key: 'SMS-AT-1', minutesAgo: 190, merchantNo: 'M0002', roleNos: ['R-001', 'R-007', 'R-010'], amountCents: 412_000, path: '/AdminContent/OperationSystem/SmsRouterConfig',
    en: 'The SMS account of Jirani Credit lasts until about 17:00 EAT', zh: 'Jirani Credit 的短信账户余额约可用至东非时间 17:00' },
]; // oxfmt-ignore
