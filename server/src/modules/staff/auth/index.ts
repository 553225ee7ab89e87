// Sign-in, second factors, passwords and the bootstrap of a session.

import { defineModule } from '../../../define-module.ts';
import { routes } from './routes.ts';

export { bootstrapFor } from './bootstrap.ts';
export { unbindMfa } from './bind-mfa.ts';
export { replacePassword } from './change-password.ts';
export { clearDocumentCookies } from './cookie.ts';
export { menuOfPages } from './menu-of-pages.ts';
export { hashPassword, isPassword } from './password.ts';
export { passwordFaults } from './password-policy.ts';
export { routes } from './routes.ts';
export { readSettings } from './settings.ts';
export { sweepSessions } from './sweep.ts';
export { replaceStaffCode } from './validate-code.ts';

export const auth = defineModule({
  name: 'auth',
  routes,
});
