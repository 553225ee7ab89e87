import * as z from 'zod/mini';
import { businessNo, reason, textFilter } from '../list.ts';

/** Field rules, shared by the form and the server. Messages are English sentences the server translates. */
const name = z
  .string()
  .check(z.trim(), z.minLength(1, 'Content cannot be blank'), z.maxLength(64, 'At most 64 characters'));
/** Letters, digits, dot, dash, underscore: what is typed at sign-in and is in audit trails. */
const account = z
  .string()
  .check(
    z.trim(),
    z.minLength(1, 'Content cannot be blank'),
    z.maxLength(64, 'At most 64 characters'),
    z.regex(/^[A-Za-z0-9._-]*$/, 'Only letters, digits, dots, hyphens and underscores'),
  );
/** At least one letter and at least one digit, 6 to 8 characters. */
export const jobNumber = z
  .string()
  .check(z.trim(), z.regex(/^(?=.*[A-Za-z])(?=.*\d)[A-Za-z0-9]{6,8}$/, 'Job number format error'));
export const phone = z.string().check(z.trim(), z.regex(/^254\d{9}$/, '254 plus 9 digits, e.g. 254712345678'));
const email = z.string().check(z.trim(), z.maxLength(120), z.email('Invalid email address'));
export const extension = z.string().check(z.trim(), z.regex(/^\d{2,6}$/, '2 to 6 digits'));

export const userStatus = z.enum(['NORMAL', 'FROZEN']);
export const employeeStatus = z.enum(['ON_THE_JOB', 'LEFT']);
export const employeeCategory = z.enum(['NEW', 'OLD']);
export const internalExternal = z.enum(['INTERNAL', 'EXTERNAL']);

/** What this caller may do with this row now. The server alone decides; the page draws just these. */
export const userAction = z.enum(['update', 'freeze', 'unfreeze', 'resetPassword', 'resetMfa']);
export type UserAction = z.output<typeof userAction>;

export const userFilters = z.strictObject({
  userName: textFilter,
  loginId: textFilter,
  realName: textFilter,
  jobNumber: textFilter,
  /** The department and all below it. */
  deptNo: z.optional(businessNo),
  orgNo: z.optional(businessNo),
  merchantNo: z.optional(businessNo),
  roleNo: z.optional(businessNo),
  userStatus: z.optional(userStatus),
  employeeStatus: z.optional(employeeStatus),
  employeeCategory: z.optional(employeeCategory),
  internalExternal: z.optional(internalExternal),
  mfaBound: z.optional(z.boolean()),
});
export type UserFilters = z.output<typeof userFilters>;

export const USER_SORT_FIELDS = [
  'userName',
  'loginId',
  'realName',
  'jobNumber',
  'deptName',
  'userStatus',
  'employeeStatus',
  'createdAt',
  'lastSignInAt',
] as const;

export const userRow = z.object({
  userNo: z.string(),
  userName: z.string(),
  loginId: z.string(),
  realName: z.string(),
  deptNo: z.nullable(z.string()),
  deptName: z.nullable(z.string()),
  orgNo: z.nullable(z.string()),
  orgName: z.nullable(z.string()),
  merchants: z.array(z.object({ merchantNo: z.string(), merchantName: z.string() })),
  /** Masked for everyone in lists and exports: 2 leading and 3 trailing digits. */
  phone: z.string(),
  /** Masked: the first 2 and the last 2 characters of what is before the @. */
  email: z.nullable(z.string()),
  extension: z.nullable(z.string()),
  roles: z.array(z.object({ roleNo: z.string(), roleName: z.string() })),
  userStatus,
  jobNumber: z.string(),
  employeeStatus,
  employeeCategory,
  /** Integer cents; absent without `user:user:salary`, null where none is recorded. */
  basicSalaryCents: z.optional(z.nullable(z.number())),
  internalExternal,
  mfaBound: z.boolean(),
  /** True until the person has replaced a one-time password. */
  mustUpdatePassword: z.boolean(),
  lastSignInAt: z.nullable(z.string()),
  createdAt: z.string(),
  /** Goes back with `updateUser`; a change in between answers `STALE`. */
  version: z.number(),
  allowedActions: z.array(userAction),
});
export type UserRow = z.output<typeof userRow>;

/** Where a new or reset password went. */
export const passwordDelivery = z.object({
  /** Whose password it is: the name by which it signs in. */
  userName: z.string(),
  realName: z.string(),
  /**
   * SHOWN_ONCE for a new account that nobody approves, and where no e-mail or SMS reaches the person: the caller passes
   * it on by hand. It expires after 24 hours, a link after one.
   */
  channel: z.enum(['EMAIL', 'SMS', 'SHOWN_ONCE']),
  /** The masked address or number; null with SHOWN_ONCE. */
  destination: z.nullable(z.string()),
  /** Only with SHOWN_ONCE, and only in the first answer: repeating the command does not show it again. */
  oneTimePassword: z.nullable(z.string()),
});
export type PasswordDelivery = z.output<typeof passwordDelivery>;

const writableFields = {
  userName: account,
  loginId: account,
  realName: name,
  deptNo: z.nullable(businessNo),
  orgNo: z.nullable(businessNo),
  merchantNos: z.array(businessNo).check(z.maxLength(200)),
  phone,
  email: z.nullable(email),
  extension: z.nullable(extension),
  roleNos: z.array(businessNo).check(z.maxLength(50)),
  jobNumber,
  employeeStatus,
  employeeCategory,
  internalExternal,
};
/** Present where the command awaits approval instead of having been carried out. */
export const changeNo = z.optional(z.string());
const companyCode = z.string().check(z.regex(/^\d{1,6}$/, 'Digits only'));
/** Integer cents. Sending it takes `user:user:salary`. */
const basicSalaryCents = z.optional(
  z.nullable(z.int().check(z.minimum(0, 'Cannot be below 0'), z.maximum(100_000_000_00))),
);

/** Why, for whoever decides where it waits. */
export const askedFor = z.optional(reason);

export const saveUserForm = z.strictObject({
  ...writableFields,
  basicSalaryCents,
  /** The spec's company code; 14 unless said otherwise. */
  companyCode: z._default(companyCode, '14'),
  reason: askedFor,
});
export type SaveUserForm = z.input<typeof saveUserForm>;

/** A patch: what is left out stays as it is, so a masked phone never has to be sent back. */
export const updateUserForm = z.strictObject({
  userNo: businessNo,
  version: z.int(),
  ...z.partial(z.strictObject(writableFields)).shape,
  companyCode: z.optional(companyCode),
  basicSalaryCents,
  reason: askedFor,
});
export type UpdateUserForm = z.input<typeof updateUserForm>;

/** What a batch does to the merchants that people have. */
export const merchantMode = z.enum(['ADD', 'REMOVE', 'REPLACE']);
