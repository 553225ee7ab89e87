import { defineDictionary } from './list/dictionary.ts';

/** Codes that pages of several sections draw: one colour for each, whoever shows it. Words are the section's texts. */
export const ORDER_STATUS = defineDictionary('ORDER_STATUS', {
  MACHINE_REVIEW: 'active',
  MACHINE_REFUSED: 'failed',
  TO_ALLOCATE: 'waiting',
  PENDING_REVIEW: 'attention',
  RETURNED: 'attention',
  REFUSED: 'failed',
  PENDING_DISBURSEMENT: 'waiting',
  DISBURSING: 'active',
  DISBURSE_FAILED: 'failed',
  DISBURSED: 'good',
  CLOSED: 'good',
  VOIDED: 'waiting',
});
export const LOAN_TYPE = defineDictionary('LOAN_TYPE', { FIRST: 'active', REPEAT: 'waiting' });
export const AUDIT_RESULT = defineDictionary('AUDIT_RESULT', {
  PASS: 'good',
  REFUSE: 'failed',
  REJECT: 'attention',
});
