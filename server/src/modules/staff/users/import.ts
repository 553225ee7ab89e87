import { user } from '@kituo/sdk/contracts';
import type * as z from 'zod/mini';
import { type Cells, importColumns, type ImportKind, orNull } from '../../platform/imports/index.ts';
import { asCommand } from '../../platform/jobs/index.ts';
import { saveOrRequest } from './checked.ts';
import { checkFree, checkReferences, UNIQUE_FIELDS } from './references.ts';

const columns = importColumns([
  ['userName', 'User name', '用户名', true, 'wanjiru.k'],
  ['loginId', 'Login ID', '登录账号', true, 'wanjiru.k'],
  ['realName', 'Name', '姓名', true, 'Wanjiru Kamau'],
  ['deptNo', 'Department number', '部门编号', false, 'D0006'],
  ['orgNo', 'Organisation number', '机构编号', false, 'O002'],
  ['merchantNos', 'Merchant numbers', '商户编号', false, 'M0001; M0002'],
  ['phone', 'Phone', '手机号', true, '254712345678'],
  ['email', 'E-mail', '邮箱', false, 'wanjiru@kituo.example'],
  ['extension', 'Extension', '分机号', false, '2041'],
  ['roleNos', 'Role numbers', '角色编号', false, 'R-005'],
  ['jobNumber', 'Job number', '工号', true, 'KT2041'],
  ['employeeStatus', 'Employee status', '在职状态', false, 'ON_THE_JOB'],
  ['employeeCategory', 'Employee category', '员工类别', false, 'NEW'],
  ['internalExternal', 'Internal or external', '内部或外部', false, 'INTERNAL'],
]);

const listOf = (cell: string | undefined) =>
  (cell ?? '')
    .split(/[;,，；]/)
    .map((part) => part.trim())
    .filter((part) => part !== '');

/** Accounts by the dozen. Their one-time passwords are nobody's: each is given one by a reset. */
export const importUsersKind: ImportKind<z.output<typeof user.saveUserForm>> = {
  kind: 'users.import',
  title: { en: 'Import of users', zh: '导入用户' },
  code: 'user:user:add',
  columns,
  toInput(cells: Cells) {
    const { merchantNos, roleNos, deptNo, orgNo, email, extension, ...rest } = cells;
    return {
      ...rest,
      merchantNos: listOf(merchantNos),
      roleNos: listOf(roleNos),
      deptNo: orNull(deptNo),
      orgNo: orNull(orgNo),
      email: orNull(email),
      extension: orNull(extension),
      employeeStatus: orNull(cells['employeeStatus']) ?? 'ON_THE_JOB',
      employeeCategory: orNull(cells['employeeCategory']) ?? 'NEW',
      internalExternal: orNull(cells['internalExternal']) ?? 'INTERNAL',
    };
  },
  form: user.saveUserForm,
  nameColumn: 'realName',
  unique: UNIQUE_FIELDS.map((field) => [field] as const),
  async check(form, { caller, db }) {
    const { deptNo, orgNo, merchantNos, roleNos } = form;
    await checkReferences(db, caller, { deptNo, orgNo, merchantNos, newRoleNos: roleNos });
    await checkFree(db, form);
  },
  async apply(form, run) {
    const { userNo, changeNo } = await saveOrRequest(form, asCommand(run));
    return { userNo, changeNo: changeNo ?? null };
  },
};
