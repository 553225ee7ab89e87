export { promptTopics } from './callbacks.ts';
export { paymentPromptMachine } from './payment-prompt.machine.ts';
export { routes } from './routes.ts';
export { PROMPT_TIMES, sendPrompt, watchPrompts } from './send.ts';
export type { Prompter, PromptTimes } from './send.ts';
