// By which prices a customer is offered a product, for applications below and the page of prices above.

export { cellFor, missingIn, priced } from './match.ts';
export { priceFamily } from './family.ts';
export { type Offer, offerAt } from './offer.ts';
export { productTermsOf } from './product-terms.ts';
export { refuseOutside } from './within-product.ts';
