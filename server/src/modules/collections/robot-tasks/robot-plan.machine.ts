import { defineMachine } from '../../../state-machine/index.ts';

/**
 * A plan makes tasks while it is ENABLED. Collection enables its own; marketing and telemarketing let another person
 * do it. It is changed while it is DISABLED alone, so that what was approved is what runs.
 */
export const robotPlanMachine = defineMachine('robot plan', ['DISABLED'], {
  DISABLED: { submit: 'PENDING_APPROVAL', enable: 'ENABLED', stop: 'STOPPED' },
  PENDING_APPROVAL: { approve: 'ENABLED', sendBack: 'DISABLED', stop: 'STOPPED' },
  ENABLED: { pause: 'PAUSED', disable: 'DISABLED', stop: 'STOPPED' },
  PAUSED: { resume: 'ENABLED', disable: 'DISABLED', stop: 'STOPPED' },
  STOPPED: {},
});
