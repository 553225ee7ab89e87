import { checkMachine } from '../../../state-machine/testing/machine-checks.ts';
import { inspectionMachine } from './inspection.machine.ts';

checkMachine(inspectionMachine, {
  PENDING: ['INSPECTING'],
  INSPECTING: ['SCORED', 'PENDING'],
  SCORED: ['APPEALED', 'CLOSED'],
  APPEALED: ['CLOSED'],
  CLOSED: [],
});
