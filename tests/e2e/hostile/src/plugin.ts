import { definePlugin } from '@kituo/sdk';

export const plugin = definePlugin({
  pages: { Hostile: () => import('./pages/hostile.page.tsx') },
});
