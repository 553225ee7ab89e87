export { applyManyKind } from './apply.ts';
export { copyConfigKind } from './config-commands.ts';
export { outcomesExport, reReviewExport, reReviewRulesExport } from './export.ts';
export { reReviewFamilies } from './families.ts';
export { revealKinds } from './original-phone.ts';
export { routes } from './routes.ts';
