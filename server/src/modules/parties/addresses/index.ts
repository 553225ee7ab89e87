// Counties and towns of Kenya for address fields.

import { defineModule } from '../../../define-module.ts';
import { routes } from './routes.ts';

export { nameOfPlace } from './kenya.ts';

export const addresses = defineModule({
  name: 'addresses',
  routes,
});
