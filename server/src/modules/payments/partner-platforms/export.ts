import { partnerPlatform } from '@kituo/sdk/contracts';
import { type CodeWords, exportOf } from '../../platform/exports/index.ts';
import { partnerPlatformList } from './read.ts';

const MODE: CodeWords = { CPA: ['Per approval', '按通过计费'], CPS: ['Share of disbursed', '按放款分成'] };
const STATUS: CodeWords = { ENABLED: ['Enabled', '启用'], DISABLED: ['Disabled', '停用'] };

export const platformExport = exportOf(partnerPlatformList, {
  kind: 'partnerPlatforms.export',
  title: { en: 'Export of partner platforms', zh: '导出超市平台' },
  page: partnerPlatform.exportList.access.page,
  params: partnerPlatform.exportList.request,
  fileStem: 'partner-platforms',
  subjectType: 'partnerPlatform',
  columns: [
    { en: 'Code', zh: '平台编码', of: (row) => row.platformCode },
    { en: 'Partner', zh: '合作方', of: (row) => row.platformName },
    { en: 'Merchant', zh: '商户', of: (row) => row.merchantName },
    { en: 'Licence', zh: '牌照号', of: (row) => row.licenceNo },
    { en: 'Licence until', zh: '牌照有效期至', of: (row) => row.licenceExpiresOn },
    { en: 'Settlement', zh: '结算方式', of: (row) => row.settlementMode, codes: MODE },
    { en: 'Products on shelf', zh: '在架产品', of: (row) => row.productCount },
    { en: 'Due this month (KES)', zh: '本月应收（KES）', of: (row) => (row.dueThisMonthCents / 100).toFixed(2) },
    { en: 'Status', zh: '状态', of: (row) => row.platformStatus, codes: STATUS },
  ],
});
