import { definePlugin } from '@kituo/sdk';

export const plugin = definePlugin({
  pages: {
    OrderDetail: () => import('./pages/order-detail.page.tsx'),
    OrderAudit: () => import('./pages/order-audit.page.tsx'),
  },
});
