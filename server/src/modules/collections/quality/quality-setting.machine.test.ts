import { checkMachine } from '../../../state-machine/testing/machine-checks.ts';
import { qualitySettingMachine } from './quality-setting.machine.ts';

checkMachine(qualitySettingMachine, {
  DRAFT: ['PENDING_APPROVAL'],
  PENDING_APPROVAL: ['ENABLED', 'DRAFT'],
  ENABLED: ['DISABLED', 'DRAFT'],
  DISABLED: ['ENABLED', 'DRAFT'],
});
