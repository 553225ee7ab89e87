// Merchants a person may choose from.

import { defineModule } from '../../../define-module.ts';
import { routes } from './routes.ts';

export { merchantsWithin } from './merchants.ts';

export const merchants = defineModule({
  name: 'merchants',
  routes,
});
