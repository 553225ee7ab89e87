export { changeKinds } from './change-kinds.ts';
export { exportUsersKind } from './export.ts';
export { importUsersKind } from './import.ts';
export { countPeople, seesUser } from './counts.ts';
export { isVisible, peopleHoldingPage, peopleWithin } from './people-within.ts';
export { MASKABLE_USER_FIELDS } from './present.ts';
export { routes } from './routes.ts';
export { countLiveSessions } from './sessions.ts';
export { makeOneTimePassword } from './one-time-password.ts';
