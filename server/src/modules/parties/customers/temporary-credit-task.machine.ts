import { defineMachine } from '../../../state-machine/index.ts';

/** The request to raise limits for a while; an auditor of its own decides. */
export const temporaryCreditTaskMachine = defineMachine('temporary credit task', ['PENDING'], {
  PENDING: { approve: 'APPROVED', reject: 'REJECTED' },
  APPROVED: {},
  REJECTED: {},
});
