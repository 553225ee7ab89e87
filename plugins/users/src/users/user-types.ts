import type { ReplyOf, user } from '@kituo/sdk/contracts';

export type UserRow = user.UserRow;
export type Organization = user.Organization;
/** An account as its form starts from it. */
export type UserInfo = ReplyOf<typeof user.getUpdateUserInfo>;

/** What the form holds; an emptied optional field is null. */
export interface UserFormValues extends Record<string, unknown> {
  readonly userName: string;
  readonly loginId: string;
  readonly realName: string;
  readonly jobNumber: string;
  readonly deptNo: string | null;
  readonly orgNo: string | null;
  readonly merchantNos: readonly string[];
  readonly roleNos: readonly string[];
  readonly phone: string;
  readonly email: string | null;
  readonly extension: string | null;
  readonly employeeStatus: UserRow['employeeStatus'];
  readonly employeeCategory: UserRow['employeeCategory'];
  readonly internalExternal: UserRow['internalExternal'];
  readonly companyCode: string;
  readonly basicSalaryCents: number | null;
  /** Why, for whoever decides where it waits. */
  readonly reason: string | null;
}
export type UserFormField = keyof {
  [Field in keyof UserFormValues as string extends Field ? never : Field]: true;
};
