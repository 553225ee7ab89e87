import type { ParsedRequestOf, role } from '@kituo/sdk/contracts';
import { sql } from 'kysely';
import type { Tx } from '../../../db/database.ts';
import { AppError } from '../../../http/app-error.ts';
import type { CommandContext } from '../../../http/implement.ts';
import { writeAudit } from '../../platform/audit/index.ts';
import { type Grant, grantsOf, missingOf } from './grants.ts';
import { changedIn, differenceOf, factsOf } from './difference.ts';
import { mayChange } from './present.ts';
import { HIDDEN, lockRole, readRoles, type RoleRecord } from './read.ts';
import { groupIn } from './sensitive.ts';

export type SaveForm = Omit<ParsedRequestOf<typeof role.save>, 'reason'>;
export type UpdateForm = Omit<ParsedRequestOf<typeof role.update>, 'version' | 'reason'>;
type Requested = Pick<RoleRecord, 'roleName' | 'remark'> & Grant;

/** Without these nobody could put rights right again. */
const ADMINISTRATOR_KEEPS = {
  pages: ['/admincontent/usersystem/rolemanagement', '/admincontent/usersystem/usermanagement'],
  codes: ['user:role:update', 'user:user:update', 'user:change:approve'],
} as const;

function asRefusal(error: unknown): unknown {
  const isTaken = error instanceof Error && 'constraint' in error && error.constraint === 'role_name_unique';
  return isTaken ? new AppError('ROLE_NAME_TAKEN', { fields: ['roleName'], cause: error }) : error;
}

/** What is added must be in the menu: a page or an operation that no one knows would never do anything. */
async function checkKnown(tx: Tx, pages: readonly string[], codes: readonly string[]) {
  const { rows } = await sql<{ perms: string }>`
    SELECT DISTINCT lower(perms) AS perms FROM menu WHERE perms IS NOT NULL`.execute(tx);
  const known = new Set(rows.map(({ perms }) => perms));
  const isUnknown = (one: string) => !known.has(one.toLowerCase());
  if (pages.some(isUnknown)) throw new AppError('REFERENCE_UNKNOWN', { fields: ['pages'] });
  if (codes.some(isUnknown)) throw new AppError('REFERENCE_UNKNOWN', { fields: ['codes'] });
}

/** Throws FORBIDDEN (sensitive group), REFERENCE_UNKNOWN, GRANT_BEYOND_OWN beside the field. */
async function checkGrant(requested: Grant, held: RoleRecord | null, call: CommandContext) {
  const changed = changedIn(held?.sensitive ?? HIDDEN, requested.sensitive);
  if (changed.length > 0 && !call.caller.codes.has('user:role:sensitive')) {
    throw new AppError('FORBIDDEN', { fields: changed });
  }
  const { pages, codes } = differenceOf(held, requested);
  await checkKnown(call.tx, pages.added, codes.added);
  const missing = missingOf(call.caller, await readRoles(call.tx), requested, held ?? undefined);
  const [first] = missing;
  if (first === undefined) return;
  const what = missing.filter(({ field }) => field === first.field).map((one) => one.what[call.lang]);
  throw new AppError('GRANT_BEYOND_OWN', {
    facts: { what: what.slice(0, 3).join(', ') },
    fields: [first.field],
  });
}

function columnsOf({ sensitive, ...requested }: Requested, userNo: string) {
  const { isDesensitization, revealFields, ...group } = sensitive;
  return {
    ...group,
    roleName: requested.roleName,
    remark: requested.remark ?? '',
    dataScope: requested.dataScope,
    isDesensitization: isDesensitization === 1,
    revealFields: [...revealFields],
    updatedBy: userNo,
    updatedAt: new Date(),
  };
}

async function writeGrants(tx: Tx, roleNo: string, held: RoleRecord | null, requested: Grant) {
  const { pages, codes } = differenceOf(held, requested);
  // Only what differs: each statement makes everybody's rights be read again.
  if (pages.removed.length > 0) {
    await tx.deleteFrom('rolePage').where('roleNo', '=', roleNo).where('pagePath', 'in', pages.removed).execute();
  }
  if (codes.removed.length > 0) {
    await tx.deleteFrom('roleCode').where('roleNo', '=', roleNo).where('code', 'in', codes.removed).execute();
  }
  if (pages.added.length > 0) {
    const rows = pages.added.map((pagePath) => ({ roleNo, pagePath }));
    await tx.insertInto('rolePage').values(rows).execute();
  }
  if (codes.added.length > 0) {
    const rows = codes.added.map((code) => ({ roleNo, code }));
    await tx.insertInto('roleCode').values(rows).execute();
  }
}

/** A form as the role it would be: what of the sensitive group is left out stays hidden. */
export function newRole(form: SaveForm): Requested {
  const { roleName, remark, dataScope, pages, codes } = form;
  return {
    roleName,
    remark: remark || null,
    dataScope,
    pages,
    codes,
    sensitive: groupIn(form, HIDDEN),
  };
}

/** Throws ROLE_NAME_TAKEN, FORBIDDEN, REFERENCE_UNKNOWN, GRANT_BEYOND_OWN. */
export async function saveRole(form: SaveForm, call: CommandContext): Promise<{ roleNo: string }> {
  const requested = newRole(form);
  await checkGrant(requested, null, call);
  const { userNo } = call.caller;
  try {
    const { roleNo } = await call.tx
      .insertInto('role')
      .values({ ...columnsOf(requested, userNo), createdBy: userNo })
      .returning('roleNo')
      .executeTakeFirstOrThrow();
    await writeGrants(call.tx, roleNo, null, requested);
    const { after } = factsOf(null, requested);
    await writeAudit(call.tx, call, {
      action: 'role.save',
      subjectType: 'role',
      subjectNo: roleNo,
      after,
    });
    return { roleNo };
  } catch (error) {
    throw asRefusal(error);
  }
}

/** A stored role with the requests of a form put over it. */
export function requestedOf(held: RoleRecord, form: UpdateForm): Requested {
  return {
    roleName: form.roleName ?? held.roleName,
    remark: form.remark === undefined ? held.remark : form.remark || null,
    dataScope: form.dataScope ?? held.dataScope,
    pages: form.pages ?? held.pages,
    codes: form.codes ?? held.codes,
    sensitive: groupIn(form, held.sensitive),
  };
}

function keepAdministrator(held: RoleRecord, requested: Grant): void {
  if (!held.isAdministrator) return;
  for (const kind of ['pages', 'codes'] as const) {
    const lost = ADMINISTRATOR_KEEPS[kind].find((one) => held[kind].includes(one) && !requested[kind].includes(one));
    if (lost === undefined) continue;
    throw new AppError('ROLE_ADMINISTRATOR_KEEPS', { facts: { what: lost }, fields: [kind] });
  }
}

/**
 * Changes what was sent; holders' rights follow with their very next call. Throws as `saveRole`, and
 * GRANT_BEYOND_OWN for a role that holds more than the caller, ROLE_ADMINISTRATOR_KEEPS.
 */
export async function updateRole(form: UpdateForm, call: CommandContext): Promise<{ roleNo: string; version: number }> {
  const { roleNo } = form;
  const held = await lockRole(call.tx, roleNo);
  const requested = requestedOf(held, form);
  if (!mayChange(await grantsOf(call.tx, call.caller), roleNo)) {
    throw new AppError('GRANT_BEYOND_OWN', { facts: { what: held.roleName } });
  }
  await checkGrant(requested, held, call);
  keepAdministrator(held, requested);
  const version = held.version + 1;
  try {
    await call.tx
      .updateTable('role')
      .set({ ...columnsOf(requested, call.caller.userNo), version })
      .where('roleNo', '=', roleNo)
      .execute();
  } catch (error) {
    throw asRefusal(error);
  }
  await writeGrants(call.tx, roleNo, held, requested);
  await writeAudit(call.tx, call, {
    action: 'role.update',
    subjectType: 'role',
    subjectNo: roleNo,
    ...factsOf(held, requested),
  });
  return { roleNo, version };
}

/** Throws ROLE_HELD with the number of holders, GRANT_BEYOND_OWN, ROLE_ADMINISTRATOR_KEEPS. */
export async function deleteRole(
  { roleNo }: { readonly roleNo: string },
  call: CommandContext,
): Promise<{ roleNo: string }> {
  const held = await lockRole(call.tx, roleNo);
  if (held.users > 0) throw new AppError('ROLE_HELD', { facts: { users: held.users } });
  if (held.isAdministrator) {
    throw new AppError('ROLE_ADMINISTRATOR_KEEPS', { facts: { what: held.roleName } });
  }
  if (!mayChange(await grantsOf(call.tx, call.caller), roleNo)) {
    throw new AppError('GRANT_BEYOND_OWN', { facts: { what: held.roleName } });
  }
  await call.tx.deleteFrom('role').where('roleNo', '=', roleNo).execute();
  const { roleName, pages, codes } = held;
  await writeAudit(call.tx, call, {
    action: 'role.delete',
    subjectType: 'role',
    subjectNo: roleNo,
    before: { roleName, pages, codes },
  });
  return { roleNo };
}
