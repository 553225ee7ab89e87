import * as z from 'zod/mini';
import { defineEndpoint } from '../endpoint.ts';
import {
  businessNo,
  dayRange,
  daysFilter,
  exportReply,
  exportRequest,
  listReply,
  listRequest,
  reason,
  textFilter,
} from '../list.ts';
import {
  callPhone,
  distributeForm,
  distributionPlan,
  entryId,
  entryPast,
  followStatus,
  recallForm,
  willingness,
} from './call-parts.ts';

const PREFIX = 'customerServiceCenter/notLoggedList';
const code = (action: string) => ({ code: [`customerService:notLoggedList:${action}`] }) as const;
const SEEN = code('query');
const SHARE = code('distribute');

export const notLoggedType = z.enum(['NEVER_LOGGED_IN', 'DORMANT', 'UNFINISHED_APPLICATION']);
export const notLoggedStatus = z.enum(['POOL', 'ASSIGNED', 'SELF_RETURNED', 'DONE']);

export const notLoggedRow = z.object({
  entryId: z.string(),
  merchantNo: z.string(),
  merchantName: z.string(),
  /** Masked. */
  phone: z.string(),
  /** Masked where the caller is. */
  customerName: z.nullable(z.string()),
  batchNo: z.nullable(z.string()),
  appName: z.nullable(z.string()),
  listType: z.string(),
  registeredAt: z.nullable(z.string()),
  lastLoginAt: z.nullable(z.string()),
  /** Since the last sign-in, or since registration where there was none. */
  notLoggedDays: z.nullable(z.number()),
  /** FIRST before the first disbursed loan. */
  loanType: z.enum(['FIRST', 'REPEAT']),
  /** Of the credit line; null: none. */
  creditRemainingCents: z.nullable(z.number()),
  listStatus: notLoggedStatus,
  followStatus,
  willingness: z.nullable(willingness),
  callPersonUserNo: z.nullable(z.string()),
  callPersonName: z.nullable(z.string()),
  callCount: z.number(),
  nextCallAt: z.nullable(z.string()),
  createdAt: z.string(),
  allowedActions: z.array(z.enum(['distribute', 'recall'])),
});
export type NotLoggedRow = z.output<typeof notLoggedRow>;

/** What its list is found by, and what a saved filter of it holds. */
export const filters = z.strictObject({
  /** Exact. */
  phone: z.optional(callPhone),
  batchNo: textFilter,
  appName: textFilter,
  listType: z.optional(notLoggedType),
  notLoggedDays: daysFilter,
  listStatus: z.optional(notLoggedStatus),
  followStatus: z.optional(followStatus),
  willingness: z.optional(willingness),
  callPersonUserNo: z.optional(businessNo),
  merchantNo: z.optional(businessNo),
  createdAt: dayRange,
  registeredAt: dayRange,
});
const SORTS = ['createdAt', 'lastLoginAt', 'nextCallAt'] as const;

export const page = defineEndpoint({
  name: 'notLoggedList.page',
  method: 'POST',
  path: `${PREFIX}/page`,
  access: SEEN,
  kind: 'query',
  summary: 'Customers who registered and do not sign in, shared out for calling.',
  request: listRequest(filters, SORTS),
  reply: listReply(notLoggedRow),
});

export const exportList = defineEndpoint({
  name: 'notLoggedList.export',
  method: 'POST',
  path: `${PREFIX}/export`,
  access: code('export'),
  kind: 'command',
  summary: 'The filtered or the selected entries as a file, made by a job',
  request: exportRequest(filters, SORTS),
  reply: exportReply,
});

export const detail = defineEndpoint({
  name: 'notLoggedList.detail',
  method: 'GET',
  path: `${PREFIX}/{entryId}`,
  access: SEEN,
  kind: 'query',
  summary: 'An entry with what the gate says now, its talks, calls and owners. CALL_ENTRY_NOT_FOUND',
  request: z.object({ entryId }),
  reply: z.object({ row: notLoggedRow, ...entryPast }),
});

export const returns = defineEndpoint({
  name: 'notLoggedList.returns',
  method: 'GET',
  path: `${PREFIX}/returns`,
  access: SEEN,
  kind: 'query',
  summary: 'How many signed in again within the last 30 days, and how many of them without a call',
  request: z.object({}),
  reply: z.object({ returned: z.number(), uncalled: z.number() }),
});

export const tree = defineEndpoint({
  name: 'notLoggedList.callPersonTree',
  method: 'GET',
  path: 'customerServiceCenter/callPersonTree',
  access: SEEN,
  kind: 'query',
  summary: 'Agents of the caller’s merchants by department, with what they have and what still fits today',
  request: z.object({}),
  reply: z.array(
    z.object({
      deptName: z.string(),
      callPersonTreeResDtoList: z.array(
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

export const distributePlan = defineEndpoint({
  name: 'notLoggedList.distributePlan',
  method: 'POST',
  path: `${PREFIX}/distributePlan`,
  access: SHARE,
  kind: 'query',
  summary: 'Who would get how many entries, and what each would have open then',
  request: distributeForm,
  reply: distributionPlan,
});

export const distribute = defineEndpoint({
  name: 'notLoggedList.distribute',
  method: 'POST',
  path: `${PREFIX}/distribute`,
  access: SHARE,
  kind: 'command',
  summary: 'Shares entries out to agents on shift, each within the daily limit, by a job. CALL_NOBODY_FREE',
  request: distributeForm,
  reply: exportReply,
});

export const recall = defineEndpoint({
  name: 'notLoggedList.recall',
  method: 'POST',
  path: `${PREFIX}/recall`,
  access: SHARE,
  kind: 'command',
  preview: true,
  summary: 'Takes an entry back into the pool.',
  request: z.strictObject({ entryId, reason }),
  reply: z.object({ entryId: z.string(), listStatus: z.string() }),
});
export const recallMany = defineEndpoint({
  name: 'notLoggedList.recallMany',
  method: 'POST',
  path: `${PREFIX}/recallMany`,
  access: SHARE,
  kind: 'command',
  summary: 'The same for several, one transaction each, by a job.',
  request: recallForm,
  reply: exportReply,
});

/** A row of an imported file. */
export const importForm = z.strictObject({
  merchantNo: businessNo,
  phone: callPhone,
  listType: notLoggedType,
  appName: z.nullable(z.string().check(z.trim(), z.maxLength(64, 'At most 64 characters'))),
  lastLoginOn: z.nullable(z.iso.date('A date, e.g. 2026-11-30')),
});
