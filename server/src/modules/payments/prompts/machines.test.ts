import { checkMachine } from '../../../state-machine/testing/machine-checks.ts';
import { paymentLinkMachine } from './payment-link.machine.ts';
import { paymentPromptMachine } from './payment-prompt.machine.ts';

checkMachine(paymentPromptMachine, {
  CREATED: ['SENT', 'FAILED'],
  SENT: ['PAID', 'FAILED', 'UNKNOWN'],
  UNKNOWN: ['PAID', 'FAILED', 'EXPIRED'],
  EXPIRED: ['PAID', 'FAILED'],
  PAID: [],
  FAILED: ['PAID'],
});

checkMachine(paymentLinkMachine, { OPEN: ['PAID', 'REVOKED'], REVOKED: ['PAID'], PAID: [] });
