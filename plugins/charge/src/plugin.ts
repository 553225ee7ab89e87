import { definePlugin } from '@kituo/sdk';

export const plugin = definePlugin({
  pages: {
    CashTransferApplyFor: () => import('./pages/cash-transfer-apply-for.page.tsx'),
    CashTransferAudit: () => import('./pages/cash-transfer-audit.page.tsx'),
  },
});
