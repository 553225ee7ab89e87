import { checkMachine } from '../../../state-machine/testing/machine-checks.ts';
import { merchantConsumptionMachine } from './merchant-consumption.machine.ts';
import { merchantRechargeMachine } from './merchant-recharge.machine.ts';

checkMachine(merchantRechargeMachine, {
  PENDING: ['APPROVED', 'REJECTED'],
  APPROVED: ['REVERSED'],
  REJECTED: [],
  REVERSED: [],
});

checkMachine(merchantConsumptionMachine, {
  CHARGED: ['REVERSING'],
  REVERSING: ['REVERSED', 'CHARGED'],
  REVERSED: [],
});
