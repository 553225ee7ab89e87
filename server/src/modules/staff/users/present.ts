import type { user } from '@kituo/sdk/contracts';
import type { Caller } from '../../../http/implement.ts';
import { allowedActions } from '../../../state-machine/index.ts';
import { userMachine } from '../../../state-machine/machines/user.machine.ts';
import type { RoleGrants } from '../roles/index.ts';
import { maskEmail, maskPhone, maskText } from '../../platform/masking/index.ts';
import type { UserRecord } from './read.ts';

/**
 * Whether the caller may change the account or reset its credentials: whoever does that can act as the
 * person, so nobody does it to someone who holds more than they do. Administrators may.
 */
export function mayManage(grants: RoleGrants, record: Pick<UserRecord, 'roles'>): boolean {
  if (grants.isAdministrator) return true;
  return record.roles.every(({ roleNo }) => grants.roles.get(roleNo)?.beyond.length === 0);
}

/** What the caller may do with the account now: the machine's commands, cut by codes and rank. */
export function actionsOn(caller: Caller, grants: RoleGrants, record: UserRecord): user.UserAction[] {
  const isSelf = record.userNo === caller.userNo;
  const isManaged = mayManage(grants, record);
  const states = allowedActions(userMachine, record.userStatus);
  const can: Record<user.UserAction, boolean> = {
    update: caller.codes.has('user:user:update') && isManaged,
    freeze: caller.codes.has('user:user:freeze') && states.includes('freeze') && !isSelf,
    unfreeze:
      caller.codes.has('user:user:unfreeze') &&
      states.includes('unfreeze') &&
      record.employeeStatus === 'ON_THE_JOB' &&
      isManaged,
    resetPassword: caller.codes.has('user:user:resetPassword') && isManaged && !isSelf,
    resetMfa: caller.codes.has('user:user:resetMfa') && isManaged && !isSelf && record.mfaBound,
  };
  const order = ['update', 'freeze', 'unfreeze', 'resetPassword', 'resetMfa'] as const;
  return order.filter((action) => can[action]);
}

/** Fields of an account that a data rule can mask; phone and e-mail are masked anyway. */
export const MASKABLE_USER_FIELDS = ['userName', 'loginId', 'realName', 'jobNumber', 'extension'] as const;

function maskedBy<Known extends Pick<UserRecord, (typeof MASKABLE_USER_FIELDS)[number]>>(
  { maskedFields }: Caller,
  known: Known,
): Known {
  if (maskedFields.size === 0) return known;
  const hidden: Partial<Pick<UserRecord, (typeof MASKABLE_USER_FIELDS)[number]>> = {};
  for (const field of MASKABLE_USER_FIELDS) {
    const value = known[field];
    if (maskedFields.has(field) && value !== null) hidden[field] = maskText(value);
  }
  return { ...known, ...hidden };
}

/** An account as it leaves the server. Contact data is masked unless `isContactShown`. */
export function presentUser(
  caller: Caller,
  grants: RoleGrants,
  record: UserRecord,
  isContactShown = false,
): user.UserRow {
  const { phone, email, basicSalaryCents, companyCode, lastSignInAt, ...known } = record;
  const { jobNumber, ...rest } = maskedBy(caller, known);
  void companyCode;
  const mask = (value: string | null, hide: (text: string) => string) =>
    value === null || isContactShown ? value : hide(value);
  return {
    ...rest,
    phone: mask(phone, maskPhone) ?? '',
    email: mask(email, maskEmail),
    jobNumber: jobNumber ?? '',
    ...(caller.codes.has('user:user:salary') ? { basicSalaryCents } : {}),
    lastSignInAt: lastSignInAt?.toISOString() ?? null,
    createdAt: rest.createdAt.toISOString(),
    allowedActions: actionsOn(caller, grants, record),
  };
}

/** May the caller see this account's phone and e-mail in full, to correct them in the form? */
export function maySeeContact(caller: Caller, grants: RoleGrants, record: UserRecord): boolean {
  return !caller.isMasked && caller.codes.has('user:user:update') && mayManage(grants, record);
}
