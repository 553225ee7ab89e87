import { can } from '@kituo/sdk';
import type { RequestOf, user } from '@kituo/sdk/contracts';
import type { UserFormValues, UserInfo, UserRow } from './user-types.ts';

/** What a new account starts with; from a colleague come place and rights, never the person. */
export function valuesForNew(colleague: UserRow | null): UserFormValues {
  return {
    userName: '',
    loginId: '',
    realName: '',
    jobNumber: '',
    deptNo: colleague?.deptNo ?? null,
    orgNo: colleague?.orgNo ?? null,
    merchantNos: colleague?.merchants.map((one) => one.merchantNo) ?? [],
    roleNos: colleague?.roles.map((one) => one.roleNo) ?? [],
    phone: '',
    email: null,
    extension: null,
    employeeStatus: 'ON_THE_JOB',
    employeeCategory: 'NEW',
    internalExternal: colleague?.internalExternal ?? 'INTERNAL',
    companyCode: '14',
    basicSalaryCents: null,
    reason: null,
  };
}

/** What the form of an account starts with; masked contacts start empty. */
export function valuesOf(info: UserInfo): UserFormValues {
  return {
    userName: info.userName,
    loginId: info.loginId,
    realName: info.realName,
    jobNumber: info.jobNumber,
    deptNo: info.deptNo,
    orgNo: info.orgNo,
    merchantNos: info.merchants.map((one) => one.merchantNo),
    roleNos: info.roles.map((one) => one.roleNo),
    phone: info.isContactShown ? info.phone : '',
    email: info.isContactShown ? info.email : null,
    extension: info.extension,
    employeeStatus: info.employeeStatus,
    employeeCategory: info.employeeCategory,
    internalExternal: info.internalExternal,
    companyCode: info.companyCode,
    basicSalaryCents: info.basicSalaryCents ?? null,
    reason: null,
  };
}

export function saveRequest(values: UserFormValues): RequestOf<typeof user.saveUser> {
  const { basicSalaryCents, merchantNos, roleNos, reason: _reason, ...rest } = values;
  return {
    ...onlyKnown(rest),
    merchantNos: [...merchantNos],
    roleNos: [...roleNos],
    ...(can('user:user:salary') && basicSalaryCents !== null && { basicSalaryCents }),
    ...reasonOf(values),
  };
}

/** Only what was changed travels, so that masked and unheld values are never sent back. */
export function updateRequest(info: UserInfo, values: UserFormValues): RequestOf<typeof user.updateUser> {
  const before = valuesOf(info);
  const { basicSalaryCents, merchantNos, roleNos, reason: _reason, ...rest } = values;
  const isChanged = (name: keyof UserFormValues): boolean =>
    JSON.stringify(before[name]) !== JSON.stringify(values[name]);
  const changed = Object.fromEntries(Object.entries(onlyKnown(rest)).filter(([name]) => isChanged(name)));
  return {
    ...changed,
    userNo: info.userNo,
    version: info.version,
    ...(isChanged('merchantNos') && { merchantNos: [...merchantNos] }),
    ...(isChanged('roleNos') && { roleNos: [...roleNos] }),
    ...(can('user:user:salary') && isChanged('basicSalaryCents') && { basicSalaryCents }),
    ...reasonOf(values),
  };
}

/** What is left blank is not sent. */
function reasonOf({ reason }: UserFormValues): { reason?: string } {
  return reason === null || reason.trim() === '' ? {} : { reason };
}

type Plain = Omit<RequestOf<typeof user.saveUser>, 'basicSalaryCents' | 'merchantNos' | 'roleNos' | 'reason'>;

function onlyKnown(values: Plain): Plain {
  const { userName, loginId, realName, jobNumber, deptNo, orgNo, phone } = values;
  const { email, extension, employeeStatus, employeeCategory, internalExternal } = values;
  return {
    userName,
    loginId,
    realName,
    jobNumber,
    deptNo,
    orgNo,
    phone,
    email,
    extension,
    employeeStatus,
    employeeCategory,
    internalExternal,
    companyCode: values.companyCode ?? '14',
  };
}
