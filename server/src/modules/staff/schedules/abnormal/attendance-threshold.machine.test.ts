import { checkMachine } from '../../../../state-machine/testing/machine-checks.ts';
import { attendanceThresholdMachine } from './attendance-threshold.machine.ts';

checkMachine(attendanceThresholdMachine, {
  PENDING_APPROVAL: ['ENABLED', 'REJECTED'],
  ENABLED: ['DISABLED'],
  DISABLED: ['ENABLED'],
  REJECTED: [],
});
