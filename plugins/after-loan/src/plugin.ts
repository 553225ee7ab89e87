import { definePlugin } from '@kituo/sdk';

export const plugin = definePlugin({
  pages: {
    WalletRecords: () => import('./pages/wallet-records.page.tsx'),
  },
});
