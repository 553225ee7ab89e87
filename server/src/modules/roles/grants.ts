import type { Queryable } from '../../db/database.ts';
import type { Caller } from '../../http/implement.ts';

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

/**
 * All roles with what each gives beyond the caller's own rights: nobody grants what they do not hold.
 * That is pages, operation codes, data of all merchants, unmasked values and the administrator's mark.
 */
export async function grantsOf(db: Queryable, caller: Caller): Promise<RoleGrants> {
  const roles = await db
    .selectFrom('role')
    .select(['roleNo', 'roleName', 'remark', 'dataScope', 'isDesensitization', 'isAdministrator'])
    .orderBy('roleName')
    .execute();
  const pages = await db.selectFrom('rolePage').selectAll().execute();
  const codes = await db.selectFrom('roleCode').selectAll().execute();
  const beyond = new Map<string, string[]>(roles.map((role) => [role.roleNo, []]));
  for (const { roleNo, pagePath } of pages) {
    if (!caller.pages.has(pagePath)) beyond.get(roleNo)?.push(pagePath);
  }
  for (const { roleNo, code } of codes) {
    if (!caller.codes.has(code)) beyond.get(roleNo)?.push(code);
  }
  const isAdministrator = roles.some(
    (role) => role.isAdministrator && caller.roleNos.includes(role.roleNo),
  );
  const granted = roles.map((role) => {
    const missing = beyond.get(role.roleNo) ?? [];
    if (role.dataScope === 'ALL' && caller.scope !== 'all') missing.push('all merchants');
    if (!role.isDesensitization && caller.isMasked) missing.push('unmasked values');
    if (role.isAdministrator && !isAdministrator) missing.push('administrator');
    return { ...role, beyond: missing };
  });
  return { isAdministrator, roles: new Map(granted.map((role) => [role.roleNo, role])) };
}
