import type { Queryable } from '../../../db/database.ts';
import type { Caller } from '../../../http/implement.ts';
import { readRoles, type RoleRecord } from './read.ts';
import { beyondOf, ownOf, type Words } from './sensitive.ts';

export interface RoleGrant {
  readonly roleNo: string;
  readonly roleName: string;
  readonly remark: string;
  readonly isDesensitization: boolean;
  readonly isAdministrator: boolean;
  /** What the role gives that the caller does not hold; empty where the caller may grant it. */
  readonly beyond: readonly string[];
}

export interface RoleGrants {
  readonly roles: ReadonlyMap<string, RoleGrant>;
  /** True for holders of an administrator role. */
  readonly isAdministrator: boolean;
}

/** What a role's rights are compared by: those of a stored one, or of a draft. */
export type Grant = Pick<RoleRecord, 'pages' | 'codes' | 'dataScope' | 'sensitive'>;

/**
 * What of `requested` the caller does not hold, past what `held` has already: nobody grants what they do not
 * hold. That is pages, operation codes, data of all merchants and, for all but administrators, the
 * sensitive group.
 */
export function missingOf(
  caller: Caller,
  callerRoles: readonly RoleRecord[],
  requested: Grant,
  held?: Grant,
): readonly { readonly field: string; readonly what: Words }[] {
  const isNew = (value: string, before: readonly string[] | undefined) => !before?.includes(value);
  const isAdministrator = callerRoles.some((one) => one.isAdministrator && caller.roleNos.includes(one.roleNo));
  const own = ownOf(caller, callerRoles);
  const before = held === undefined ? [] : beyondOf(held.sensitive, own);
  const beyond = isAdministrator ? [] : beyondOf(requested.sensitive, own);
  const isWider = requested.dataScope === 'ALL' && held?.dataScope !== 'ALL';
  return [
    ...requested.pages
      .filter((one) => isNew(one, held?.pages) && !caller.pages.has(one))
      .map((one) => ({ field: 'pages', what: { en: one, zh: one } })),
    ...requested.codes
      .filter((one) => isNew(one, held?.codes) && !caller.codes.has(one))
      .map((one) => ({ field: 'codes', what: { en: one, zh: one } })),
    ...(isWider && caller.scope !== 'all'
      ? [{ field: 'dataScope', what: { en: 'all merchants', zh: '全部商户' } }]
      : []),
    ...beyond.filter(({ field }) => !before.some((one) => one.field === field)),
  ];
}

interface KnownRoles {
  readonly epoch: number;
  readonly roles: Promise<readonly RoleRecord[]>;
}

const knownRoles = new WeakMap<Queryable, KnownRoles>();

/**
 * All roles as the caller's rights were read with, kept until anybody's rights change: every list of people
 * asks. A transaction reads them itself, as it may have changed them.
 */
async function rolesOf(db: Queryable, { rightsEpoch }: Caller): Promise<readonly RoleRecord[]> {
  if (db.isTransaction) return await readRoles(db, undefined, false);
  const known = knownRoles.get(db);
  if (known?.epoch === rightsEpoch) return await known.roles;
  const roles = readRoles(db, undefined, false);
  knownRoles.set(db, { epoch: rightsEpoch, roles });
  // A failed read must not be remembered.
  roles.catch(() => knownRoles.delete(db));
  return await roles;
}

/** All roles with what each gives beyond the caller's own rights. */
export async function grantsOf(db: Queryable, caller: Caller): Promise<RoleGrants> {
  const roles = await rolesOf(db, caller);
  const isAdministrator = roles.some((role) => role.isAdministrator && caller.roleNos.includes(role.roleNo));
  const granted = roles
    .toSorted((one, other) => (one.roleName < other.roleName ? -1 : 1))
    .map((role): RoleGrant => {
      const { roleNo, roleName, sensitive } = role;
      const beyond = missingOf(caller, roles, role).map(({ what }) => what.en);
      if (role.isAdministrator && !isAdministrator) beyond.push('administrator');
      return {
        roleNo,
        roleName,
        beyond,
        isAdministrator: role.isAdministrator,
        remark: role.remark ?? '',
        isDesensitization: sensitive.isDesensitization === 1,
      };
    });
  return { isAdministrator, roles: new Map(granted.map((role) => [role.roleNo, role])) };
}
