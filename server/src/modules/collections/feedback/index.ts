// Complaints and suggestions from customers, and their answers.

import { defineModule } from '../../../define-module.ts';
import { routes } from './routes.ts';

export { moveFeedback } from './store.ts';
export { returnFeedback } from './return-feedback.ts';

export const feedback = defineModule({
  name: 'feedback',
  routes,
});
