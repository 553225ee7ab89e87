import { definePlugin } from '@kituo/sdk';

export const plugin = definePlugin({
  pages: {
    OrderAllocation: () => import('./pages/order-allocation.page.tsx'),
    MyAudit: () => import('./pages/my-audit.page.tsx'),
    OrderManagement: () => import('./pages/order-management.page.tsx'),
    OrderManagementAbridgment: () => import('./pages/order-management-abridgment.page.tsx'),
  },
});
