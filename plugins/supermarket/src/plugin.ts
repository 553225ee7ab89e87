import { definePlugin } from '@kituo/sdk';

export const plugin = definePlugin({
  pages: {
    LoanSupermarketProductManagement: () => import('./pages/loan-supermarket-product-management.page.tsx'),
    ReviewDataMaintain: () => import('./pages/review-data-maintain.page.tsx'),
    LoanSupermarketRecommendProductManagement: () =>
      import('./pages/loan-supermarket-recommend-product-management.page.tsx'),
    LoanSupermarketVipLevelManagement: () => import('./pages/loan-supermarket-vip-level-management.page.tsx'),
  },
});
