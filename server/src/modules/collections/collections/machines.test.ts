import { checkMachine } from '../../../state-machine/testing/machine-checks.ts';
import { aiTaskMachine } from '../../../state-machine/machines/ai-task.machine.ts';
import { caseMachine } from './case.machine.ts';
import { promiseToPayMachine } from './promise-to-pay.machine.ts';
import { robotTaskMachine } from '../../../state-machine/machines/robot-task.machine.ts';

checkMachine(caseMachine, {
  POOL: ['COLLECTING', 'CLOSED'],
  COLLECTING: ['COLLECTING', 'POOL', 'RETAINED', 'BAD_DEBT_POOL', 'CLOSED'],
  RETAINED: ['COLLECTING', 'BAD_DEBT_POOL', 'CLOSED'],
  BAD_DEBT_POOL: ['COLLECTING', 'RETAINED', 'CLOSED'],
  CLOSED: ['POOL', 'BAD_DEBT_POOL'],
});

checkMachine(promiseToPayMachine, {
  OPEN: ['KEPT', 'BROKEN', 'CANCELLED'],
  KEPT: [],
  BROKEN: [],
  CANCELLED: [],
});

checkMachine(robotTaskMachine, {
  DRAFT: ['PENDING_APPROVAL', 'QUEUED', 'STOPPED'],
  PENDING_APPROVAL: ['QUEUED', 'DRAFT', 'STOPPED'],
  QUEUED: ['RUNNING', 'STOPPED'],
  RUNNING: ['PAUSED', 'DONE', 'FAILED', 'STOPPED'],
  PAUSED: ['RUNNING', 'STOPPED'],
  FAILED: ['RUNNING', 'STOPPED'],
  DONE: [],
  STOPPED: [],
});

checkMachine(aiTaskMachine, {
  CREATED: ['SENT', 'FAILED', 'UNKNOWN', 'STOPPED'],
  UNKNOWN: ['SENT', 'FAILED'],
  FAILED: ['SENT'],
  SENT: ['RUNNING', 'STOPPED'],
  RUNNING: ['PAUSED', 'DONE', 'FAILED', 'STOPPED'],
  PAUSED: ['RUNNING', 'STOPPED'],
  DONE: [],
  STOPPED: [],
});
