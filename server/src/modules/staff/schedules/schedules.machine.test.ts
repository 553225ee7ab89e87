import { checkMachine } from '../../../state-machine/testing/machine-checks.ts';
import { scheduleChangeMachine } from './schedule-change.machine.ts';
import { schedulePlanMachine } from './schedule-plan.machine.ts';
import { shiftMachine } from './shift.machine.ts';

checkMachine(shiftMachine, {
  DRAFT: ['DRAFT', 'PUBLISHED', 'CANCELLED'],
  PUBLISHED: ['PUBLISHED', 'CANCELLED'],
  CANCELLED: [],
});
checkMachine(schedulePlanMachine, { ENABLED: ['DISABLED'], DISABLED: ['ENABLED'] });
checkMachine(scheduleChangeMachine, {
  PENDING: ['PENDING', 'APPROVED', 'REJECTED', 'WITHDRAWN'],
  APPROVED: [],
  REJECTED: [],
  WITHDRAWN: [],
});
