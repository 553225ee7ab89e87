// Sessions, the rights of a person and the rows they reach.

export { masksAt, masksOf } from './mask-versions.ts';
export { ALWAYS_PAGES, createRightsCache } from './rights.ts';
export type { Rights, RightsCache } from './rights.ts';
export { reachOn, reachOnPage } from './row-rules.ts';
export type { Place, RoleOnPage } from './row-rules.ts';
export {
  asSession,
  authenticate,
  endSessions,
  isAttended,
  liveSession,
  newSecret,
  secretHash,
  SESSION_HOURS,
  SESSION_IDLE_MINUTES,
  sessionOfToken,
  sessionsOfCookies,
  tokenOf,
} from './session.ts';
export type { LiveSession } from './session.ts';
export { screensOf } from './view-as.ts';
