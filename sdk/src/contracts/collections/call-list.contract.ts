import * as z from 'zod/mini';
import { defineEndpoint } from '../endpoint.ts';
import {
  businessNo,
  dayRange,
  exportReply,
  exportRequest,
  listReply,
  listRequest,
  reason,
  selected,
  textFilter,
} from '../list.ts';
import {
  ANY_TELEMARKETING_PAGE,
  callPhone,
  distributeForm,
  distributionPlan,
  entryId,
  entryPast,
  followStatus,
  optionCode,
  recallForm,
  willingness,
} from './call-parts.ts';

export { distributeMode, followStatus, willingness } from './call-parts.ts';
export type FollowStatus = z.output<typeof followStatus>;
export type Willingness = z.output<typeof willingness>;

const PREFIX = 'telemarketing/list';
export const CALL_LIST_PAGE = '/AdminContent/TelemarketingSystem/ListLibraryManagement';
const seen = { page: [CALL_LIST_PAGE] } as const;
const code = (action: string) => ({ code: [`telemarketing:list:${action}`] }) as const;

export const marketingListStatus = z.enum(['POOL', 'ASSIGNED', 'CONVERTED']);
/** 0 not incoming, 1 already incoming, 2 unregistered, 3 rejected, 4 unauthorized. */
export const customerStatus = z.enum(['0', '1', '2', '3', '4']);
export const abandonReason = z.enum([
  'UNWILLING',
  'NUMBER_FAULT',
  'MAX_ATTEMPTS',
  'EXPIRED',
  'OPTED_OUT',
  'BLACKLISTED',
  'MANUAL',
]);
export type AbandonReason = z.output<typeof abandonReason>;

export const entryRow = z.object({
  entryId: z.string(),
  merchantNo: z.string(),
  merchantName: z.string(),
  /** Masked. */
  phone: z.string(),
  batchNo: z.nullable(z.string()),
  listType: z.string(),
  listTypeName: z.string(),
  marketingTarget: z.string(),
  marketingTargetName: z.string(),
  listStatus: marketingListStatus,
  followStatus,
  customerStatus,
  willingness: z.nullable(willingness),
  recommendedProductNo: z.nullable(z.string()),
  recommendedProductName: z.nullable(z.string()),
  recommendedAmountCents: z.nullable(z.number()),
  userGroupNo: z.nullable(z.string()),
  telemarketerUserNo: z.nullable(z.string()),
  telemarketerName: z.nullable(z.string()),
  callCount: z.number(),
  lastCallAt: z.nullable(z.string()),
  nextCallAt: z.nullable(z.string()),
  expireAt: z.nullable(z.string()),
  createdAt: z.string(),
  allowedActions: z.array(z.enum(['updateTarget', 'distribute', 'recall', 'abandon'])),
});
export type EntryRow = z.output<typeof entryRow>;

/** What its list is found by, and what a saved filter of it holds. */
export const filters = z.strictObject({
  /** Exact. */
  phone: z.optional(callPhone),
  batchNo: textFilter,
  listType: z.optional(optionCode),
  marketingTarget: z.optional(optionCode),
  listStatus: z.optional(marketingListStatus),
  followStatus: z.optional(followStatus),
  customerStatus: z.optional(customerStatus),
  willingness: z.optional(willingness),
  recommendedProductNo: z.optional(businessNo),
  userGroupNo: textFilter,
  telemarketerUserNo: z.optional(businessNo),
  merchantNo: z.optional(businessNo),
  createdAt: dayRange,
  /** Due, not expired, agreed to and not blacklisted. */
  callableNow: z.optional(z.boolean()),
});
const SORTS = ['createdAt', 'nextCallAt', 'lastCallAt', 'expireAt'] as const;

export const page = defineEndpoint({
  name: 'callList.page',
  method: 'POST',
  path: `${PREFIX}/page`,
  access: seen,
  kind: 'query',
  summary: 'People who may still be called for marketing: where they came from, whose they are, when next.',
  request: listRequest(filters, SORTS),
  reply: listReply(entryRow),
});

export const exportList = defineEndpoint({
  name: 'callList.export',
  method: 'POST',
  path: `${PREFIX}/export`,
  access: code('export'),
  kind: 'command',
  summary: 'The filtered or the selected entries as a file, made by a job',
  request: exportRequest(filters, SORTS),
  reply: exportReply,
});

export const detail = defineEndpoint({
  name: 'callList.detail',
  method: 'GET',
  path: `${PREFIX}/{entryId}`,
  access: seen,
  kind: 'query',
  summary: 'An entry with what the gate says now, its talks, calls and owners. CALL_ENTRY_NOT_FOUND',
  request: z.object({ entryId }),
  reply: z.object({ row: entryRow, ...entryPast }),
});

export const tree = defineEndpoint({
  name: 'callList.telemarketerTree',
  method: 'GET',
  path: 'telemarketing/telemarketerTree',
  access: ANY_TELEMARKETING_PAGE,
  kind: 'query',
  summary: 'Telemarketers of the caller’s merchants by department, with what they have and what still fits today',
  request: z.object({}),
  reply: z.array(
    z.object({
      deptName: z.string(),
      telemarketerTreeResDto: z.array(
        z.object({
          userNo: z.string(),
          realName: z.string(),
          open: z.number(),
          places: z.number(),
          isOnShift: z.boolean(),
        }),
      ),
    }),
  ),
});

const targetForm = {
  marketingTarget: optionCode,
  recommendedProductNo: z.nullable(businessNo),
  /** Unsigned cents. */
  recommendedAmountCents: z.nullable(z.int().check(z.minimum(1, 'Must be above 0'))),
};
const moved = z.object({ entryId: z.string(), listStatus: z.string() });
const command = { method: 'POST', kind: 'command', preview: true, reply: moved } as const;
const job = { method: 'POST', kind: 'command', reply: exportReply } as const;

export const updateTarget = defineEndpoint({
  ...command,
  name: 'callList.updateTarget',
  path: `${PREFIX}/updateTarget`,
  access: code('update'),
  summary: 'Another target, product or amount. CALL_TARGET_LOCKED, CALL_ENTRY_EXISTS, REFERENCE_UNKNOWN',
  request: z.strictObject({ entryId, ...targetForm }),
});
export const updateTargetMany = defineEndpoint({
  ...job,
  name: 'callList.updateTargetMany',
  path: `${PREFIX}/updateTargetMany`,
  access: code('update'),
  summary: 'The same for several, one transaction each, by a job.',
  request: z.strictObject({ entryIds: selected, ...targetForm }),
});

export const targetCheck = defineEndpoint({
  name: 'callList.targetCheck',
  method: 'POST',
  path: `${PREFIX}/targetCheck`,
  access: code('update'),
  kind: 'query',
  summary: 'How many of these entries may get another target: open, and of a list type that lets it be edited',
  request: z.strictObject({ entryIds: selected }),
  reply: z.object({ editable: z.number(), total: z.number() }),
});

export const distribute = defineEndpoint({
  ...job,
  name: 'callList.distribute',
  path: `${PREFIX}/distribute`,
  access: code('distribute'),
  summary: 'Shares entries out to people on shift, each within the daily limit, by a job. CALL_NOBODY_FREE',
  request: distributeForm,
});

export const distributePlan = defineEndpoint({
  name: 'callList.distributePlan',
  method: 'POST',
  path: `${PREFIX}/distributePlan`,
  access: code('distribute'),
  kind: 'query',
  summary: 'Who would get how many entries, and what each would have open then',
  request: distributeForm,
  reply: distributionPlan,
});

export const recall = defineEndpoint({
  ...command,
  name: 'callList.recall',
  path: `${PREFIX}/recall`,
  access: code('distribute'),
  summary: 'Takes an entry back into the pool.',
  request: z.strictObject({ entryId, reason }),
});
export const recallMany = defineEndpoint({
  ...job,
  name: 'callList.recallMany',
  path: `${PREFIX}/recallMany`,
  access: code('distribute'),
  summary: 'The same for several, one transaction each, by a job.',
  request: recallForm,
});

export const abandon = defineEndpoint({
  ...command,
  name: 'callList.abandon',
  path: `${PREFIX}/abandon`,
  access: code('abandon'),
  summary: 'Puts an entry into the abandoned library.',
  request: z.strictObject({ entryId, reason }),
});
export const abandonMany = defineEndpoint({
  ...job,
  name: 'callList.abandonMany',
  path: `${PREFIX}/abandonMany`,
  access: code('abandon'),
  summary: 'The same for several, one transaction each, by a job.',
  request: recallForm,
});

/** A row of an imported file. */
export const importForm = z.strictObject({
  merchantNo: businessNo,
  phone: callPhone,
  listType: optionCode,
  marketingTarget: optionCode,
  optInSource: z
    .string()
    .check(z.trim(), z.minLength(1, 'Content cannot be blank'), z.maxLength(64, 'At most 64 characters')),
  /** The day of the consent. */
  optInAt: z.iso.date('A date, e.g. 2026-11-30'),
  recommendedProductNo: targetForm.recommendedProductNo,
  recommendedAmountCents: targetForm.recommendedAmountCents,
});

/** People of a file that one import takes. */
export const MAX_IMPORT = 200_000;

/** Numbers of a user group that one import takes. */
export const MAX_CIRCLE = 200_000;

export const circleImport = defineEndpoint({
  ...job,
  name: 'callList.circleImport',
  path: `${PREFIX}/circleImport`,
  access: { code: ['telemarketing:circlePeople:import'] },
  summary:
    'Lists the people of a checked user group by a job, each with their own consent. USER_GROUP_NOT_FOUND, USER_GROUP_UNCHECKED, USER_GROUP_EMPTY, CALL_CIRCLE_TOO_MANY, CALL_OPTION_UNKNOWN, REFERENCE_UNKNOWN',
  request: z.strictObject({
    userGroupNo: z.string().check(z.trim(), z.regex(/^UG\d+$/, 'User group number cannot be empty')),
    /** Of `userGroup.check`. */
    checkToken: z.string().check(z.maxLength(64)),
    listType: optionCode,
    ...targetForm,
  }),
});
