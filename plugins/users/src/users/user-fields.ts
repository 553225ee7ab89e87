import type { CodesOf } from '@kituo/sdk/page';
import { role, user } from '@kituo/sdk/contracts';
import type { Organization, UserRow } from './user-types.ts';
import {
  containing,
  defineColumns,
  defineDictionary,
  defineFilters,
  departmentOptions,
  flag,
  money,
  number,
  oneOf,
  remoteOptions,
  several,
  status,
  text,
  time,
  tree,
  USER_STATUS,
  yesNo,
} from '@kituo/sdk/page';
import type { Option } from '@kituo/sdk/page';

export const EMPLOYEE_STATUS = defineDictionary<CodesOf<typeof user.employeeStatus>>('EMPLOYEE_STATUS', {
  ON_THE_JOB: 'good',
  LEFT: 'waiting',
});
export const EMPLOYEE_CATEGORY = defineDictionary<CodesOf<typeof user.employeeCategory>>('EMPLOYEE_CATEGORY', {
  NEW: 'active',
  OLD: 'waiting',
});
export const INTERNAL_EXTERNAL = defineDictionary<CodesOf<typeof user.internalExternal>>('INTERNAL_EXTERNAL', {
  INTERNAL: 'active',
  EXTERNAL: 'waiting',
});

const organizationOption = (one: Organization): Option => ({
  value: one.orgNo,
  label: one.orgName,
  children: one.childSet.map(organizationOption),
});

export const organizations = remoteOptions(user.getOrganization, (tops) => tops.map(organizationOption));
/** Companies hold merchants and cannot be chosen themselves. */
export const merchants = remoteOptions(user.getCompanyCodeList, (companies) =>
  companies.map((company) => ({
    value: `company:${company.companyCode}`,
    label: company.companyName,
    isDisabled: true,
    children: company.childList.map((one) => ({ value: one.merchantNo, label: one.merchantName })),
  })),
);
export const roles = remoteOptions(role.list, (all) => all.map((one) => ({ value: one.roleNo, label: one.roleName })));
/** Nobody grants what they do not hold: such roles are shown, and cannot be chosen. */
export const grantableRoles = remoteOptions({ ...role.list, name: 'role.list:grantable' }, (all) =>
  all.map((one) => ({
    value: one.roleNo,
    label: one.roleName,
    isDisabled: !one.isGrantable,
    ...(one.remark !== null && { hint: one.remark }),
  })),
);

export const userFilters = defineFilters({
  realName: containing({ isPersonal: true }),
  userStatus: oneOf(USER_STATUS),
  deptNo: tree(departmentOptions),
  userName: containing({ isPersonal: true }),
  loginId: containing({ isPersonal: true }),
  jobNumber: containing(),
  orgNo: tree(organizations),
  merchantNo: tree(merchants),
  roleNo: oneOf(roles),
  employeeStatus: oneOf(EMPLOYEE_STATUS),
  employeeCategory: oneOf(EMPLOYEE_CATEGORY),
  internalExternal: oneOf(INTERNAL_EXTERNAL),
  mfaBound: yesNo(),
});

export const userColumns = defineColumns<UserRow>([
  text('userName', { sortable: true, width: 140 }),
  text('realName', { sortable: true, width: 150 }),
  status('userStatus', USER_STATUS, { sortable: true, width: 100 }),
  text('deptName', { sortable: true, width: 150 }),
  several('roles', (row) => row.roles.map((one) => one.roleName), { width: 165 }),
  several('merchants', (row) => row.merchants.map((one) => one.merchantName), { width: 165 }),
  text('loginId', { sortable: true, width: 149 }),
  text('orgName', { width: 150 }),
  text('phone', { mask: 'phone', width: 130 }),
  text('extension', { width: 90 }),
  number('jobNumber', { sortable: true, width: 110 }),
  status('employeeStatus', EMPLOYEE_STATUS, { sortable: true, width: 120 }),
  status('employeeCategory', EMPLOYEE_CATEGORY, { width: 110 }),
  money('basicSalaryCents', { code: 'user:user:salary' }),
  status('internalExternal', INTERNAL_EXTERNAL, { width: 120 }),
  flag('mfaBound', { width: 120 }),
  time('lastSignInAt', { sortable: true, width: 170 }),
]);

/** What an account has besides, for the drawer beside the list. */
export const contactColumns = defineColumns<UserRow>([text('email')]);
