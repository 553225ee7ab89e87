import type * as z from 'zod/mini';
import type { user } from '@kituo/sdk/contracts';
import { AppError } from '../../../http/app-error.ts';
import type { CommandContext } from '../../../http/implement.ts';
import { writeAudit } from '../../platform/audit/index.ts';
import { hashPassword } from '../auth/index.ts';
import { maskEmail, maskPhone } from '../../platform/masking/index.ts';
import { deliver, deliverReset, makeOneTimePassword } from './one-time-password.ts';
import { asRefusal, checkReferences } from './references.ts';

type Form = Omit<z.output<typeof user.saveUserForm>, 'reason'>;

/** A form as the audit trail keeps it: personal data masked, a salary said to be set. */
export function auditedForm({ phone, email, basicSalaryCents, ...rest }: Form) {
  return {
    ...rest,
    phone: maskPhone(phone),
    email: email === null ? null : maskEmail(email),
    hasSalary: basicSalaryCents != null,
  };
}

/** Throws FORBIDDEN for a salary without its code, BAD_REQUEST for a person nobody here could see. */
function checkRights(form: Form, { caller }: CommandContext): void {
  if (form.basicSalaryCents !== undefined && !caller.codes.has('user:user:salary')) {
    throw new AppError('FORBIDDEN', { fields: ['basicSalaryCents'] });
  }
  if (caller.scope !== 'all' && form.merchantNos.length === 0) {
    throw new AppError('BAD_REQUEST', {
      fields: [{ field: 'merchantNos', msg: 'Choose at least 1' }],
    });
  }
}

async function insertAccount(form: Form, passwordHash: string, call: CommandContext): Promise<string> {
  const { roleNos, merchantNos, basicSalaryCents, ...account } = form;
  const hasLeft = form.employeeStatus === 'LEFT';
  try {
    const { userNo } = await call.tx
      .insertInto('appUser')
      .values({
        ...account,
        basicSalaryCents: basicSalaryCents ?? null,
        passwordHash,
        mustUpdatePassword: true,
        userStatus: hasLeft ? 'FROZEN' : 'NORMAL',
        frozenAt: hasLeft ? new Date() : null,
        createdBy: call.caller.userNo,
        updatedBy: call.caller.userNo,
      })
      .returning('userNo')
      .executeTakeFirstOrThrow();
    return userNo;
  } catch (error) {
    throw asRefusal(error);
  }
}

/**
 * Creates an account with a one-time password. Throws LOGIN_ID_TAKEN, USER_NAME_TAKEN, JOB_NUMBER_TAKEN,
 * REFERENCE_UNKNOWN and GRANT_BEYOND_OWN beside their fields. With `isToOwner` the password goes to whom it is for.
 */
export async function saveUser(
  form: Form,
  call: CommandContext,
  reason?: string,
  isToOwner = false,
): Promise<{ userNo: string; delivery: user.PasswordDelivery }> {
  checkRights(form, call);
  const roleNos = [...new Set(form.roleNos)];
  const merchantNos = [...new Set(form.merchantNos)];
  await checkReferences(call.tx, call.caller, {
    deptNo: form.deptNo,
    orgNo: form.orgNo,
    merchantNos,
    newRoleNos: roleNos,
  });
  const password = makeOneTimePassword();
  const userNo = await insertAccount(form, await hashPassword(password), call);
  if (roleNos.length > 0) {
    await call.tx
      .insertInto('userRole')
      .values(roleNos.map((roleNo) => ({ userNo, roleNo })))
      .execute();
  }
  if (merchantNos.length > 0) {
    await call.tx
      .insertInto('userMerchant')
      .values(merchantNos.map((merchantNo) => ({ userNo, merchantNo })))
      .execute();
  }
  await writeAudit(call.tx, call, {
    action: 'user.saveUser',
    subjectType: 'user',
    subjectNo: userNo,
    after: auditedForm(form),
    ...(reason === undefined ? {} : { reason }),
  });
  const owner = { userNo, userName: form.userName, realName: form.realName };
  const delivery = isToOwner
    ? await deliverReset(call, owner, password, 'password.firstLink')
    : await deliver(call, owner, password);
  return { userNo, delivery };
}
