import { product } from '@kituo/sdk/contracts';

/** Everything about a loan that its product's version decides; snapshotted on the order. */
export const productTerms = product.productTerms;

export type ProductTerms = product.ProductTerms;
