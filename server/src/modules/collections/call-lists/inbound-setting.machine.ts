import { defineMachine } from '../../../state-machine/index.ts';

/** A rule of attribution or an activity: sent for approval as it is saved, and never changed once it was approved. */
export const inboundSettingMachine = defineMachine('inbound setting', ['PENDING_APPROVAL'], {
  PENDING_APPROVAL: { approve: 'ENABLED', reject: 'DRAFT' },
  DRAFT: { submit: 'PENDING_APPROVAL' },
  ENABLED: { disable: 'DISABLED' },
  DISABLED: { enable: 'ENABLED' },
});
