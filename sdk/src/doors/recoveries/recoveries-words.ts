import type {
  caseRepay,
  caseSettle,
  chargeOff,
  collection,
  deduction,
  payment,
  repayment,
  waiverStrategy,
} from '@kituo/sdk/contracts';
import type { CodesOf } from '@kituo/sdk/page';
import { defineDictionary } from '@kituo/sdk/page';

export const BILL_STATUS = defineDictionary<CodesOf<typeof payment.billStatus>>('BILL_STATUS', {
  ACTIVE: 'active',
  SETTLED: 'good',
  ROLLED_OVER: 'waiting',
  CHARGED_OFF: 'failed',
  VOID: 'waiting',
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
export const REPAYMENT_STATUS = defineDictionary<CodesOf<typeof repayment.applicationStatus>>('REPAYMENT_STATUS', {
  LIVE: 'good',
  ROLLED_BACK: 'failed',
});
export const ROLLBACK_TYPE = defineDictionary<CodesOf<typeof caseRepay.rollbackType>>('ROLLBACK_TYPE', {
  SETTLE: 'active',
  FULL: 'attention',
});
export const DEDUCTION_STATUS = defineDictionary<CodesOf<typeof deduction.deductionStatus>>('DEDUCTION_STATUS', {
  PENDING: 'attention',
  APPROVED: 'active',
  REJECTED: 'failed',
  APPLIED: 'good',
  LAPSED: 'waiting',
  REVERSED: 'failed',
});
/** The codes that the lender keeps for it; it may have more. */
export const DEDUCTION_REASON = defineDictionary('DEDUCTION_REASON', {
  HARDSHIP: 'attention',
  ILLNESS: 'attention',
  BEREAVEMENT: 'failed',
  DISASTER: 'failed',
  SYSTEM_FAULT: 'active',
  GOODWILL: 'waiting',
  AUTO_SETTLE: 'waiting',
  ZERO_SETTLE: 'waiting',
});
export const CHARGE_OFF_STATUS = defineDictionary<CodesOf<typeof chargeOff.chargeOffStatus>>('CHARGE_OFF_STATUS', {
  PENDING: 'attention',
  APPROVED: 'failed',
  REJECTED: 'waiting',
  CANCELLED: 'waiting',
});
export const PROMISE_STATUS = defineDictionary<CodesOf<typeof collection.promiseStatus>>('PROMISE_STATUS', {
  OPEN: 'active',
  KEPT: 'good',
  BROKEN: 'failed',
  CANCELLED: 'waiting',
});
/** Why a night proposes a case. */
export const BAD_DEBT_SIGN = defineDictionary<CodesOf<typeof collection.badDebtSign>>('BAD_DEBT_SIGN', {
  AGE: 'attention',
  DECEASED: 'failed',
  NOTHING_PAID: 'attention',
  PROMISES_BROKEN: 'attention',
  NOT_REACHED: 'attention',
});
export const CASE_STATUS = defineDictionary<CodesOf<typeof collection.caseStatus>>('CASE_STATUS', {
  POOL: 'waiting',
  COLLECTING: 'active',
  RETAINED: 'attention',
  BAD_DEBT_POOL: 'failed',
  CLOSED: 'good',
});
const desks = (tone: 'waiting' | 'attention') =>
  defineDictionary<CodesOf<typeof collection.caseLevel>>('COLLECTION_LEVEL', {
    S0: tone,
    S1: tone,
    S2: tone,
    S3: tone,
    S4: tone,
    S5: tone,
  });
/** The desk that works a case, and one that works a case of another level. */
export const COLLECTION_LEVEL = desks('waiting');
export const OTHER_DESK = desks('attention');
/** The codes that the lender keeps for it; it may have more. */
export const BAD_DEBT_REASON = defineDictionary('BAD_DEBT_REASON', {
  DPD_90: 'attention',
  DEATH: 'failed',
  FRAUD: 'failed',
  UNTRACEABLE: 'attention',
  BANKRUPT: 'attention',
  CHARGED_OFF: 'failed',
});
export const SETTLE_RESULT = defineDictionary<CodesOf<typeof caseSettle.importResult>>('SETTLE_RESULT', {
  SUCCESS: 'good',
  FAILURE: 'failed',
});
export const FINISH_STATUS = defineDictionary<CodesOf<typeof payment.taskStatus>>('FINISH_STATUS', {
  UNFINISHED: 'attention',
  PROCESSING: 'active',
  DONE: 'good',
  ERROR: 'failed',
});
export const WAIVER_APPROVAL = defineDictionary<CodesOf<typeof waiverStrategy.approvalMode>>('WAIVER_APPROVAL', {
  EACH: 'waiting',
  PRE_APPROVED: 'active',
});
