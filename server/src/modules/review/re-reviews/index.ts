// Second reviews of declined orders.

import { defineModule } from '../../../define-module.ts';
import { routes } from './routes.ts';
import { applyManyKind } from './apply.ts';
import { copyConfigKind } from './config-commands.ts';
import { reReviewExport, outcomesExport, reReviewRulesExport } from './export.ts';
import { reReviewFamilies } from './families.ts';
import { revealKinds } from './original-phone.ts';

export const reReviews = defineModule({
  name: 're-reviews',
  routes,
  jobs: [applyManyKind, copyConfigKind],
  exports: [reReviewExport.kind, outcomesExport.kind, reReviewRulesExport.kind],
  config: reReviewFamilies,
  reveals: revealKinds,
});
