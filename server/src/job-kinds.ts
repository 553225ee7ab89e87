import {
  allotKind,
  autoAllotKind,
  recallKind,
  releaseKind,
  undoAllotKind,
} from './modules/allocation/index.ts';
import { auditorBatchKind, auditorExport } from './modules/auditors/index.ts';
import { changeExports } from './modules/changes/index.ts';
import { caseJobKinds } from './modules/collections/index.ts';
import { payoutBatch } from './modules/disbursements/index.ts';
import { entryExport, importEntriesKind } from './modules/dictionaries/index.ts';
import { departmentExport } from './modules/departments/index.ts';
import { createImportKinds, importJob } from './modules/imports/index.ts';
import { createJobKinds } from './modules/jobs/index.ts';
import { menuExport } from './modules/menus/index.ts';
import {
  exportTextsKind,
  importTextsKind,
  languageExport,
  missingExport,
} from './modules/languages/index.ts';
import {
  exportAbridgedKind,
  exportAllotKind,
  exportOrdersKind,
  exportOwnKind,
} from './modules/order-lists/index.ts';
import {
  applyManyKind,
  copyConfigKind,
  outcomesExport,
  reReviewExport,
  reReviewRulesExport,
} from './modules/re-reviews/index.ts';
import { codesExport, rulesExport } from './modules/review-config/index.ts';
import { roleExport } from './modules/roles/index.ts';
import {
  batchExport,
  releaseRetrievalKind,
  retrievalImportKind,
  retrieveKind,
} from './modules/retrieval/index.ts';
import { confirmBatch } from './modules/partners/index.ts';
import { refundBatch } from './modules/refunds/index.ts';
import { releaseTransfersKind } from './modules/transfers/index.ts';
import {
  agreedMerchantsKind,
  exportUsersKind,
  importUsersKind,
  merchantsOfUsersKind,
} from './modules/users/index.ts';
import { withdrawalBatch } from './modules/wallets/index.ts';
import { warningExport } from './modules/warnings/index.ts';
import { writeOffBatch, writeOffImportKind } from './modules/write-offs/index.ts';

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
