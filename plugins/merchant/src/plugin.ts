import { definePlugin } from '@kituo/sdk';

export const plugin = definePlugin({
  pages: {
    RechargeRecord: () => import('./pages/recharge-record.page.tsx'),
    ConsumptionRecord: () => import('./pages/consumption-record.page.tsx'),
    ContactBlacklist: () => import('./pages/contact-blacklist.page.tsx'),
    MerchantConfigManagement: () => import('./pages/merchant-config-management.page.tsx'),
    ArtificialBlacklistLibrary: () => import('./pages/artificial-blacklist-library.page.tsx'),
    ConsumptionTypeConfig: () => import('./pages/consumption-type-config.page.tsx'),
    MaturityConfigManagement: () => import('./pages/maturity-config-management.page.tsx'),
    OrderAcquireManagement: () => import('./pages/order-acquire-management.page.tsx'),
  },
});
