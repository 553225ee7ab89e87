import { createChangeKinds } from './modules/platform/changes/index.ts';
import { bookFeeKind, reverseFeeKind } from './modules/payments/channel-fees/index.ts';
import { liftBlockKind } from './modules/collections/contacts/index.ts';
import { changeKinds as decisions } from './modules/review/decisions/index.ts';
import { changeKinds as departments } from './modules/staff/departments/index.ts';
import { offlineLoanKind, payoutBatch } from './modules/payments/disbursements/index.ts';
import { changeKinds as flows } from './modules/payments/flows/index.ts';
import { changeKinds as menus } from './modules/staff/menus/index.ts';
import { confirmBatch, confirmKind, reopenKind, settleKind } from './modules/payments/partners/index.ts';
import { openCreditKind } from './modules/lending/credit/index.ts';
import { creditLineKind, reverseRechargeKind } from './modules/payments/prepaid/index.ts';
import { disableProductKind, enableProductKind } from './modules/lending/products/index.ts';
import { changeKinds as refuseCodes } from './modules/review/review-config/index.ts';
import { changeKinds as roles } from './modules/staff/roles/index.ts';
import { changeKinds as users } from './modules/staff/users/index.ts';
import { refundBatch } from './modules/payments/refunds/index.ts';
import { grantKind, withdrawalBatch } from './modules/payments/wallets/index.ts';
import { writeOffBatch } from './modules/payments/auto-write-off/index.ts';

/** Every command that can wait for a second person. */
export const changeKinds = createChangeKinds([
  ...flows,
  ...departments,
  ...roles,
  ...menus,
  ...users,
  ...refuseCodes,
  ...decisions,
  withdrawalBatch.changeKind,
  payoutBatch.changeKind,
  offlineLoanKind,
  refundBatch.changeKind,
  liftBlockKind,
  reverseRechargeKind,
  creditLineKind,
  openCreditKind,
  grantKind,
  bookFeeKind,
  reverseFeeKind,
  writeOffBatch.changeKind,
  confirmKind,
  reopenKind,
  settleKind,
  confirmBatch.changeKind,
  enableProductKind,
  disableProductKind,
]);
