import { user } from '@kituo/sdk/contracts';
import * as z from 'zod/mini';
import type { Queryable } from '../../../db/database.ts';
import { AppError } from '../../../http/app-error.ts';
import type { DataScope } from '../../../http/implement.ts';
import type { ChangeKind, ChangeSubject } from '../../platform/changes/index.ts';
import { difference } from './assignments.ts';
import { queueAgreedBatch } from './batch-job.ts';
import { unfreezeUser } from './freeze.ts';
import { lockUser } from './load.ts';
import { moveMembersKind } from './move-members.ts';
import { namesOf } from './names-of.ts';
import { type UserRecord, readUsers } from './read.ts';
import { auditedForm, saveUser } from './save.ts';
import { resetMfaKind, resetPasswordKind } from './reset-kinds.ts';
import { updateUser } from './update.ts';

const shared = { family: 'user', checkerCode: 'user:change:approve' } as const;

async function subjectOf(db: Queryable, scope: DataScope, userNo: string): Promise<UserRecord> {
  const [record] = await readUsers(db, scope, [userNo]);
  if (!record) throw new AppError('USER_NOT_FOUND');
  return record;
}

function about(record: UserRecord): Omit<ChangeSubject, 'before' | 'after' | 'state'> {
  return {
    subjectNo: record.userNo,
    subjectName: record.realName,
    concerns: [record.userNo],
    merchantNos: record.merchants.map(({ merchantNo }) => merchantNo),
  };
}

export const saveKind: ChangeKind<z.output<typeof user.saveUserForm>> = {
  ...shared,
  kind: 'user.save',
  title: { en: 'Create user', zh: '新建用户' },
  payload: user.saveUserForm,
  async describe(_db, form) {
    return {
      subjectNo: form.loginId.toLowerCase(),
      subjectName: form.realName,
      before: null,
      after: auditedForm(form),
      concerns: [],
      merchantNos: form.merchantNos,
      state: null,
    };
  },
  // Nobody but its owner learns the password of an account that two people made.
  apply: async (form, call) => await saveUser(form, call, undefined, true),
};

const { userNo, deptNo, internalExternal, roleNos, merchantNos } = user.updateUserForm.shape;
/** The four changes of an account that ask for an approver. */
const rightsForm = z.strictObject({ userNo, deptNo, internalExternal, roleNos, merchantNos });
export type RightsForm = z.output<typeof rightsForm>;

/** Of the four, what the form sets to something else than it is; null where none. */
export function rightsChanged(form: RightsForm, record: UserRecord): RightsForm | null {
  const held = rightsOf(record);
  const isOther = (requested: readonly string[] | undefined, now: readonly string[]) => {
    const { added, removed } = difference(now, requested ?? now);
    return added.length + removed.length > 0;
  };
  const changed: RightsForm = {
    userNo: record.userNo,
    ...(form.deptNo !== undefined && form.deptNo !== held.deptNo ? { deptNo: form.deptNo } : {}),
    ...(form.internalExternal !== undefined && form.internalExternal !== held.internalExternal
      ? { internalExternal: form.internalExternal }
      : {}),
    ...(isOther(form.roleNos, held.roleNos) ? { roleNos: form.roleNos } : {}),
    ...(isOther(form.merchantNos, held.merchantNos) ? { merchantNos: form.merchantNos } : {}),
  };
  return Object.keys(changed).length > 1 ? changed : null;
}

function rightsOf(record: UserRecord) {
  return {
    deptNo: record.deptNo,
    internalExternal: record.internalExternal,
    roleNos: record.roles.map(({ roleNo }) => roleNo),
    merchantNos: record.merchants.map(({ merchantNo }) => merchantNo),
  };
}

export const updateKind: ChangeKind<RightsForm> = {
  ...shared,
  kind: 'user.update',
  title: { en: 'Change user permissions or department', zh: '修改用户权限或归属' },
  payload: rightsForm,
  async describe(db, { userNo, ...requests }, scope) {
    const record = await subjectOf(db, scope, userNo);
    const held = rightsOf(record);
    const subject = about(record);
    return {
      ...subject,
      merchantNos: [...new Set([...subject.merchantNos, ...(requests.merchantNos ?? [])])],
      before: Object.fromEntries(Object.entries(held).filter(([field]) => Object.hasOwn(requests, field))),
      after: requests,
      state: held,
    };
  },
  async apply(requests, call) {
    const { version } = await lockUser(call.tx, call.caller, requests.userNo);
    return await updateUser({ ...requests, version }, call);
  },
};

const unfreezeForm = z.strictObject({ userNo, reason: z.optional(z.string()) });

export const unfreezeKind: ChangeKind<z.output<typeof unfreezeForm>> = {
  ...shared,
  kind: 'user.unfreeze',
  title: { en: 'Unfreeze user', zh: '解冻用户' },
  payload: unfreezeForm,
  async describe(db, form, scope) {
    const record = await subjectOf(db, scope, form.userNo);
    const before = { userStatus: record.userStatus };
    return { ...about(record), before, after: { userStatus: 'NORMAL' }, state: before };
  },
  apply: unfreezeUser,
};

export const merchantsKind: ChangeKind<z.output<typeof user.batchUpdateMerchantNo.request>> = {
  ...shared,
  kind: 'user.merchants',
  title: { en: 'Change merchants of users', zh: '批量调整用户商户' },
  payload: user.batchUpdateMerchantNo.request,
  async describe(db, batch, scope) {
    const records = await readUsers(db, scope, batch.userNos);
    const held = records.map((record) => ({
      userNo: record.userNo,
      realName: record.realName,
      merchantNos: record.merchants.map((merchant) => merchant.merchantNo),
    }));
    const touched = [...held.flatMap((person) => person.merchantNos), ...batch.merchantNos];
    return {
      subjectNo: null,
      subjectName: namesOf(records),
      before: { people: held.slice(0, user.MERCHANT_PREVIEW_ITEMS) },
      after: { mode: batch.mode, merchantNos: batch.merchantNos },
      concerns: batch.userNos,
      merchantNos: [...new Set(touched)],
      // Each person is looked at when their turn comes; one who moved on does not stop the others.
      state: null,
    };
  },
  apply: queueAgreedBatch,
};

export const changeKinds: readonly ChangeKind[] = [
  saveKind,
  updateKind,
  unfreezeKind,
  merchantsKind,
  moveMembersKind,
  resetPasswordKind,
  resetMfaKind,
];
