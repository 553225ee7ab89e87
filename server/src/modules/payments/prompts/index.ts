// Payment prompts on a customer’s phone.

import { defineModule } from '../../../define-module.ts';
import { routes } from './routes.ts';

export { boundsOf, owedOf, type PromptCall, refuseAmount, requestPayment } from './ask.ts';
export { promptTopics } from './callbacks.ts';
export { lockLink, moveLink, type PaymentLink } from './link-store.ts';
export { paymentLinkMachine } from './payment-link.machine.ts';
export { paymentPromptMachine } from './payment-prompt.machine.ts';
export { PROMPT_TIMES, sendPrompt, watchPrompts } from './send.ts';
export { billsReached, workedCase } from './worked-case.ts';
export type { Prompter, PromptTimes } from './send.ts';

export const prompts = defineModule({
  name: 'prompts',
  routes,
});
