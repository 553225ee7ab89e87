import type { collection, payment, repayment } from '@kituo/sdk/contracts';
import type { CodesOf } from '@kituo/sdk/page';
import { defineDictionary } from '@kituo/sdk/page';

export const BILL_STATUS = defineDictionary<CodesOf<typeof payment.billStatus>>('BILL_STATUS', {
  ACTIVE: 'active',
  SETTLED: 'good',
  ROLLED_OVER: 'waiting',
  CHARGED_OFF: 'failed',
  VOID: 'waiting',
});
export const FINISH_STATUS = defineDictionary<CodesOf<typeof payment.taskStatus>>('FINISH_STATUS', {
  UNFINISHED: 'attention',
  PROCESSING: 'active',
  DONE: 'good',
  ERROR: 'failed',
});
export const REPAY_TYPE = defineDictionary<CodesOf<typeof payment.repayType>>('REPAY_TYPE', {
  SETTLE: 'good',
  PARTIAL: 'active',
  EXTENSION: 'attention',
  GENERIC: 'waiting',
});
export const REPAY_CHANNEL = defineDictionary<CodesOf<typeof repayment.repayChannel>>('REPAY_CHANNEL', {
  MPESA: 'good',
  AIRTEL: 'active',
  BANK: 'waiting',
});
export const CASE_LEVEL = defineDictionary<CodesOf<typeof collection.caseLevel>>('CASE_LEVEL', {
  S0: 'waiting',
  S1: 'active',
  S2: 'active',
  S3: 'attention',
  S4: 'attention',
  S5: 'failed',
});
export const LOAN_STATUS = defineDictionary<CodesOf<typeof repayment.loanStatus>>('LOAN_STATUS', {
  DISBURSED: 'active',
  CLOSED: 'good',
});
export const REPAYMENT_SCOPE = defineDictionary<CodesOf<typeof repayment.repaymentScope>>('REPAYMENT_SCOPE', {
  ORDER: 'active',
  BILL: 'active',
  NONE: 'waiting',
});
export const REPAYMENT_SOURCE = defineDictionary<CodesOf<typeof repayment.repaymentSource>>('REPAYMENT_SOURCE', {
  MANUAL: 'active',
  AUTO: 'good',
  BATCH: 'waiting',
});
export const REPAYMENT_STATUS = defineDictionary<CodesOf<typeof repayment.applicationStatus>>('REPAYMENT_STATUS', {
  LIVE: 'good',
  ROLLED_BACK: 'failed',
});
