import { checkMachine } from '../../../state-machine/testing/machine-checks.ts';
import { billMachine } from '../../../state-machine/machines/bill.machine.ts';
import { chargeOffApplicationMachine } from '../../../state-machine/machines/charge-off-application.machine.ts';

checkMachine(billMachine, {
  ACTIVE: ['SETTLED', 'ROLLED_OVER', 'CHARGED_OFF', 'VOID'],
  SETTLED: ['ACTIVE', 'CHARGED_OFF'],
  ROLLED_OVER: ['ACTIVE'],
  CHARGED_OFF: ['ACTIVE', 'SETTLED'],
  VOID: [],
});

checkMachine(chargeOffApplicationMachine, {
  PENDING: ['APPROVED', 'REJECTED'],
  APPROVED: ['CANCELLED'],
  REJECTED: [],
  CANCELLED: [],
});
