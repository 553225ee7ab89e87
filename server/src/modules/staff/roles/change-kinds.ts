import { type ParsedRequestOf, type ReplyOf, role } from '@kituo/sdk/contracts';
import * as z from 'zod/mini';
import type { Queryable } from '../../../db/database.ts';
import type { CommandCall } from '../../../http/implement.ts';
import { asksForChecker, type ChangeKind, requestChange } from '../../platform/changes/index.ts';
import { deleteRole, newRole, type SaveForm, saveRole, type UpdateForm, updateRole, requestedOf } from './commands.ts';
import { conflictsOf } from './conflicts.ts';
import { factsOf, isSame } from './difference.ts';
import { holdersOf, lockRole, readRole } from './read.ts';

/** Roles belong to no merchant: whoever decides sees all of them. */
const shared = {
  family: 'role',
  checkerCode: 'user:change:approve',
} as const;

/** Pairs that holders come to hold through all of their roles together. */
async function conflictsOfPeople(db: Queryable, roleNo: string, codes: readonly string[]) {
  const rows = await db
    .selectFrom('userRole as here')
    .innerJoin('appUser', 'appUser.userNo', 'here.userNo')
    .innerJoin('userRole as there', 'there.userNo', 'here.userNo')
    .innerJoin('roleCode', 'roleCode.roleNo', 'there.roleNo')
    .select(['appUser.userNo', 'appUser.realName', 'roleCode.code'])
    .where('here.roleNo', '=', roleNo)
    .where('there.roleNo', '<>', roleNo)
    .execute();
  const own = new Set(conflictsOf(codes).map(({ maker, checker }) => `${maker} ${checker}`));
  const byPerson = Map.groupBy(rows, ({ userNo }) => userNo);
  return [...byPerson.values()].flatMap((held) => {
    const others = held.map(({ code }) => code);
    const alone = new Set(conflictsOf(others).map(({ maker, checker }) => `${maker} ${checker}`));
    return conflictsOf(new Set([...codes, ...others]))
      .filter(({ maker, checker }) => {
        const pair = `${maker} ${checker}`;
        return !own.has(pair) && !alone.has(pair);
      })
      .map((conflict) => ({ realName: held[0]?.realName ?? '', ...conflict }));
  });
}

const saveKind: ChangeKind<SaveForm> = {
  ...shared,
  kind: 'role.save',
  title: { en: 'Create role', zh: '新建角色' },
  payload: role.save.request,
  async describe(_db, form) {
    const { after } = factsOf(null, newRole(form));
    return {
      subjectNo: form.roleName.toLowerCase(),
      subjectName: form.roleName,
      before: null,
      after: { ...after, conflicts: conflictsOf(form.codes) },
      concerns: [],
      merchantNos: [],
      state: null,
    };
  },
  apply: saveRole,
};

const { version: _version, reason: _reason, ...updateShape } = role.update.request.shape;
const updateForm = z.strictObject(updateShape);

const updateKind: ChangeKind<UpdateForm> = {
  ...shared,
  kind: 'role.update',
  title: { en: 'Change role', zh: '修改角色' },
  payload: updateForm,
  async describe(db, form) {
    const held = await readRole(db, form.roleNo);
    const requested = requestedOf(held, form);
    const holders = await holdersOf(db, form.roleNo);
    const userNos = holders.map(({ userNo }) => userNo);
    const { before, after } = factsOf(held, requested);
    return {
      subjectNo: held.roleNo,
      subjectName: held.roleName,
      before,
      after: {
        ...after,
        people: holders.map(({ realName }) => realName),
        conflicts: conflictsOf(requested.codes),
        conflictsOfPeople: await conflictsOfPeople(db, form.roleNo, requested.codes),
      },
      concerns: userNos,
      merchantNos: [],
      state: { version: held.version, userNos: userNos.toSorted() },
    };
  },
  apply: updateRole,
};

const deleteForm = z.strictObject({ roleNo: z.string() });

const deleteKind: ChangeKind<z.output<typeof deleteForm>> = {
  ...shared,
  kind: 'role.delete',
  title: { en: 'Delete role', zh: '删除角色' },
  payload: deleteForm,
  async describe(db, { roleNo }) {
    const { roleName, pages, codes, version } = await readRole(db, roleNo);
    return {
      subjectNo: roleNo,
      subjectName: roleName,
      before: { roleName, pages: pages.length, operations: codes.length },
      after: { isDeleted: true },
      concerns: [],
      merchantNos: [],
      state: { version },
    };
  },
  apply: deleteRole,
};

export async function saveOrRequest(
  { reason, ...form }: ParsedRequestOf<typeof role.save>,
  call: CommandCall,
): Promise<ReplyOf<typeof role.save>> {
  if (!(await asksForChecker(call.tx, 'role'))) return await saveRole(form, call);
  return { roleNo: '', changeNo: await requestChange(saveKind, form, call, reason) };
}

export async function updateOrRequest(
  { version, reason, ...form }: ParsedRequestOf<typeof role.update>,
  call: CommandCall,
): Promise<ReplyOf<typeof role.update>> {
  const held = await lockRole(call.tx, form.roleNo, version);
  if (isSame(held, requestedOf(held, form))) return { roleNo: form.roleNo, version };
  if (!(await asksForChecker(call.tx, 'role'))) return await updateRole(form, call);
  const changeNo = await requestChange(updateKind, form, call, reason);
  return { roleNo: form.roleNo, version, changeNo };
}

/** One switch of the sensitive group, as a change of the role. */
export async function setHidden(
  field: 'addressBookHide' | 'orderDetailsHide',
  { roleNo, version, isHidden }: ParsedRequestOf<typeof role.addressBookHide>,
  call: CommandCall,
): Promise<ReplyOf<typeof role.addressBookHide>> {
  const requested = { roleNo, version, [field]: isHidden };
  return await updateOrRequest(requested, call);
}

export async function deleteOrRequest(
  { roleNo, version, reason }: ParsedRequestOf<typeof role.delete>,
  call: CommandCall,
): Promise<ReplyOf<typeof role.delete>> {
  await lockRole(call.tx, roleNo, version);
  if (!(await asksForChecker(call.tx, 'role'))) return await deleteRole({ roleNo }, call);
  return { roleNo, changeNo: await requestChange(deleteKind, { roleNo }, call, reason) };
}

export const changeKinds: readonly ChangeKind[] = [saveKind, updateKind, deleteKind];
