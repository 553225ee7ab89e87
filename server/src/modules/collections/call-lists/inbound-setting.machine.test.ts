import { checkMachine } from '../../../state-machine/testing/machine-checks.ts';
import { inboundSettingMachine } from './inbound-setting.machine.ts';

checkMachine(inboundSettingMachine, {
  PENDING_APPROVAL: ['ENABLED', 'DRAFT'],
  DRAFT: ['PENDING_APPROVAL'],
  ENABLED: ['DISABLED'],
  DISABLED: ['ENABLED'],
});
