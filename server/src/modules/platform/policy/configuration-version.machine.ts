import { defineMachine } from '../../../state-machine/index.ts';

/**
 * One version of a configuration. Nothing is ever overwritten: a change is a new version that takes
 * force at its date, after an approver agreed where one is requested. What is in force ends only
 * by its successor.
 */
export const configurationVersionMachine = defineMachine('configuration version', ['DRAFT'], {
  DRAFT: { submit: 'PENDING', schedule: 'SCHEDULED', withdraw: 'WITHDRAWN' },
  PENDING: { approve: 'SCHEDULED', reject: 'REJECTED' },
  SCHEDULED: { takeForce: 'IN_FORCE', withdraw: 'WITHDRAWN' },
  IN_FORCE: { supersede: 'SUPERSEDED' },
  REJECTED: {},
  SUPERSEDED: {},
  WITHDRAWN: {},
});
