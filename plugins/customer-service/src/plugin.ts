import { definePlugin } from '@kituo/sdk';

export const plugin = definePlugin({
  pages: {
    CustomerServiceStaff: () => import('./pages/customer-service-staff.page.tsx'),
  },
});
