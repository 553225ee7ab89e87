export { changeKinds } from './refuse-codes.ts';
export { codesExport, rulesExport } from './export.ts';
export { routes } from './routes.ts';
export { reviewFamilies } from './families.ts';
export {
  allocationRulesAt,
  readSnapshot,
  reviewRoundOf,
  reviewStepsOf,
  rulesFor,
  snapshotReviewConfig,
} from './snapshot.ts';
