import type { role } from '@kituo/sdk/contracts';
import type { Caller } from '../../../http/implement.ts';
import type { RoleGrants } from './grants.ts';
import type { RoleRecord } from './read.ts';

type Tag = role.RoleRow['sensitive'][number];
type Action = role.RoleRow['allowedActions'][number];

export function tagsOf({ sensitive }: Pick<RoleRecord, 'sensitive'>): Tag[] {
  const holds: Record<Tag, boolean> = {
    UNMASKED: sensitive.isDesensitization === 0,
    REVEAL: sensitive.dailyRevealBudget > 0,
    ADDRESS_BOOK: !sensitive.addressBookHide,
    EXPORT: sensitive.unmaskedExport,
    DEDUCTION: (sensitive.deductionCapCents ?? 0) > 0,
  };
  const order = ['UNMASKED', 'REVEAL', 'ADDRESS_BOOK', 'EXPORT', 'DEDUCTION'] as const;
  return order.filter((tag) => holds[tag]);
}

/** Whoever changes a role changes what others hold: just within one's own rights. Administrators may. */
export function mayChange(grants: RoleGrants, roleNo: string): boolean {
  return grants.isAdministrator || grants.roles.get(roleNo)?.beyond.length === 0;
}

function actionsOn(caller: Caller, grants: RoleGrants, record: RoleRecord): Action[] {
  const isOpen = mayChange(grants, record.roleNo) && record.pendingChangeNo === null;
  const can: Record<Action, boolean> = {
    update: caller.codes.has('user:role:update') && isOpen,
    copy: caller.codes.has('user:role:add'),
    delete: caller.codes.has('user:role:delete') && isOpen && record.users === 0 && !record.isAdministrator,
  };
  return (['update', 'copy', 'delete'] as const).filter((action) => can[action]);
}

/** A role as lists show it. */
export function presentRole(caller: Caller, grants: RoleGrants, record: RoleRecord): role.RoleRow {
  const { roleNo, roleName, remark, users, pendingChangeNo, isAdministrator } = record;
  return {
    roleNo,
    roleName,
    remark,
    users,
    pendingChangeNo,
    isAdministrator,
    pages: record.pages.length,
    operations: record.codes.length,
    sensitive: tagsOf(record),
    updatedByName: record.updatedByName,
    updatedAt: record.updatedAt.toISOString(),
    version: record.version,
    allowedActions: actionsOn(caller, grants, record),
  };
}
