import { definePlugin } from '@kituo/sdk';

export const plugin = definePlugin({
  pages: {
    EmployeeDisciplineData: () => import('./pages/employee-discipline-data.page.tsx'),
  },
});
