import { allotKind, autoAllotKind, recallKind, releaseKind, undoAllotKind } from './modules/review/allocation/index.ts';
import { auditorBatchKind, auditorExport } from './modules/review/auditors/index.ts';
import { changeExports } from './modules/platform/changes/index.ts';
import { caseJobKinds } from './modules/collections/collections/index.ts';
import { payoutBatch } from './modules/payments/disbursements/index.ts';
import { entryExport, importEntriesKind } from './modules/platform/dictionaries/index.ts';
import { departmentExport } from './modules/staff/departments/index.ts';
import { createImportKinds, importJob } from './modules/platform/imports/index.ts';
import { createJobKinds } from './modules/platform/jobs/index.ts';
import { menuExport } from './modules/staff/menus/index.ts';
import { exportTextsKind, importTextsKind, languageExport, missingExport } from './modules/platform/languages/index.ts';
import {
  exportAbridgedKind,
  exportAllotKind,
  exportOrdersKind,
  exportOwnKind,
} from './modules/review/order-lists/index.ts';
import {
  applyManyKind,
  copyConfigKind,
  outcomesExport,
  reReviewExport,
  reReviewRulesExport,
} from './modules/review/re-reviews/index.ts';
import { codesExport, rulesExport } from './modules/review/review-config/index.ts';
import { roleExport } from './modules/staff/roles/index.ts';
import {
  batchExport,
  releaseRetrievalKind,
  retrievalImportKind,
  retrieveKind,
} from './modules/review/retrieval/index.ts';
import { confirmBatch } from './modules/payments/partners/index.ts';
import { refundBatch } from './modules/payments/refunds/index.ts';
import { releaseTransfersKind } from './modules/payments/transfers/index.ts';
import {
  agreedMerchantsKind,
  exportUsersKind,
  importUsersKind,
  merchantsOfUsersKind,
} from './modules/staff/users/index.ts';
import { withdrawalBatch } from './modules/payments/wallets/index.ts';
import { warningExport } from './modules/platform/warnings/index.ts';
import { writeOffBatch, writeOffImportKind } from './modules/payments/auto-write-off/index.ts';

/** Every import; each is a kind of job, too. */
export const importKinds = createImportKinds([
  importUsersKind,
  importTextsKind,
  importEntriesKind,
  retrievalImportKind,
  writeOffImportKind,
]);

/** Every kind of job. */
export const jobKinds = createJobKinds([
  exportUsersKind,
  merchantsOfUsersKind,
  agreedMerchantsKind,
  auditorBatchKind,
  applyManyKind,
  retrieveKind,
  releaseRetrievalKind,
  copyConfigKind,
  exportTextsKind,
  languageExport.kind,
  missingExport.kind,
  changeExports.user.kind,
  changeExports.role.kind,
  changeExports.menu.kind,
  changeExports.refuseCode.kind,
  warningExport.kind,
  roleExport.kind,
  departmentExport.kind,
  menuExport.kind,
  entryExport.kind,
  exportOrdersKind,
  exportAbridgedKind,
  exportAllotKind,
  exportOwnKind,
  auditorExport.kind,
  batchExport.kind,
  reReviewExport.kind,
  outcomesExport.kind,
  reReviewRulesExport.kind,
  rulesExport.kind,
  codesExport.kind,
  allotKind,
  autoAllotKind,
  recallKind,
  releaseKind,
  undoAllotKind,
  ...caseJobKinds,
  releaseTransfersKind,
  ...withdrawalBatch.jobKinds,
  ...payoutBatch.jobKinds,
  ...refundBatch.jobKinds,
  ...confirmBatch.jobKinds,
  ...writeOffBatch.jobKinds,
  ...[...importKinds.values()].map((kind) => importJob(kind)),
]);
