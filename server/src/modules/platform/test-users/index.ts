// Numbers with a fixed verification code, at merchants that are for tests.

import { testUser } from '@kituo/sdk/contracts';
import { defineModule } from '../../../define-module.ts';
import { implement } from '../../../http/implement.ts';
import { readHistory } from '../audit/index.ts';
import { deleteTestUser, requestTestUser, saveTestUserKind } from './changes.ts';
import { testUserExport, testUsers, testUserReveals } from './list.ts';

export { fixedCodeOf, testUserOf } from './find.ts';

export const testUsersModule = defineModule({
  name: 'test-users',
  reveals: [...testUserReveals],
  routes: [
    implement(testUser.page, testUsers.page),
    implement(testUser.exportList, testUserExport.queue),
    implement(testUser.detail, async ({ testUserNo }, call) => ({
      row: await testUsers.one(testUserNo, call),
      history: await readHistory(call.db, 'testUser', testUserNo),
    })),
    implement(testUser.save, requestTestUser),
    implement(testUser.remove, deleteTestUser),
  ],
  changes: [saveTestUserKind],
  exports: [testUserExport.kind],
});
