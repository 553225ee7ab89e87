import { defineMachine } from '../../../state-machine/index.ts';

/** A standing rule for unrenewed loans: another person enables it, and it is never changed once enabled. */
export const unrenewedConfigMachine = defineMachine('unrenewed-loan strategy', ['DRAFT'], {
  DRAFT: { submit: 'PENDING_APPROVAL' },
  PENDING_APPROVAL: { approve: 'ENABLED', sendBack: 'DRAFT' },
  ENABLED: { disable: 'DISABLED' },
  DISABLED: { enable: 'ENABLED' },
});
