// New applications from the app and the verdict of the external scorer.

import { defineModule } from '../../../define-module.ts';
import { routes } from './routes.ts';
import { scoreApplied } from './score-applied.ts';

export const intake = defineModule({
  name: 'intake',
  routes,
  subscribers: [scoreApplied],
});
