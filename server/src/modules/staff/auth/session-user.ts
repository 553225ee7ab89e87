import type { SessionUser } from '@kituo/sdk/contracts';
import type { Rights } from '../../platform/access/index.ts';

/** The person of a session as the interface shows them. */
export function sessionUserOf(
  person: { readonly userNo: string; readonly userName: string; readonly realName: string },
  rights: Rights,
): SessionUser {
  return {
    userNo: person.userNo,
    userName: person.userName,
    realName: person.realName,
    deptName: rights.deptName,
    isDesensitization: rights.isMasked ? 1 : 0,
    roles: [...rights.roles],
    merchants: [...rights.merchants],
    mfaBound: rights.mfaBound,
  };
}
