import { change } from '@kituo/sdk/contracts';
import { type Cell, type CodeWords, exportOf } from '../exports/index.ts';
import { changesOf } from './query.ts';

/** As the tab's tags say them. */
const STATES: CodeWords = {
  PENDING: ['Waiting', '待审批'],
  APPROVED: ['Approved', '已通过'],
  REJECTED: ['Rejected', '已驳回'],
  WITHDRAWN: ['Withdrawn', '已撤回'],
  LAPSED: ['Lapsed', '已失效'],
};

/** Field by field, personal data masked as the tab shows it. */
const written = (facts: Readonly<Record<string, unknown>> | null): Cell =>
  facts === null
    ? ''
    : Object.entries(facts)
        .map(([field, value]) => `${field}: ${typeof value === 'string' ? value : JSON.stringify(value)}`)
        .join('; ');

function fileOf(family: change.ExportedFamily, title: { readonly en: string; readonly zh: string }) {
  const endpoint = change.changeExports[family];
  return exportOf(changesOf(family), {
    kind: `${family}s.exportChanges`,
    title,
    page: endpoint.access.page,
    params: endpoint.request,
    fileStem: `${family}-changes`,
    subjectType: 'change',
    columns: [
      { en: 'Change', zh: '变更编号', of: (row) => row.changeNo },
      { en: 'Kind', zh: '类型', of: (row) => row.title },
      { en: 'About', zh: '对象', of: (row) => row.subjectName },
      { en: 'Number', zh: '对象编号', of: (row) => row.subjectNo },
      { en: 'State', zh: '状态', of: (row) => row.changeState, codes: STATES },
      { en: 'Before', zh: '变更前', of: (row) => written(row.before) },
      { en: 'After', zh: '变更后', of: (row) => written(row.after) },
      { en: 'Requested by', zh: '提交人', of: (row) => row.makerName },
      { en: 'Requested', zh: '提交时间', of: (row) => row.createdAt, isTime: true },
      { en: 'Reason', zh: '原因', of: (row) => row.reason },
      { en: 'Decided by', zh: '审批人', of: (row) => row.decidedByName },
      { en: 'Decided', zh: '审批时间', of: (row) => row.decidedAt, isTime: true },
      { en: 'Decision reason', zh: '审批意见', of: (row) => row.decisionReason },
    ],
  });
}

/** The tabs Changes of people, roles, menu and refusal codes as files. */
export const changeExports = {
  user: fileOf('user', { en: 'Export of user requests', zh: '导出用户变更' }),
  role: fileOf('role', { en: 'Export of role requests', zh: '导出角色变更' }),
  menu: fileOf('menu', { en: 'Export of menu requests', zh: '导出菜单变更' }),
  refuseCode: fileOf('refuseCode', {
    en: 'Export of decline code requests',
    zh: '导出拒绝代码变更',
  }),
  refundBatch: fileOf('refundBatch', { en: 'Export of refund batches', zh: '导出退款批次' }),
} as const;
