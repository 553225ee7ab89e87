// Campaigns by SMS: approved by another person, sent through the contact gate, counted against a hold-out.

import { defineModule } from '../../../define-module.ts';
import { campaignDecisions } from './decisions.ts';
import { recipientPhone, taskExport } from './list.ts';
import { routes } from './routes.ts';

export { enabledText, segmentCents } from './cost.ts';
export { registerOptOutPage } from './opt-out-page.ts';
export { armResults, pOfShares, upperTail } from './results.ts';
export { askRoute, noteRouteUse } from './route.ts';
export { runSmsTasks } from './send.ts';

export const smsCampaigns = defineModule({
  name: 'sms-campaigns',
  routes,
  decisions: [campaignDecisions],
  exports: [taskExport.kind],
  reveals: [recipientPhone],
});
