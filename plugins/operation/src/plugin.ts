import { definePlugin } from '@kituo/sdk';

export const plugin = definePlugin({
  pages: {
    TrafficPersonnel: () => import('./pages/traffic-personnel.page.tsx'),
  },
});
