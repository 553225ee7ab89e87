// Texts for marketing by SMS: drafted, approved by another person, and never changed once approved.

import { defineModule } from '../../../define-module.ts';
import { templateDecisions } from './decisions.ts';
import { templateExport } from './list.ts';
import { routes } from './routes.ts';

export { foreignLinks } from './links.ts';
export { filledText } from './filled-text.ts';
export { spokenTexts } from './spoken-texts.ts';
export { refuseUnseenMerchant } from './commands.ts';

export const smsTemplates = defineModule({
  name: 'sms-templates',
  routes,
  decisions: [templateDecisions],
  exports: [templateExport.kind],
});
