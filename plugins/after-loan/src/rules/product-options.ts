import { autoCancel } from '@kituo/sdk/contracts';
import { remoteOptions } from '@kituo/sdk/page';

/** Products of the merchants that the reader sees. */
export const productOptions = remoteOptions(autoCancel.products, (all) =>
  all.map(({ productNo, productName, merchantName }) => ({
    value: productNo,
    label: productName,
    hint: merchantName,
  })),
);
