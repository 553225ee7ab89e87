import { defineMachine } from '../../../state-machine/index.ts';

/** A score sheet or a sampling rule. One that is edited is drafted again. */
export const qualitySettingMachine = defineMachine('quality setting', ['DRAFT'], {
  DRAFT: { submit: 'PENDING_APPROVAL' },
  PENDING_APPROVAL: { approve: 'ENABLED', sendBack: 'DRAFT' },
  ENABLED: { disable: 'DISABLED', edit: 'DRAFT' },
  DISABLED: { enable: 'ENABLED', edit: 'DRAFT' },
});
