import { call } from '@kituo/sdk';
import { product } from '@kituo/sdk/contracts';
import type { OptionSource } from '@kituo/sdk/page';

/** Products of the merchants that the reader sees. */
export const productOptions: OptionSource = {
  kind: 'remote',
  name: 'operation.products',
  load: async (signal) => {
    const whole = { filters: {}, page: 1, pageSize: 1000 as const, sort: null };
    const { rows } = await call(product.page, whole, { signal, showLoading: false, quiet: true });
    return rows.map(({ productNo, productName, merchantName }) => ({
      value: productNo,
      label: productName,
      hint: merchantName,
    }));
  },
};
