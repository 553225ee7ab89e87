// The contacts that a merchant's customers see.

import { defineModule } from '../../../define-module.ts';
import { hotlineExport } from './list.ts';
import { routes } from './routes.ts';

export const hotlines = defineModule({
  name: 'hotlines',
  routes,
  exports: [hotlineExport.kind],
});
