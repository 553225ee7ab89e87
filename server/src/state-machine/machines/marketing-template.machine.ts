import { defineMachine } from '../index.ts';

/** A text for marketing by SMS. An enabled or disabled one that is edited is drafted again, as its next version. */
export const marketingTemplateMachine = defineMachine('marketing template', ['DRAFT'], {
  DRAFT: { submit: 'PENDING_APPROVAL' },
  PENDING_APPROVAL: { approve: 'ENABLED', sendBack: 'DRAFT' },
  ENABLED: { disable: 'DISABLED' },
  DISABLED: { enable: 'ENABLED' },
});
