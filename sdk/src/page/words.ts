import type * as change from '../contracts/platform/change.contract.ts';
import type * as config from '../contracts/platform/config.contract.ts';
import type * as orderFile from '../contracts/review/order-file.ts';
import type * as user from '../contracts/staff/user.contract.ts';
import type { CodesOf } from './list/dictionary.ts';
import { defineDictionary } from './list/dictionary.ts';

/** Codes that pages of several sections draw: one colour for each, whoever shows it. Words are the section's texts. */
export const ORDER_STATUS = defineDictionary<CodesOf<typeof orderFile.orderStatus>>('ORDER_STATUS', {
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
export const LOAN_TYPE = defineDictionary<CodesOf<typeof orderFile.loanType>>('LOAN_TYPE', {
  FIRST: 'active',
  REPEAT: 'waiting',
});
export const AUDIT_RESULT = defineDictionary<CodesOf<typeof orderFile.auditResult>>('AUDIT_RESULT', {
  PASS: 'good',
  REFUSE: 'failed',
  REJECT: 'attention',
});
export const USER_STATUS = defineDictionary<CodesOf<typeof user.userStatus>>('USER_STATUS', {
  NORMAL: 'good',
  FROZEN: 'failed',
});
/** What is done to the merchants of people. */
export const MERCHANT_MODE = defineDictionary<CodesOf<typeof user.merchantMode>>('MERCHANT_MODE', {
  ADD: 'good',
  REMOVE: 'attention',
  REPLACE: 'attention',
});
/** A request that awaits approval. */
export const CHANGE_STATE = defineDictionary<CodesOf<typeof change.changeState>>('CHANGE_STATE', {
  PENDING: 'attention',
  APPROVED: 'good',
  REJECTED: 'failed',
  WITHDRAWN: 'waiting',
  LAPSED: 'waiting',
});
export const CONFIG_VERSION_STATUS = defineDictionary<CodesOf<typeof config.versionStatus>>('CONFIG_VERSION_STATUS', {
  DRAFT: 'waiting',
  PENDING: 'attention',
  SCHEDULED: 'active',
  IN_FORCE: 'good',
  SUPERSEDED: 'waiting',
  REJECTED: 'failed',
  WITHDRAWN: 'waiting',
});
