import { checkMachine } from '../../../state-machine/testing/machine-checks.ts';
import { callMachine } from './call.machine.ts';

checkMachine(callMachine, {
  WAITING: ['RINGING', 'NO_ANSWER', 'FAILED'],
  DIALLING: ['RINGING', 'ANSWERED', 'BUSY', 'NO_ANSWER', 'FAILED'],
  RINGING: ['ANSWERED', 'BUSY', 'NO_ANSWER', 'FAILED'],
  ANSWERED: ['ENDED'],
  ENDED: [],
  BUSY: [],
  NO_ANSWER: [],
  FAILED: [],
});
