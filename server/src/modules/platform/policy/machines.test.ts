import { checkMachine } from '../../../state-machine/testing/machine-checks.ts';
import { configurationVersionMachine } from './configuration-version.machine.ts';
import { makerCheckerRequestMachine } from './maker-checker-request.machine.ts';

checkMachine(configurationVersionMachine, {
  DRAFT: ['PENDING', 'SCHEDULED', 'WITHDRAWN'],
  PENDING: ['SCHEDULED', 'REJECTED'],
  SCHEDULED: ['IN_FORCE', 'WITHDRAWN'],
  IN_FORCE: ['SUPERSEDED'],
  REJECTED: [],
  SUPERSEDED: [],
  WITHDRAWN: [],
});

checkMachine(makerCheckerRequestMachine, {
  PENDING: ['APPROVED', 'REJECTED', 'WITHDRAWN', 'LAPSED'],
  APPROVED: [],
  REJECTED: [],
  WITHDRAWN: [],
  LAPSED: [],
});
