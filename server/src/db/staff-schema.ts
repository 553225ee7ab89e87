import type { ColumnType, Generated, GeneratedAlways, JSONColumnType } from 'kysely';
import type { InstantOrNull, InstantDefault, Optional } from './column-types.ts';

type UserStatus = 'NORMAL' | 'FROZEN';
type EmployeeStatus = 'ON_THE_JOB' | 'LEFT';
type EmployeeCategory = 'NEW' | 'OLD';
type InternalExternal = 'INTERNAL' | 'EXTERNAL';

export interface MerchantTable {
  merchantNo: Generated<string>;
  merchantName: string;
  /** For tests alone: numbers may have a fixed code. */
  isSandbox: Generated<boolean>;
  companyCode: Generated<string>;
  companyName: string;
  orgNo: string;
  orgName: string;
  isEnabled: Generated<boolean>;
  /** The company's default rules decide where it has no rule set of its own. */
  takesDefaultRules: Generated<boolean>;
  /** Since when its app tells who signs in. */
  signInsSince: InstantOrNull;
  createdAt: InstantDefault;
  updatedAt: InstantDefault;
  version: Generated<number>;
}

export interface OrganizationTable {
  orgNo: string;
  orgName: string;
  parentOrgNo: Optional<string>;
}

export interface DepartmentTable {
  deptNo: Generated<string>;
  deptName: string;
  parentDeptNo: Optional<string>;
  leaderUserNo: Optional<string>;
  isEnabled: Generated<boolean>;
  remark: Generated<string>;
  createdAt: InstantDefault;
  updatedAt: InstantDefault;
  version: Generated<number>;
}

/** Each word of people's names, in lower case; kept by a trigger of `app_user`, like the next. */
export interface NameWordTable {
  word: GeneratedAlways<string>;
}

/** Who bears a word, in the order of user names. */
export interface UserNameWordTable {
  word: GeneratedAlways<string>;
  userName: GeneratedAlways<string>;
  userNo: GeneratedAlways<string>;
}

export interface AppUserTable {
  userNo: Generated<string>;
  userName: string;
  loginId: string;
  realName: string;
  passwordHash: string;
  email: Optional<string>;
  /** 254 and nine digits. */
  phone: Optional<string>;
  extension: Optional<string>;
  /** Letters and digits, 6 to 8. */
  jobNumber: Optional<string>;
  deptNo: Optional<string>;
  orgNo: Optional<string>;
  companyCode: Generated<string>;
  userStatus: Generated<UserStatus>;
  employeeStatus: Generated<EmployeeStatus>;
  employeeCategory: Generated<EmployeeCategory>;
  basicSalaryCents: Optional<number>;
  internalExternal: Generated<InternalExternal>;
  mfaBound: Generated<boolean>;
  mustUpdatePassword: Generated<boolean>;
  /** Until when a one-time password signs in; null for one that its owner chose. */
  oneTimeUntil: InstantOrNull;
  /** After a reset of the authenticator: the next sign-in binds one. */
  mustBindMfa: Generated<boolean>;
  passwordChangedAt: InstantDefault;
  lastSignInAt: InstantOrNull;
  /** What `user_role` and `user_merchant` say, in order; the database keeps both, nobody writes them. */
  roleNos: ColumnType<string[], never, never>;
  merchantNos: ColumnType<string[], never, never>;
  frozenAt: InstantOrNull;
  freezeReason: Optional<string>;
  createdBy: Optional<string>;
  createdAt: InstantDefault;
  updatedBy: Optional<string>;
  updatedAt: InstantDefault;
  /** Counts changes; a form sends back the one it read, and `STALE` answers an older one. */
  version: Generated<number>;
}

export interface PasswordHistoryTable {
  historyId: Generated<number>;
  userNo: string;
  passwordHash: string;
  setAt: InstantDefault;
}

export interface UserSettingTable {
  userNo: string;
  settings: JSONColumnType<Readonly<Record<string, unknown>>>;
  updatedAt: InstantDefault;
}

export interface RoleTable {
  roleNo: Generated<string>;
  roleName: string;
  remark: Generated<string>;
  dataScope: Generated<'ALL' | 'MERCHANTS'>;
  isDesensitization: Generated<boolean>;
  revealFields: Generated<string[]>;
  dailyRevealBudget: Generated<number>;
  addressBookHide: Generated<boolean>;
  orderDetailsHide: Generated<boolean>;
  unmaskedExport: Generated<boolean>;
  deductionCapCents: Optional<number>;
  /** Holders sign in with an authenticator; whoever has none binds one first. */
  mfaRequired: Generated<boolean>;
  /** Holders sign in with a code sent by e-mail or SMS. */
  validateCodeRequired: Generated<boolean>;
  /** The role whose last unfrozen holder can be neither frozen nor stripped of it. */
  isAdministrator: Generated<boolean>;
  createdBy: Optional<string>;
  createdAt: InstantDefault;
  updatedBy: Optional<string>;
  updatedAt: InstantDefault;
  version: Generated<number>;
}

export interface RolePageTable {
  roleNo: string;
  /** Lower-cased. */
  pagePath: string;
}

export interface RoleCodeTable {
  roleNo: string;
  code: string;
}

export interface UserRoleTable {
  userNo: string;
  roleNo: string;
}

export interface UserMerchantTable {
  userNo: string;
  merchantNo: string;
}
