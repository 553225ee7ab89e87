import { partner } from '@kituo/sdk/contracts';
import { type CodeWords, exportOf } from '../../platform/exports/index.ts';
import { partnerDays } from './read.ts';

const SOURCE: CodeWords = {
  API: ['Partner', '合作方接口'],
  IMPORT: ['Import', '导入'],
  MANUAL: ['Manual', '手工'],
};
const STATUS: CodeWords = {
  OPEN: ['Open', '待确认'],
  CONFIRMED: ['Confirmed', '已确认'],
  PAID: ['Paid', '已付款'],
};
const kes = (cents: number | null) => (cents === null ? null : (cents / 100).toFixed(2));

/** Days as a file: filtered by partner, its statement. */
export const partnerDayExport = exportOf(partnerDays, {
  kind: 'partnerDays.export',
  title: { en: 'Export of partner days', zh: '导出合作方日结' },
  page: partner.exportList.access.page,
  params: partner.exportList.request,
  fileStem: 'partner-days',
  subjectType: 'partnerDay',
  columns: [
    { en: 'Date', zh: '日期', of: (row) => row.bizDate },
    { en: 'Partner', zh: '合作方', of: (row) => row.platformName },
    { en: 'Product', zh: '产品', of: (row) => row.productName },
    { en: 'Clicks', zh: '点击', of: (row) => row.clicks },
    { en: 'Applied (ours)', zh: '我方申请数', of: (row) => row.ourApplied },
    { en: 'Applied (partner)', zh: '合作方申请数', of: (row) => row.partnerApplied },
    { en: 'Approved', zh: '通过', of: (row) => row.approved },
    { en: 'Rejected', zh: '拒绝', of: (row) => row.rejected },
    { en: 'Disbursed (KES)', zh: '放款金额（KES）', of: (row) => kes(row.disbursedCents) },
    { en: 'Median minutes to decision', zh: '决定用时中位数（分钟）', of: (row) => row.decisionMinutes },
    { en: 'Unit price (KES)', zh: '单价（KES）', of: (row) => kes(row.unitPriceCents) },
    { en: 'Due (KES)', zh: '应收（KES）', of: (row) => kes(row.dueCents) },
    { en: 'Difference', zh: '差异', of: (row) => row.difference },
    { en: 'Source', zh: '来源', of: (row) => row.reviewSource, codes: SOURCE },
    { en: 'Status', zh: '状态', of: (row) => row.dayStatus, codes: STATUS },
    { en: 'Remark', zh: '备注', of: (row) => row.remark },
    { en: 'Explanation', zh: '差异说明', of: (row) => row.explanation },
  ],
});
