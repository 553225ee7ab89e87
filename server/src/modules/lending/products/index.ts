// Loan products and their terms.

import { defineModule } from '../../../define-module.ts';
import { productExport } from './export.ts';
import { routes } from './routes.ts';
import { enableProductKind, disableProductKind } from './switch.ts';
import { productTermsFamily } from './terms-family.ts';

export const products = defineModule({
  name: 'products',
  routes,
  changes: [enableProductKind, disableProductKind],
  config: [productTermsFamily],
  exports: [productExport.kind],
});
