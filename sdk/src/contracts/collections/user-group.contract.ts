import * as z from 'zod/mini';
import { defineEndpoint } from '../endpoint.ts';
import { businessNo, exportReply, exportRequest, listReply, listRequest, textFilter } from '../list.ts';

export const SMS_MARKETING_TASK_PAGE = '/AdminContent/MarketingManagement/SmsMarketingTask';
const AT = 'marketingManage/userGroup';
const seen = { page: [SMS_MARKETING_TASK_PAGE] } as const;

/** GROUP_LOAN_STATE. Of the customer's loans: none paid out, one open, or all settled. */
export const groupLoanState = z.enum(['NEVER', 'OPEN', 'SETTLED']);
/** GROUP_DROP. Why somebody of a group gets no message, first reason first. */
export const groupDrop = z.enum(['CLOSED_ACCOUNT', 'BLOCKED', 'BLACKLISTED', 'NO_CONSENT', 'CAP']);

const days = z.nullable(z.int().check(z.minimum(0, '0 to 3,650'), z.maximum(3650, '0 to 3,650')));
/** What all of a group match. Empty parts ask nothing. */
export const groupRules = z.strictObject({
  loanState: z.nullable(groupLoanState),
  /** Since the last loan was settled. */
  settledDaysFrom: days,
  settledDaysTo: days,
  /** Excludes who was ever later with a bill. */
  maxDaysLate: days,
  /** Bills settled by their due date. */
  minOnTimeCount: days,
  /** Excludes who applied within so many days. */
  notAppliedDays: days,
  /** Excludes who was reached or tried within so many days. */
  notContactedDays: days,
  county: z.nullable(z.string().check(z.trim(), z.maxLength(64))),
});
export type GroupRules = z.output<typeof groupRules>;

const userGroupNo = z.string().check(z.regex(/^UG\d+$/, 'User group number cannot be empty'));
const form = {
  merchantNo: businessNo,
  groupName: z
    .string()
    .check(z.trim(), z.minLength(1, 'Content cannot be blank'), z.maxLength(64, 'At most 64 characters')),
  rules: groupRules,
};

export const groupRow = z.object({
  userGroupNo: z.string(),
  merchantNo: z.string(),
  merchantName: z.string(),
  groupName: z.string(),
  rules: groupRules,
  updatedByName: z.string(),
  updatedAt: z.string(),
  version: z.number(),
  allowedActions: z.array(z.enum(['update', 'check'])),
});
export type GroupRow = z.output<typeof groupRow>;

/** A group as it is now. */
export const groupCheck = z.object({
  userGroupNo: z.string(),
  groupName: z.string(),
  merchantNo: z.string(),
  size: z.number(),
  /** Who may be written to. */
  optedIn: z.number(),
  /** Further customers with a number that is counted already. */
  duplicates: z.number(),
  drops: z.array(z.object({ reason: groupDrop, people: z.number() })),
  /** Ten of them, masked. */
  sample: z.array(z.object({ customerNo: z.string(), phone: z.string(), drop: z.nullable(groupDrop) })),
  /** Saving a task asks for it; a group that changed since has another. */
  checkToken: z.string(),
});
export type GroupCheck = z.output<typeof groupCheck>;

const filters = z.strictObject({ userGroupNo: textFilter, groupName: textFilter, merchantNo: z.optional(businessNo) });
const SORTS = ['updatedAt'] as const;

export const page = defineEndpoint({
  name: 'userGroup.page',
  method: 'POST',
  path: `${AT}/page`,
  access: seen,
  kind: 'query',
  summary: 'User groups of the caller’s merchants',
  request: listRequest(filters, SORTS),
  reply: listReply(groupRow),
});

/** Errors: REFERENCE_UNKNOWN, USER_GROUP_NOT_FOUND, STALE. */
export const save = defineEndpoint({
  name: 'userGroup.save',
  method: 'POST',
  path: `${AT}/save`,
  access: { code: ['marketing:smsTask:save'] },
  kind: 'command',
  preview: true,
  summary: 'Writes what a group is made of; tasks that run keep the people they began with',
  request: z.strictObject({ userGroupNo: z.optional(userGroupNo), version: z.optional(z.int()), ...form }),
  reply: z.object({ userGroupNo: z.string(), version: z.number() }),
});

/** Errors: USER_GROUP_NOT_FOUND. */
export const check = defineEndpoint({
  name: 'userGroup.check',
  method: 'POST',
  path: `${AT}/check`,
  access: {
    code: [
      'marketing:smsTask:save',
      'marketing:robot:save',
      'operation:aiPushTask:create',
      'operation:temporaryCreditTask:create',
      'telemarketing:circlePeople:import',
    ],
  },
  kind: 'query',
  summary: 'How many a group has now, who falls out and why, and the token that saving asks for',
  request: z.strictObject({ userGroupNo }),
  reply: groupCheck,
});

/** Errors: REFERENCE_UNKNOWN. */
export const tryRules = defineEndpoint({
  name: 'userGroup.try',
  method: 'POST',
  path: `${AT}/try`,
  access: { code: ['marketing:smsTask:save'] },
  kind: 'query',
  summary: 'How many the rules of a form match now',
  request: z.strictObject({ merchantNo: businessNo, rules: groupRules }),
  reply: z.object({ size: z.number(), optedIn: z.number() }),
});

export const exportList = defineEndpoint({
  name: 'userGroup.export',
  method: 'POST',
  path: `${AT}/export`,
  access: { code: ['marketing:smsTask:export'] },
  kind: 'command',
  summary: 'The filtered or the selected groups as a file, made by a job',
  request: exportRequest(filters, SORTS),
  reply: exportReply,
});
