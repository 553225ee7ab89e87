export { routes } from './routes.ts';
export { disableProductKind, enableProductKind } from './switch.ts';
export { productTermsFamily } from './terms-family.ts';
