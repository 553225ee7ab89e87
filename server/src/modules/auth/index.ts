export { bootstrapFor } from './bootstrap.ts';
export { unbindMfa } from './bind-mfa.ts';
export { replacePassword } from './change-password.ts';
export { clearDocumentCookies } from './cookie.ts';
export { hashPassword, isPassword } from './password.ts';
export { passwordFaults } from './password-policy.ts';
export { routes } from './routes.ts';
export { readSettings } from './settings.ts';
export { sweepSessions } from './sweep.ts';
