import { definePlugin } from '@kituo/sdk';

export const plugin = definePlugin({
  pages: { NoticeCalendar: () => import('./pages/notice-calendar.page.tsx') },
});
