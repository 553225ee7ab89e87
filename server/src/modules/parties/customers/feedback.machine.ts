import { defineMachine } from '../../../state-machine/index.ts';

/** What a customer told us. There is no way back: who writes again opens a new one, linked to this. */
export const feedbackMachine = defineMachine('feedback', ['UNPROCESSED'], {
  UNPROCESSED: { take: 'PROCESSING' },
  PROCESSING: { finish: 'PROCESSED' },
  PROCESSED: {},
});
