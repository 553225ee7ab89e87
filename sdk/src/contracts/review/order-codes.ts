import * as z from 'zod/mini';

/** What an order is in and what is decided on it, as codes of its dictionaries. */
export const orderStatus = z.enum([
  'MACHINE_REVIEW',
  'MACHINE_REFUSED',
  'TO_ALLOCATE',
  'PENDING_REVIEW',
  'RETURNED',
  'REFUSED',
  'PENDING_DISBURSEMENT',
  'DISBURSING',
  'DISBURSE_FAILED',
  'DISBURSED',
  'CLOSED',
  'VOIDED',
]);
export const loanType = z.enum(['FIRST', 'REPEAT']);
export const auditResult = z.enum(['PASS', 'REFUSE', 'REJECT']);
export const faceConsistency = z.enum(['CONSISTENT', 'INCONSISTENT', 'UNCLEAR']);
export const payoutType = z.enum(['MOBILE_MONEY', 'BANK', 'E_WALLET']);
/** PAYOUT_SUB_TYPE by PAYOUT_TYPE: who keeps the account. */
export const PAYOUT_SUB_TYPES = {
  MOBILE_MONEY: ['MPESA', 'AIRTEL_MONEY'],
  BANK: ['ACCOUNT'],
  E_WALLET: ['SASAPAY', 'JAMBOPAY'],
} as const satisfies Readonly<Record<z.output<typeof payoutType>, readonly string[]>>;
