import { definePlugin } from '@kituo/sdk';

export const plugin = definePlugin({
  pages: { WeekReport: () => import('./pages/week-report.page.tsx') },
});
