import { definePlugin } from '@kituo/sdk';

export const plugin = definePlugin({
  pages: {
    RepaymentManagement: () => import('./pages/repayment-management.page.tsx'),
    RepaymentManagementMerge: () => import('./pages/repayment-management-merge.page.tsx'),
    RepaymentManagementNew: () => import('./pages/repayment-management-new.page.tsx'),
    LoanManagement: () => import('./pages/loan-management.page.tsx'),
    LoanerManagement: () => import('./pages/loaner-management.page.tsx'),
    RepaymentAccountManagement: () => import('./pages/repayment-account-management.page.tsx'),
    BalanceManagement: () => import('./pages/balance-management.page.tsx'),
    LoanRouting: () => import('./pages/loan-routing.page.tsx'),
    ReconciliationManagement: () => import('./pages/reconciliation-management.page.tsx'),
    FlowRecordSupplement: () => import('./pages/flow-record-supplement.page.tsx'),
    AutoSettlementConfig: () => import('./pages/auto-settlement-config.page.tsx'),
    AutoWriteOffAmountConfig: () => import('./pages/auto-write-off-amount-config.page.tsx'),
    AutomaticLoanCancelConfig: () => import('./pages/automatic-loan-cancel-config.page.tsx'),
    WalletRecords: () => import('./pages/wallet-records.page.tsx'),
  },
});
