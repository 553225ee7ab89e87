// Payment prompts on a customer’s phone.

import { defineModule } from '../../../define-module.ts';
import { routes } from './routes.ts';

export { promptTopics } from './callbacks.ts';
export { paymentPromptMachine } from './payment-prompt.machine.ts';
export { PROMPT_TIMES, sendPrompt, watchPrompts } from './send.ts';
export type { Prompter, PromptTimes } from './send.ts';

export const prompts = defineModule({
  name: 'prompts',
  routes,
});
