// Accounts of staff.

import { defineModule } from '../../../define-module.ts';
import { routes } from './routes.ts';
import { MASKABLE_USER_FIELDS } from './present.ts';
import { peopleWithin } from './people-within.ts';
import { seesUser } from './counts.ts';
import { importUsersKind } from './import.ts';
import { exportUsersKind } from './export.ts';
import { merchantsOfUsersKind, agreedMerchantsKind } from './batch-job.ts';
import { changeKinds } from './change-kinds.ts';
import { revealKinds } from './reveals.ts';

export { freezeSignIn, freezeUser } from './freeze.ts';
export { countPeople, seesUser } from './counts.ts';
export { isVisible, peopleHoldingPage, peopleWithin } from './people-within.ts';
export { MASKABLE_USER_FIELDS } from './present.ts';
export { writeDeskFacts } from './desk-facts.ts';
export { countLiveSessions } from './sessions.ts';
export { makeOneTimePassword } from './one-time-password.ts';

export const users = defineModule({
  name: 'users',
  routes,
  jobs: [merchantsOfUsersKind, agreedMerchantsKind],
  imports: [importUsersKind],
  exports: [exportUsersKind],
  changes: changeKinds,
  reveals: revealKinds,
  fileSubjects: [{ subjectType: 'user', sees: seesUser }],
  ruledPages: [
    {
      pagePath: '/admincontent/usersystem/usermanagement',
      maskable: MASKABLE_USER_FIELDS,
      within: peopleWithin,
    },
  ],
});
