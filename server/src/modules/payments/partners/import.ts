import { partner } from '@kituo/sdk/contracts';
import type * as z from 'zod/mini';
import { importColumns, type ImportKind } from '../../platform/imports/index.ts';
import { asCommand } from '../../platform/jobs/index.ts';
import { saveReport } from './save-report.ts';

const columns = importColumns([
  ['marketProductNo', 'Product number', '产品编号', true, 'MP000001'],
  ['bizDate', 'Date', '日期', true, '2026-11-20'],
  ['partnerApplied', 'Applied', '申请数', true, '40'],
  ['approved', 'Approved', '通过', true, '9'],
  ['rejected', 'Rejected', '拒绝', true, '29'],
  ['disbursed', 'Disbursed (KES)', '放款金额（KES）', true, '58,500.00'],
  ['decisionMinutes', 'Median minutes to decision', '决定用时中位数（分钟）', false, '45'],
  ['partnerReferences', 'Partner references', '合作方编号', false, 'PN-1 PN-2'],
  ['approvedReferences', 'Approved references', '通过的编号', false, 'PN-1'],
  ['rejectedReferences', 'Rejected references', '拒绝的编号', false, 'PN-2'],
  ['remark', 'Remark', '备注', false, ''],
  ['explanation', 'Explanation of a difference', '差异说明', false, ''],
]);

const countOf = (cell: string | undefined) => (/^\d+$/.test(cell?.trim() ?? '') ? Number(cell) : Number.NaN);
/** Shillings as cents; NaN for what is no amount. */
function centsOf(cell: string | undefined): number {
  const [, whole, fraction = ''] = /^(\d+)(?:\.(\d{1,2}))?$/.exec((cell ?? '').trim().replaceAll(',', '')) ?? [];
  return whole === undefined ? Number.NaN : Number(whole + fraction.padEnd(2, '0'));
}

const REFERENCES = ['partnerReferences', 'approvedReferences', 'rejectedReferences'] as const;
/** Cells of references as lists; an empty cell says nothing. */
function withReferences(
  row: Readonly<Record<string, string | undefined>>,
): Record<string, string | string[] | undefined> {
  const lists = REFERENCES.map((name) => [name, row[name]?.trim() ?? ''] as const);
  return {
    ...row,
    ...Object.fromEntries(lists.map(([name, cell]) => [name, cell === '' ? undefined : cell.split(/[\s,;，；]+/)])),
  };
}

/** Days that partners report by file, each kept in a transaction of its own. */
export const partnerDayImport: ImportKind<z.output<typeof partner.reportForm>> = {
  kind: 'partnerDays.import',
  title: { en: 'Import of partner days', zh: '导入合作方日结' },
  code: 'supermarket:review:import',
  columns,
  toInput: ({ partnerApplied, approved, rejected, disbursed, decisionMinutes, ...row }) => ({
    ...withReferences(row),
    partnerApplied: countOf(partnerApplied),
    approved: countOf(approved),
    rejected: countOf(rejected),
    disbursedCents: centsOf(disbursed),
    ...((decisionMinutes ?? '').trim() !== '' && { decisionMinutes: countOf(decisionMinutes) }),
  }),
  form: partner.reportForm,
  unique: [['marketProductNo', 'bizDate']],
  async apply(form, run) {
    return await saveReport(form, asCommand(run), 'IMPORT');
  },
};
