import { collectorSettings } from '@kituo/sdk/contracts';
import type { CaseScope } from '../../../db/collection-schema.ts';
import { exportOf } from '../../platform/exports/index.ts';
import { settingsOf } from './collector-list.ts';

export const settingsLists = { ORDER: settingsOf('ORDER'), BILL: settingsOf('BILL') } as const;
const PAGE = {
  ORDER: '/AdminContent/CollectionSystem/CollectionPersonnel',
  BILL: '/AdminContent/CollectionSystemNew/CollectionPersonnelNew',
} as const;
const moneyOf = (cents: number | null): string | null => (cents === null ? null : (cents / 100).toFixed(2));

const fileOf = (scope: CaseScope) =>
  exportOf(settingsLists[scope], {
    kind: scope === 'ORDER' ? 'collectorsByOrder.export' : 'collectorsByBill.export',
    title: { en: 'Export of collectors’ limits', zh: '导出催收员范围' },
    page: PAGE[scope],
    params: collectorSettings.byOrder.exportList.request,
    fileStem: 'collector-limits',
    subjectType: 'collector',
    columns: [
      { en: 'Name', zh: '姓名', of: (row) => row.realName },
      { en: 'User number', zh: '用户编号', of: (row) => row.userNo },
      { en: 'Levels', zh: '等级', of: (row) => row.caseLevels.join(' ') },
      ...(scope === 'BILL'
        ? [
            { en: 'Products', zh: '产品', of: (row: collectorSettings.SettingsRow) => row.productNames.join(', ') },
            { en: 'Bill limit', zh: '账单上限', of: (row: collectorSettings.SettingsRow) => row.billCap },
            {
              en: 'Amount limit (KES)',
              zh: '金额上限（KES）',
              of: (row: collectorSettings.SettingsRow) => moneyOf(row.amountCapCents),
            },
          ]
        : []),
      { en: 'Open cases', zh: '在办案件', of: (row) => row.openCases },
      { en: 'Borrowers', zh: '借款人', of: (row) => row.borrowerCount },
      { en: 'Amount in hand (KES)', zh: '在手金额（KES）', of: (row) => moneyOf(row.amountInHandCents) },
      { en: 'Other system', zh: '另一系统案件', of: (row) => row.otherCases },
      { en: 'Group', zh: '组', of: (row) => row.groupName },
      { en: 'Merchants', zh: '商户', of: (row) => row.merchantNames.join(', ') },
    ],
  });
export const settingsExports = { ORDER: fileOf('ORDER'), BILL: fileOf('BILL') } as const;
