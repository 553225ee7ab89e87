// The home page: tiles, counts and shortcuts.

import { defineModule } from '../../../define-module.ts';
import { routes } from './routes.ts';

export const home = defineModule({
  name: 'home',
  routes,
});
