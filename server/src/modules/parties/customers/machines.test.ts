import { checkMachine } from '../../../state-machine/testing/machine-checks.ts';
import { creditMachine } from './credit.machine.ts';
import { feedbackMachine } from './feedback.machine.ts';
import { temporaryCreditTaskMachine } from './temporary-credit-task.machine.ts';

checkMachine(creditMachine, { GRANTING: ['GRANTED'], GRANTED: ['EXPIRED'], EXPIRED: [] });

checkMachine(temporaryCreditTaskMachine, {
  PENDING: ['APPROVED', 'REJECTED'],
  APPROVED: [],
  REJECTED: [],
});

checkMachine(feedbackMachine, {
  UNPROCESSED: ['PROCESSING'],
  PROCESSING: ['PROCESSED'],
  PROCESSED: [],
});
