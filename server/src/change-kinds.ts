import { createChangeKinds } from './modules/changes/index.ts';
import { bookFeeKind, reverseFeeKind } from './modules/channel-fees/index.ts';
import { liftBlockKind } from './modules/contacts/index.ts';
import { changeKinds as decisions } from './modules/decisions/index.ts';
import { changeKinds as departments } from './modules/departments/index.ts';
import { offlineLoanKind, payoutBatch } from './modules/disbursements/index.ts';
import { changeKinds as flows } from './modules/flows/index.ts';
import { changeKinds as menus } from './modules/menus/index.ts';
import { confirmBatch, confirmKind, reopenKind, settleKind } from './modules/partners/index.ts';
import { openCreditKind } from './modules/credit/index.ts';
import { creditLineKind, reverseRechargeKind } from './modules/prepaid/index.ts';
import { disableProductKind, enableProductKind } from './modules/products/index.ts';
import { changeKinds as refuseCodes } from './modules/review-config/index.ts';
import { changeKinds as roles } from './modules/roles/index.ts';
import { changeKinds as users } from './modules/users/index.ts';
import { refundBatch } from './modules/refunds/index.ts';
import { grantKind, withdrawalBatch } from './modules/wallets/index.ts';
import { writeOffBatch } from './modules/write-offs/index.ts';

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
