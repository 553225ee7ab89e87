import { definePlugin } from '@kituo/sdk';

export const plugin = definePlugin({
  pages: {
    FinancialReport: () => import('./pages/financial-report.page.tsx'),
    OperationReport: () => import('./pages/operation-report.page.tsx'),
    PerformanceReport: () => import('./pages/performance-report.page.tsx'),
    ApprovalReport: () => import('./pages/approval-report.page.tsx'),
    CollectionReport: () => import('./pages/collection-report.page.tsx'),
  },
});
