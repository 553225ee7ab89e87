import { checkMachine } from '../../../state-machine/testing/machine-checks.ts';
import { aiPushTaskMachine } from './ai-push-task.machine.ts';

checkMachine(aiPushTaskMachine, {
  PENDING: ['APPROVED', 'REJECTED'],
  APPROVED: ['RUNNING', 'STOPPED'],
  RUNNING: ['DONE', 'STOPPED'],
  REJECTED: [],
  DONE: [],
  STOPPED: [],
});
