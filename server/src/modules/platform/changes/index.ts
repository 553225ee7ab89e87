export { changeExports } from './export.ts';
export { createChangeKinds, keptScope, narrower, scopeFrom, storedScope } from './kinds.ts';
export type { ChangeKind, ChangeKinds, ChangeSubject, EndedChange } from './kinds.ts';
export { lapseChanges } from './lapse.ts';
export { requestChange } from './request-change.ts';
export { routes } from './routes.ts';
export { asksForChecker } from './setting.ts';
export { countDecidable } from './query.ts';
