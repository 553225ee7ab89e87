import { checkMachine } from '../testing/machine-checks.ts';
import { jobMachine } from './job.machine.ts';
import { marketingTemplateMachine } from './marketing-template.machine.ts';
import { personnelRecordMachine } from './personnel-record.machine.ts';
import { userMachine } from './user.machine.ts';
import { warningMachine } from './warning.machine.ts';

checkMachine(userMachine, { NORMAL: ['FROZEN'], FROZEN: ['NORMAL'] });

checkMachine(personnelRecordMachine, { NORMAL: ['FROZEN'], FROZEN: ['NORMAL'] });

checkMachine(jobMachine, {
  QUEUED: ['RUNNING'],
  RUNNING: ['SUCCESS', 'PARTIAL_SUCCESS', 'FAILURE', 'CANCELLED'],
  SUCCESS: [],
  PARTIAL_SUCCESS: [],
  FAILURE: [],
  CANCELLED: [],
});

checkMachine(warningMachine, {
  OPEN: ['ACKNOWLEDGED', 'RESOLVED'],
  ACKNOWLEDGED: ['RESOLVED'],
  RESOLVED: [],
});

checkMachine(marketingTemplateMachine, {
  DRAFT: ['PENDING_APPROVAL'],
  PENDING_APPROVAL: ['ENABLED', 'DRAFT'],
  ENABLED: ['DISABLED'],
  DISABLED: ['ENABLED'],
});
