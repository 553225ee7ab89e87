import { marketRecommend } from '@kituo/sdk/contracts';
import { remoteOptions } from '@kituo/sdk/page';

/** The products that slots may name. */
export const productOptions = remoteOptions(marketRecommend.products, (all) =>
  all.map(({ marketProductNo, productName, platformName }) => ({
    value: marketProductNo,
    label: `${productName} · ${platformName}`,
  })),
);
