import { definePlugin } from '@kituo/sdk';

export const plugin = definePlugin({
  pages: {
    Home: () => import('./pages/home.page.tsx'),
    WarningNotify: () => import('./pages/warning-notify.page.tsx'),
  },
});
