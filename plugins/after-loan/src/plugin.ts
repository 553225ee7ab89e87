import { definePlugin } from '@kituo/sdk';

export const plugin = definePlugin({
  pages: {
    RepaymentManagement: () => import('./pages/repayment-management.page.tsx'),
    RepaymentManagementMerge: () => import('./pages/repayment-management-merge.page.tsx'),
    RepaymentManagementNew: () => import('./pages/repayment-management-new.page.tsx'),
    WalletRecords: () => import('./pages/wallet-records.page.tsx'),
  },
});
