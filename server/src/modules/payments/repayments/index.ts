// What the repayment desk looks through: bills, loans and repayments.

import { defineModule } from '../../../define-module.ts';
import { billExport } from './bill-export.ts';
import { orderExport } from './loan-export.ts';
import { mergeExport } from './merge-export.ts';
import { routes } from './routes.ts';

export const repaymentDesk = defineModule({
  name: 'repayments',
  routes,
  exports: [billExport.kind, orderExport.kind, mergeExport.kind],
});
