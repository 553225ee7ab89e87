import { product } from '@kituo/sdk/contracts';

/** Everything about a loan that its product's version decides; snapshotted on the order. */
export const productTerms = product.productTerms;

export type ProductTerms = product.ProductTerms;

/** Whether a product's steps lead to an amount; below the least one, where a reviewer may go, from that one down. */
export function isStep(
  amountCents: number,
  { minPrincipalCents, stepCents }: Pick<ProductTerms, 'minPrincipalCents' | 'stepCents'>,
): boolean {
  return stepCents === undefined || (amountCents - minPrincipalCents) % stepCents === 0;
}
