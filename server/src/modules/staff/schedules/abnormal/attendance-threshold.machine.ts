import { defineMachine } from '../../../../state-machine/index.ts';

/** A threshold applies once another person approved it; then it is switched off and on again. */
export const attendanceThresholdMachine = defineMachine('attendance threshold', ['PENDING_APPROVAL'], {
  PENDING_APPROVAL: { approve: 'ENABLED', reject: 'REJECTED' },
  ENABLED: { disable: 'DISABLED' },
  DISABLED: { enable: 'ENABLED' },
  REJECTED: {},
});
