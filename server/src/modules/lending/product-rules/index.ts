// Which products a rule is about, for rules that stand below products and above.

export { productNamesOf, productsSeen } from './product-names.ts';
export { productsElsewhere, shareProducts } from './rule-products.ts';
