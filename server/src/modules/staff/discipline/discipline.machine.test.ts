import { checkMachine } from '../../../state-machine/testing/machine-checks.ts';
import { disciplineMachine } from './discipline.machine.ts';

checkMachine(disciplineMachine, {
  PENDING: ['CONFIRMED', 'DISMISSED'],
  CONFIRMED: ['REVOKED'],
  DISMISSED: [],
  REVOKED: [],
});
