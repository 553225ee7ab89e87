import { definePlugin } from '@kituo/sdk';

export const plugin = definePlugin({
  pages: {
    CollectionPersonnel: () => import('./pages/collection-personnel.page.tsx'),
  },
});
