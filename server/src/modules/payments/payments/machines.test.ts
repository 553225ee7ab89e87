import { checkMachine } from '../../../state-machine/testing/machine-checks.ts';
import { applicationTaskMachine } from '../../../state-machine/machines/application-task.machine.ts';
import { flowMachine } from './flow.machine.ts';

checkMachine(flowMachine, {
  RECEIVED: ['UNMATCHED', 'PART_APPLIED', 'APPLIED', 'REVERSED'],
  UNMATCHED: ['PART_APPLIED', 'APPLIED', 'REFUNDED', 'REVERSED'],
  PART_APPLIED: ['PART_APPLIED', 'APPLIED', 'UNMATCHED', 'REFUNDED'],
  APPLIED: ['PART_APPLIED', 'UNMATCHED'],
  REFUNDED: ['PART_APPLIED'],
  REVERSED: [],
});

checkMachine(applicationTaskMachine, {
  UNFINISHED: ['PROCESSING'],
  PROCESSING: ['DONE', 'ERROR'],
  ERROR: ['PROCESSING'],
  DONE: [],
});
