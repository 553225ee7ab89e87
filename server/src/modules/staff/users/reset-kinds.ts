import { user } from '@kituo/sdk/contracts';
import type * as z from 'zod/mini';
import type { Queryable } from '../../../db/database.ts';
import { AppError } from '../../../http/app-error.ts';
import type { DataScope } from '../../../http/implement.ts';
import type { ChangeKind } from '../../platform/changes/index.ts';
import { resetMfa, resetPassword } from './credentials.ts';
import { destinationOf } from './one-time-password.ts';
import { readUsers } from './read.ts';

// Whoever resets the password or the authenticator of an approver could sign in as that approver and agree to their
// own changes. So a reset waits wherever a change of users does, and the person it is about does not decide it.

type Reset = z.output<typeof user.reset>;

async function subjectOf(db: Queryable, scope: DataScope, userNo: string) {
  const [record] = await readUsers(db, scope, [userNo]);
  if (!record) throw new AppError('USER_NOT_FOUND');
  return {
    record,
    subject: {
      subjectNo: userNo,
      subjectName: record.realName,
      concerns: [userNo],
      merchantNos: record.merchants.map(({ merchantNo }) => merchantNo),
    },
  };
}

export const resetPasswordKind: ChangeKind<Reset> = {
  family: 'user',
  checkerCode: 'user:change:approve',
  kind: 'user.resetPwd',
  title: { en: 'Reset password', zh: '重置密码' },
  payload: user.reset,
  async describe(db, { userNo }, scope, services) {
    const { record, subject } = await subjectOf(db, scope, userNo);
    const found = await destinationOf(db, services, userNo);
    return {
      ...subject,
      before: null,
      // An address that was changed just before is seen by who agrees.
      after: { sentTo: found?.destination ?? '' },
      state: { userName: record.userName, email: record.email, phone: record.phone },
    };
  },
  apply: resetPassword,
};

export const resetMfaKind: ChangeKind<Reset> = {
  family: 'user',
  checkerCode: 'user:change:approve',
  kind: 'user.resetMFA',
  title: { en: 'Reset MFA', zh: '重置身份验证器' },
  payload: user.reset,
  async describe(db, { userNo }, scope) {
    const { record, subject } = await subjectOf(db, scope, userNo);
    const before = { mfaBound: record.mfaBound };
    return { ...subject, before, after: { mfaBound: false }, state: before };
  },
  apply: resetMfa,
};
