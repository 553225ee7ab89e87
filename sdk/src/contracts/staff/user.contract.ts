import * as z from 'zod/mini';
import { USER_MANAGEMENT_PAGE } from '../page-paths.ts';
import { defineEndpoint } from '../endpoint.ts';
import { businessNo, listReply, listRequest, reason, selected } from '../list.ts';
import {
  USER_SORT_FIELDS,
  askedFor,
  changeNo,
  merchantMode,
  passwordDelivery,
  saveUserForm,
  updateUserForm,
  userFilters,
  userRow,
  userStatus,
} from './user-fields.ts';

export * from './user-fields.ts';

/** The page that all reads here belong to; rows are those of the caller's merchants. */
const seen = { page: [USER_MANAGEMENT_PAGE] } as const;
/** Departments show their members. */
const seenWithDepartments = {
  page: [USER_MANAGEMENT_PAGE, '/AdminContent/UserSystem/DepartmentManagement'],
} as const;

export const getUserList = defineEndpoint({
  name: 'user.getUserList',
  method: 'POST',
  path: 'user/getUserList',
  access: seenWithDepartments,
  kind: 'query',
  summary: 'Staff accounts of the caller’s merchants',
  request: listRequest(userFilters, USER_SORT_FIELDS),
  reply: listReply(userRow),
});

export const getUpdateUserInfo = defineEndpoint({
  name: 'user.getUpdateUserInfo',
  method: 'GET',
  path: 'user/getUpdateUserInfo/{userNo}',
  access: seen,
  kind: 'query',
  summary: 'One account, for its form; phone and e-mail in full only for an unmasked holder of user:user:update',
  request: z.object({ userNo: businessNo }),
  reply: z.object({
    ...userRow.shape,
    companyCode: z.string(),
    /** False where `phone` and `email` are masked: the form then starts with them empty and leaves them out. */
    isContactShown: z.boolean(),
  }),
});

export const saveUser = defineEndpoint({
  name: 'user.saveUser',
  method: 'POST',
  path: 'user/saveUser',
  access: { code: ['user:user:add'] },
  kind: 'command',
  summary: 'Creates an account with a one-time password',
  request: saveUserForm,
  reply: z.object({
    /** Empty while the account awaits approval. */
    userNo: z.string(),
    delivery: passwordDelivery,
    changeNo,
  }),
});

export const updateUser = defineEndpoint({
  name: 'user.updateUser',
  method: 'POST',
  path: 'user/updateUser',
  access: { code: ['user:user:update'] },
  kind: 'command',
  preview: true,
  summary: 'Changes an account; LEFT freezes it, changed rights hold for the very next call of that person',
  request: updateUserForm,
  reply: z.object({ userNo: z.string(), version: z.number(), sessionsEnded: z.number(), changeNo }),
});

export const freezePreview = defineEndpoint({
  name: 'user.freezePreview',
  method: 'GET',
  path: 'user/freezePreview/{userNo}',
  access: { code: ['user:user:freeze', 'user:user:resetPassword', 'user:user:resetMfa'] },
  kind: 'query',
  summary: 'What ends when this account is frozen or its credentials are reset',
  request: z.object({ userNo: businessNo }),
  reply: z.object({
    userNo: z.string(),
    realName: z.string(),
    /** Live sessions that end at once. */
    sessions: z.number(),
    /** Open warnings assigned to the person; they go back to their roles. */
    assignedWarnings: z.number(),
    /** The personnel records that are frozen too, each with the open work that goes back. */
    records: z.array(
      z.object({
        personnelKind: z.enum(['AUDITOR', 'COLLECTOR', 'TELEMARKETER', 'SERVICE', 'TRAFFIC']),
        open: z.number(),
      }),
    ),
    isSelf: z.boolean(),
    isLastAdministrator: z.boolean(),
  }),
});

const oneUser = z.strictObject({ userNo: businessNo, reason: z.optional(reason) });

export const frozenUser = defineEndpoint({
  name: 'user.frozenUser',
  method: 'POST',
  path: 'user/frozenUser',
  access: { code: ['user:user:freeze'] },
  kind: 'command',
  preview: true,
  summary: 'Freezes sign-in; every session of the person ends at once',
  request: oneUser,
  reply: z.object({ sessionsEnded: z.number(), warningsReturned: z.number() }),
});

export const unFrozenUser = defineEndpoint({
  name: 'user.unFrozenUser',
  method: 'POST',
  path: 'user/unFrozenUser',
  access: { code: ['user:user:unfreeze'] },
  kind: 'command',
  preview: true,
  summary: 'Lets a frozen person sign in again',
  request: oneUser,
  reply: z.object({ userStatus, changeNo }),
});

export const reset = z.strictObject({ userNo: businessNo, reason });

export const resetPwd = defineEndpoint({
  name: 'user.resetPwd',
  method: 'POST',
  path: 'user/resetPwd',
  access: { code: ['user:user:resetPassword'] },
  kind: 'command',
  summary:
    'Replaces the password by a one-time one, once an approver agrees where changes of users await one; every session ends and a new password must be chosen',
  request: reset,
  reply: z.object({ sessionsEnded: z.number(), delivery: passwordDelivery, changeNo }),
});

export const sessions = defineEndpoint({
  name: 'user.sessions',
  method: 'GET',
  path: 'user/sessions/{userNo}',
  access: { page: [USER_MANAGEMENT_PAGE] },
  kind: 'query',
  summary: 'The live sessions of a user, newest first',
  request: z.object({ userNo: businessNo }),
  reply: z.array(
    z.object({
      sessionId: z.string(),
      /** True for the caller's own session, which ends by signing out. */
      isCurrent: z.boolean(),
      device: z.string(),
      address: z.string(),
      startedAt: z.string(),
      lastSeenAt: z.string(),
    }),
  ),
});

export const endSession = defineEndpoint({
  name: 'user.endSession',
  method: 'POST',
  path: 'user/sessions/end',
  // Freezing ends every session; whoever may do that may end one.
  access: { code: ['user:user:freeze'] },
  kind: 'command',
  summary: 'Ends one session of a user, or all of them; sign-in stays open',
  request: z.strictObject({
    userNo: businessNo,
    /** Absent: all but the caller's own. */
    sessionId: z.optional(z.string().check(z.minLength(1, 'Content cannot be blank'), z.maxLength(64))),
    reason,
  }),
  reply: z.object({ ended: z.number() }),
});

export const resetMFA = defineEndpoint({
  name: 'user.resetMFA',
  method: 'POST',
  path: 'user/resetMFA',
  access: { code: ['user:user:resetMfa'] },
  kind: 'command',
  summary:
    'Unbinds the authenticator, once an approver agrees where changes of users await one; every session ends and it must be bound again',
  request: reset,
  reply: z.object({ sessionsEnded: z.number(), changeNo }),
});

/** People that the preview of a batch names; its counts cover everybody. */
export const MERCHANT_PREVIEW_ITEMS = 50;
const merchantBatch = z.strictObject({
  userNos: selected,
  mode: merchantMode,
  /** May be empty with REPLACE alone. */
  merchantNos: z.array(businessNo).check(z.maxLength(200)),
});
const merchantBatchReply = z.object({
  succeeded: z.number(),
  unchanged: z.number(),
  failed: z.number(),
  /** Those that fail first, then those that change; at most {@link MERCHANT_PREVIEW_ITEMS}. */
  items: z.array(
    z.object({
      userNo: z.string(),
      realName: z.nullable(z.string()),
      result: z.enum(['CHANGED', 'UNCHANGED', 'FAILED']),
      /** Why it failed, in the caller's language; null otherwise. */
      reason: z.nullable(z.string()),
      before: z.array(z.string()),
      after: z.array(z.string()),
    }),
  ),
});
export type MerchantBatchReply = z.output<typeof merchantBatchReply>;

export const batchUpdateMerchantNoPreview = defineEndpoint({
  name: 'user.batchUpdateMerchantNoPreview',
  method: 'POST',
  path: 'user/batchUpdateMerchantNo/preview',
  access: { code: ['user:user:batchUpdate'] },
  kind: 'query',
  summary: 'What batchUpdateMerchantNo would do to how many, and to some by name; writes nothing',
  request: merchantBatch,
  reply: merchantBatchReply,
});

export const batchUpdateMerchantNo = defineEndpoint({
  name: 'user.batchUpdateMerchantNo',
  method: 'POST',
  path: 'user/batchUpdateMerchantNo',
  access: { code: ['user:user:batchUpdate'] },
  kind: 'command',
  summary:
    'Adds, removes or replaces the merchants of many accounts by a job; each item succeeds or fails individually',
  request: z.extend(merchantBatch, { reason: askedFor }),
  reply: z.object({
    /** Null while the batch awaits approval. */
    jobNo: z.nullable(z.string()),
    changeNo,
  }),
});

export const moveMembers = defineEndpoint({
  name: 'user.moveMembers',
  method: 'POST',
  path: 'user/moveMembers',
  access: { code: ['user:user:update'] },
  kind: 'command',
  summary: 'Puts people into another department, all or none, once an approver agrees',
  request: z.strictObject({
    userNos: z.array(businessNo).check(z.minLength(1, 'SELECTION_EMPTY'), z.maxLength(500)),
    deptNo: businessNo,
    reason: askedFor,
  }),
  reply: z.object({ moved: z.number(), changeNo }),
});

export const getExcelUserList = defineEndpoint({
  name: 'user.getExcelUserList',
  method: 'POST',
  path: 'user/getExcelUserList',
  access: { code: ['user:user:export'] },
  kind: 'query',
  replyForm: 'file',
  summary: 'Exactly the filtered or the selected accounts as CSV or XLSX, masked like the list',
  request: z.strictObject({
    format: z.enum(['csv', 'xlsx']),
    filters: userFilters,
    sort: listRequest(userFilters, USER_SORT_FIELDS).shape.sort,
    /** With it, just these of what the filters match. */
    userNos: z.optional(selected),
  }),
  reply: z.unknown(),
});

export const exportUserList = defineEndpoint({
  name: 'user.exportUserList',
  method: 'POST',
  path: 'user/exportUserList',
  access: { code: ['user:user:export'] },
  kind: 'command',
  summary: 'The file of getExcelUserList, made by a job; its progress and file are the job’s',
  request: getExcelUserList.request,
  reply: z.object({ jobNo: z.string() }),
});

export interface Organization {
  orgNo: string;
  orgName: string;
  childSet: Organization[];
}
const organization: z.ZodMiniType<Organization, Organization> = z.object({
  orgNo: z.string(),
  orgName: z.string(),
  childSet: z.lazy(() => z.array(organization)),
});

export const getOrganization = defineEndpoint({
  name: 'user.getOrganization',
  method: 'GET',
  path: 'user/getOrganization',
  access: seen,
  kind: 'query',
  summary: 'The tree of organisations',
  request: z.object({}),
  reply: z.array(organization),
});

export const getCompanyCodeList = defineEndpoint({
  name: 'user.getCompanyCodeList',
  method: 'GET',
  path: 'user/getCompanyCodeList',
  access: seen,
  kind: 'query',
  summary: 'Companies and their merchants, as far as the caller sees them',
  request: z.object({}),
  reply: z.array(
    z.object({
      companyName: z.string(),
      companyCode: z.string(),
      childList: z.array(
        z.object({
          merchantName: z.string(),
          merchantNo: z.string(),
          orgName: z.nullable(z.string()),
        }),
      ),
    }),
  ),
});
