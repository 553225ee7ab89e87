import { definePlugin } from '@kituo/sdk';

export const plugin = definePlugin({
  pages: {
    OrderManagement: () => import('./pages/order-management.page.tsx'),
  },
});
