import { checkMachine } from '../../../state-machine/testing/machine-checks.ts';
import { promoBatchMachine } from './promo-batch.machine.ts';

checkMachine(promoBatchMachine, {
  PENDING: ['ENABLED', 'REJECTED'],
  ENABLED: ['DISABLED'],
  REJECTED: [],
  DISABLED: [],
});
