import { definePlugin } from '@kituo/sdk';

export const plugin = definePlugin({
  pages: {
    QualityCenter: () => import('./pages/quality-center.page.tsx'),
  },
});
