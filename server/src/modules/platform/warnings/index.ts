// Warnings: raised, assigned, acknowledged, resolved.

import { defineModule } from '../../../define-module.ts';
import { routes } from './routes.ts';
import { seesWarning } from './query.ts';
import { warningExport } from './export.ts';

export { administratorRoles, countAssigned, publishWarnings, returnWarnings, rolesWith } from './people.ts';
export { presentWarning } from './present.ts';
export { newestWarnings } from './query.ts';
export { warningCounts, warningsByDay } from './counts.ts';
export { raiseWarning, stands } from './raise.ts';
export { autoResolve } from './auto-resolve.ts';
export {
  resolveSectionWarning,
  sectionSettledAt,
  warnedSections,
  warnOfSection,
  type WarnedSection,
} from './section-failed.ts';
export { resolveSignInFailures, warnOfSignInFailures } from './sign-in-failures.ts';

export const warnings = defineModule({
  name: 'warnings',
  routes,
  exports: [warningExport.kind],
  fileSubjects: [{ subjectType: 'warning', sees: seesWarning }],
});
