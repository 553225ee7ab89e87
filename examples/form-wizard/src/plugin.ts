import { definePlugin } from '@kituo/sdk';

export const plugin = definePlugin({
  pages: { CloseWarning: () => import('./pages/close-warning.page.tsx') },
});
