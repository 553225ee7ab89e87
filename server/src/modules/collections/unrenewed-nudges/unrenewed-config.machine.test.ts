import { checkMachine } from '../../../state-machine/testing/machine-checks.ts';
import { unrenewedConfigMachine } from './unrenewed-config.machine.ts';

checkMachine(unrenewedConfigMachine, {
  DRAFT: ['PENDING_APPROVAL'],
  PENDING_APPROVAL: ['ENABLED', 'DRAFT'],
  ENABLED: ['DISABLED'],
  DISABLED: ['ENABLED'],
});
