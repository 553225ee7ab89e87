import { USER_MANAGEMENT_PAGE } from '@kituo/sdk/contracts';
import { AppError } from '../../../http/app-error.ts';
import type { RevealKind } from '../../platform/reveal/index.ts';
import { readUsers, type UserRecord } from './read.ts';

const access = { page: [USER_MANAGEMENT_PAGE] };

function contact(field: 'phone' | 'email', title: RevealKind['title']): RevealKind {
  return {
    kind: `user.${field}`,
    title,
    field,
    access,
    async load(db, userNo, { scope }) {
      const [record]: readonly UserRecord[] = await readUsers(db, scope, [userNo]);
      if (!record) throw new AppError('USER_NOT_FOUND');
      return record[field];
    },
  };
}

/** Contact data of colleagues, which the list shows masked. */
export const revealKinds: readonly RevealKind[] = [
  contact('phone', { en: 'User phone', zh: '用户手机号' }),
  contact('email', { en: 'User email', zh: '用户邮箱' }),
];
