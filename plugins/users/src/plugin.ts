import { definePlugin } from '@kituo/sdk';

export const plugin = definePlugin({
  pages: {
    MultiLanguageConfiguration: () => import('./pages/multi-language-configuration.page.tsx'),
    DataDictionary: () => import('./pages/data-dictionary.page.tsx'),
    UserManagement: () => import('./pages/user-management.page.tsx'),
    DepartmentManagement: () => import('./pages/department-management.page.tsx'),
    RoleManagement: () => import('./pages/role-management.page.tsx'),
    PluginManagement: () => import('./pages/plugin-management.page.tsx'),
    MenuManagement: () => import('./pages/menu-management.page.tsx'),
  },
});
