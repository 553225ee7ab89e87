// Review steps, rules and decline codes, in versions.

import { defineModule } from '../../../define-module.ts';
import { routes } from './routes.ts';
import { rulesExport, codesExport } from './export.ts';
import { changeKinds } from './refuse-codes.ts';
import { reviewFamilies } from './families.ts';

export {
  allocationRulesAt,
  readSnapshot,
  reviewRoundOf,
  reviewStepsOf,
  rulesFor,
  snapshotReviewConfig,
} from './snapshot.ts';

export const reviewConfig = defineModule({
  name: 'review-config',
  routes,
  exports: [rulesExport.kind, codesExport.kind],
  changes: changeKinds,
  config: reviewFamilies,
});
