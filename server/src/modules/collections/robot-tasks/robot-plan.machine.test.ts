import { checkMachine } from '../../../state-machine/testing/machine-checks.ts';
import { robotPlanMachine } from './robot-plan.machine.ts';

checkMachine(robotPlanMachine, {
  DISABLED: ['PENDING_APPROVAL', 'ENABLED', 'STOPPED'],
  PENDING_APPROVAL: ['ENABLED', 'DISABLED', 'STOPPED'],
  ENABLED: ['PAUSED', 'DISABLED', 'STOPPED'],
  PAUSED: ['ENABLED', 'DISABLED', 'STOPPED'],
  STOPPED: [],
});
