import { defineMachine } from '../../../state-machine/index.ts';

/**
 * A command that awaits approval. Approval runs it, with the subject's state checked again;
 * the maker may withdraw it; where money is concerned it expires after a day.
 */
export const makerCheckerRequestMachine = defineMachine('maker–checker request', ['PENDING'], {
  PENDING: { approve: 'APPROVED', reject: 'REJECTED', withdraw: 'WITHDRAWN', lapse: 'LAPSED' },
  APPROVED: {},
  REJECTED: {},
  WITHDRAWN: {},
  LAPSED: {},
});
