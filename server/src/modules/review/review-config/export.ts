import { reviewConfig } from '@kituo/sdk/contracts';
import { type CodeWords, everyPage, listExport } from '../../platform/exports/index.ts';
import { listRefuseCodes } from './refuse-codes.ts';
import { pageOfRules } from './rows.ts';
import { rulesSayer } from './say-rules.ts';

const page = reviewConfig.AUDIT_CONFIG_PAGE;
/** Tabs of the page. */
const TABS: CodeWords = {
  ALLOCATION: ['Allocation', '分配'],
  STEPS: ['Review steps', '审核步骤'],
  REJECT: ['Reject', '退回'],
  FACE: ['Face', '人脸'],
  AI: ['AI employees', 'AI 员工'],
};

/** The versions of a tab's rules, each with what it says. */
export const rulesExport = listExport({
  kind: 'reviewRules.export',
  title: { en: 'Export of review rules', zh: '导出审核规则' },
  page,
  params: reviewConfig.exportList.request,
  fileStem: 'review-rules',
  subjectType: 'config',
  rows: async ({ filters, sort }, run) => {
    const say = await rulesSayer(run);
    const rows = await everyPage((place) => pageOfRules({ filters, sort, ...place }, run));
    return rows.map((row) => ({ ...row, said: say(row.value) }));
  },
  idOf: ({ configNo }) => configNo,
  columns: [
    { en: 'Number', zh: '编号', of: (row) => row.configNo },
    { en: 'Rules', zh: '规则', of: (row) => row.tab, codes: TABS },
    { en: 'Merchant number', zh: '商户编号', of: (row) => row.scope?.merchantNo ?? null },
    { en: 'Merchant', zh: '商户', of: (row) => row.scope?.merchantName ?? null },
    { en: 'Product', zh: '产品', of: (row) => row.scope?.productName ?? null },
    {
      en: 'Loan type',
      zh: '贷款类型',
      of: (row) => row.scope?.loanType ?? null,
      codes: 'LOAN_TYPE',
    },
    { en: 'Version', zh: '版本', of: (row) => row.versionNo },
    { en: 'Status', zh: '状态', of: (row) => row.versionStatus, codes: 'CONFIG_VERSION_STATUS' },
    { en: 'From', zh: '生效日期', of: (row) => row.effectiveFrom },
    { en: 'Content', zh: '内容', of: (row) => row.said },
    { en: 'Requested by', zh: '提交人', of: (row) => row.makerName },
    { en: 'Approved by', zh: '审批人', of: (row) => row.checkerName },
    { en: 'Reason', zh: '原因', of: (row) => row.reason },
    { en: 'Decision reason', zh: '审批意见', of: (row) => row.decisionReason },
    { en: 'Updated', zh: '更新时间', of: (row) => row.updatedAt, isTime: true },
  ],
});

/** The tree of refusal codes, groups before what is in them. */
export const codesExport = listExport({
  kind: 'refuseCodes.export',
  title: { en: 'Export of decline codes', zh: '导出拒绝代码' },
  page,
  params: reviewConfig.codesExport.request,
  fileStem: 'refusal-codes',
  subjectType: 'refuseCode',
  rows: async (_requests, run) => await listRefuseCodes(run),
  idOf: ({ refuseCode }) => refuseCode,
  columns: [
    { en: 'Code', zh: '代码', of: (row) => row.refuseCode },
    { en: 'Group', zh: '分组', of: (row) => row.parentCode },
    { en: 'Customer message (English)', zh: '英文告知', of: (row) => row.denialReason['en'] ?? null },
    { en: 'Customer message (Chinese)', zh: '中文告知', of: (row) => row.denialReason['zh'] ?? null },
    { en: 'Customer message (Swahili)', zh: '斯瓦希里语告知', of: (row) => row.denialReason['sw'] ?? null },
    { en: 'Cooling-off (days)', zh: '冷静期（天）', of: (row) => row.coolOffDays },
    { en: 'Re-review allowed', zh: '允许复审', of: (row) => row.reReviewAllowed },
    { en: 'Enabled', zh: '启用', of: (row) => row.isEnabled },
    { en: 'In use', zh: '已使用', of: (row) => row.isUsed },
    { en: 'Pending request', zh: '待审批变更', of: (row) => row.waitingChangeNo },
  ],
});
