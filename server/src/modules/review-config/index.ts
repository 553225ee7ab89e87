export { changeKinds } from './refuse-codes.ts';
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
