import { definePlugin } from '@kituo/sdk';

export const plugin = definePlugin({
  pages: {
    UserManagement: () => import('./pages/user-management.page.tsx'),
    MenuManagement: () => import('./pages/menu-management.page.tsx'),
  },
});
