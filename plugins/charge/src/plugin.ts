import { definePlugin } from '@kituo/sdk';

export const plugin = definePlugin({
  pages: {
    ClientRefundManagement: () => import('./pages/client-refund-management.page.tsx'),
    ClientRefundAuditManagement: () => import('./pages/client-refund-audit-management.page.tsx'),
    CashTransferApplyFor: () => import('./pages/cash-transfer-apply-for.page.tsx'),
    CashTransferAudit: () => import('./pages/cash-transfer-audit.page.tsx'),
  },
});
