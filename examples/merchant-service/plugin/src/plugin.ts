import { definePlugin } from '@kituo/sdk';

export const plugin = definePlugin({
  pages: {
    StoreTeam: () => import('./pages/store-team.page.tsx'),
    StoreSales: () => import('./pages/store-sales.page.tsx'),
  },
  fills: {
    SalesToday: () => import('./pages/sales-today.tsx'),
    OrderPurchase: () => import('./pages/order-purchase.tsx'),
    StoreAccount: () => import('./pages/store-account.tsx'),
  },
});
