// Complaints and suggestions from customers, and their answers.

import { defineModule } from '../../../define-module.ts';
import { assignKind } from './assign-many.ts';
import { feedbackExport } from './export.ts';
import { feedbackPhone } from './reveals.ts';
import { serviceVouchers } from './vouchers.ts';
import { routes } from './routes.ts';

export { saveFeedback } from './commands.ts';
export { moveFeedback } from './store.ts';
export { handOverFeedback, returnFeedback } from './return-feedback.ts';

export const feedback = defineModule({
  name: 'feedback',
  routes,
  jobs: [assignKind],
  exports: [feedbackExport.kind],
  reveals: [feedbackPhone],
  fileSubjects: [serviceVouchers],
});
