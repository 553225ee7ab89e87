import { definePlugin } from '@kituo/sdk';

export const plugin = definePlugin({
  pages: { WarningDesk: () => import('./pages/warning-desk.page.tsx') },
});
