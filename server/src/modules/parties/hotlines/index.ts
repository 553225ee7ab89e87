// The contacts that a merchant's customers see.

import { defineModule } from '../../../define-module.ts';
import { hotlineExport } from './list.ts';
import { copyManyKind, holidaysKind } from './many.ts';
import { routes } from './routes.ts';

export { answeredFrom } from './answered.ts';
export { checkHotlines, keepHotlineCall } from './weekly-check.ts';

export const hotlines = defineModule({
  name: 'hotlines',
  routes,
  jobs: [holidaysKind, copyManyKind],
  exports: [hotlineExport.kind],
});
