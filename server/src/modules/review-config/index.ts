export { reviewFamilies } from './families.ts';
export {
  allocationRulesAt,
  readSnapshot,
  reviewRoundOf,
  reviewStepsOf,
  rulesFor,
  snapshotReviewConfig,
} from './snapshot.ts';
