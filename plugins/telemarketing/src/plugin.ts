import { definePlugin } from '@kituo/sdk';

export const plugin = definePlugin({
  pages: {
    TelemarketingPersonnel: () => import('./pages/telemarketing-personnel.page.tsx'),
  },
});
