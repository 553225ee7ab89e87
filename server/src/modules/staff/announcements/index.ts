// Announcements to staff and their confirmation.

import { defineModule } from '../../../define-module.ts';
import { routes } from './routes.ts';

export const announcements = defineModule({
  name: 'announcements',
  routes,
});
