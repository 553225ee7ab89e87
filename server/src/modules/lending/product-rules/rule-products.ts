interface OfProducts {
  readonly productNos: readonly string[];
}

/** Both speak of all products, or of the same one: a rule of some products goes before one of all. */
export function shareProducts({ productNos }: OfProducts, other: OfProducts): boolean {
  if (productNos.length === 0 || other.productNos.length === 0) {
    return productNos.length === other.productNos.length;
  }
  return productNos.some((productNo) => other.productNos.includes(productNo));
}

/** The products that rules of their own speak of: a rule of all products leaves them. */
export function productsElsewhere(rule: OfProducts, others: readonly OfProducts[]): string[] {
  return rule.productNos.length > 0 ? [] : others.flatMap(({ productNos }) => productNos);
}
