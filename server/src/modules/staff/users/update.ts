import type * as z from 'zod/mini';
import type { user } from '@kituo/sdk/contracts';
import { AppError } from '../../../http/app-error.ts';
import type { CommandContext } from '../../../http/implement.ts';
import { writeAudit } from '../../platform/audit/index.ts';
import { grantsOf } from '../roles/index.ts';
import { keepAnAdministrator } from './administrators.ts';
import { changeMerchants, changeRoles, difference } from './assignments.ts';
import { applyFreeze } from './freeze.ts';
import { lockUser } from './load.ts';
import { maskEmail, maskPhone } from '../../platform/masking/index.ts';
import { mayManage } from './present.ts';
import type { UserRecord } from './read.ts';
import { asRefusal, checkReferences } from './references.ts';
import { writeAccount } from './write.ts';

type Form = Omit<z.output<typeof user.updateUserForm>, 'reason'>;

const accountFields = [
  'userName',
  'loginId',
  'realName',
  'deptNo',
  'orgNo',
  'phone',
  'email',
  'extension',
  'jobNumber',
  'employeeStatus',
  'employeeCategory',
  'internalExternal',
  'companyCode',
  'basicSalaryCents',
] as const;
type AccountField = (typeof accountFields)[number];

/** The fields sent that differ from what is stored. */
function changedFields(form: Form, record: UserRecord): AccountField[] {
  return accountFields.filter((field) => form[field] !== undefined && form[field] !== record[field]);
}

/** A value as the audit trail keeps it. */
function audited(field: AccountField, value: unknown): unknown {
  if (field === 'basicSalaryCents') return value == null ? null : 'set';
  if (typeof value !== 'string') return value;
  if (field === 'phone') return maskPhone(value);
  return field === 'email' ? maskEmail(value) : value;
}

/** Throws what is taken, beside its field. */
async function writeFields(form: Form, fields: readonly AccountField[], call: CommandContext): Promise<void> {
  const values = Object.fromEntries(fields.map((field) => [field, form[field]]));
  try {
    await writeAccount(call, form.userNo, values);
  } catch (error) {
    throw asRefusal(error);
  }
}

/** Throws STALE, GRANT_BEYOND_OWN, FORBIDDEN (salary), before anything is written. */
async function lockForUpdate(form: Form, call: CommandContext) {
  const record = await lockUser(call.tx, call.caller, form.userNo);
  if (record.version !== form.version) throw new AppError('STALE');
  const grants = await grantsOf(call.tx, call.caller);
  if (!mayManage(grants, record)) {
    throw new AppError('GRANT_BEYOND_OWN', { facts: { what: record.userName } });
  }
  if (form.basicSalaryCents !== undefined && !call.caller.codes.has('user:user:salary')) {
    throw new AppError('FORBIDDEN', { fields: ['basicSalaryCents'] });
  }
  return { record, grants };
}

function requests(form: Form, record: UserRecord) {
  const heldRoles = record.roles.map(({ roleNo }) => roleNo);
  const heldMerchants = record.merchants.map(({ merchantNo }) => merchantNo);
  return {
    heldRoles,
    heldMerchants,
    roles: difference(heldRoles, form.roleNos ?? heldRoles),
    merchants: difference(heldMerchants, form.merchantNos ?? heldMerchants),
  };
}

/**
 * Changes the fields that were sent. Rights hold for the person's very next call; LEFT freezes.
 * Throws STALE, USER_NOT_FOUND, the refusals of a taken value, of a reference and of a grant.
 */
export async function updateUser(
  form: Form,
  call: CommandContext,
  reason?: string,
): Promise<{ userNo: string; version: number; sessionsEnded: number }> {
  const { userNo } = form;
  const { record, grants } = await lockForUpdate(form, call);
  const { heldRoles, heldMerchants, roles, merchants } = requests(form, record);
  await checkReferences(call.tx, call.caller, {
    deptNo: form.deptNo,
    orgNo: form.orgNo,
    merchantNos: merchants.added,
    newRoleNos: roles.added,
  });
  const keeps = heldRoles.filter((roleNo) => !roles.removed.includes(roleNo));
  const isAdministrator = (roleNo: string) => grants.roles.get(roleNo)?.isAdministrator === true;
  if (roles.removed.some(isAdministrator) && ![...keeps, ...roles.added].some(isAdministrator)) {
    await keepAnAdministrator(call.tx, userNo);
  }
  const fields = changedFields(form, record);
  await writeFields(form, fields, call);
  const version = form.version + 1;
  await changeRoles(call.tx, userNo, roles);
  await changeMerchants(call.tx, call.caller.scope, userNo, merchants);
  await writeAudit(call.tx, call, {
    action: 'user.updateUser',
    subjectType: 'user',
    subjectNo: userNo,
    before: {
      ...Object.fromEntries(fields.map((field) => [field, audited(field, record[field])])),
      ...(form.roleNos ? { roleNos: heldRoles } : {}),
      ...(form.merchantNos ? { merchantNos: heldMerchants } : {}),
    },
    after: {
      ...Object.fromEntries(fields.map((field) => [field, audited(field, form[field])])),
      ...(form.roleNos ? { roleNos: form.roleNos } : {}),
      ...(form.merchantNos ? { merchantNos: form.merchantNos } : {}),
    },
    ...(reason === undefined ? {} : { reason }),
  });
  if (form.employeeStatus !== 'LEFT' || record.userStatus === 'FROZEN') {
    return { userNo, version, sessionsEnded: 0 };
  }
  const { sessionsEnded } = await applyFreeze(call, userNo, 'LEFT');
  return { userNo, version: version + 1, sessionsEnded };
}
