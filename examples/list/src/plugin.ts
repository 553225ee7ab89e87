import { definePlugin } from '@kituo/sdk';

export const plugin = definePlugin({
  pages: { WarningBoard: () => import('./pages/warning-board.page.tsx') },
});
