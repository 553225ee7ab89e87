export { administratorRoles, countAssigned, publishWarnings, returnWarnings, rolesWith } from './people.ts';
export { warningExport } from './export.ts';
export { presentWarning } from './present.ts';
export { newestWarnings, seesWarning } from './query.ts';
export { warningCounts, warningsByDay } from './counts.ts';
export { raiseWarning, stands } from './raise.ts';
export { autoResolve } from './auto-resolve.ts';
export { routes } from './routes.ts';
export {
  resolveSectionWarning,
  sectionSettledAt,
  warnedSections,
  warnOfSection,
  type WarnedSection,
} from './section-failed.ts';
export { resolveSignInFailures, warnOfSignInFailures } from './sign-in-failures.ts';
