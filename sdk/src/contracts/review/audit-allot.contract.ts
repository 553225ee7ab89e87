import * as z from 'zod/mini';
import { ORDER_ALLOCATION_PAGE, ORDER_MANAGEMENT_PAGE } from './audit-order.contract.ts';
import { allotFilters, allotRow } from './audit-order.ts';
import { defineEndpoint } from '../endpoint.ts';
import { businessNo, exportReply, exportRequest, listReply, listRequest, reason } from '../list.ts';

/**
 * ALLOT_MODE. AVERAGE: everybody the same. BY_CAP: by what each may still get. ONE_PERSON: all to one.
 * AUTO is what auto-allocation does: always the lowest open ÷ cap.
 */
export const allotMode = z.enum(['AVERAGE', 'BY_CAP', 'ONE_PERSON']);
export const MAX_ORDERS = 500;
/** How long the person who assigned may take it back, unopened, in milliseconds. */
export const UNDO_MS = 60_000;

const orderNos = z
  .array(businessNo)
  .check(z.minLength(1, 'SELECTION_EMPTY'), z.maxLength(MAX_ORDERS, 'At most 500 orders at a time'));
const auditorUserNos = z.array(businessNo).check(z.minLength(1, 'Choose at least 1'), z.maxLength(200));

const SORTS = ['applyTime', 'allotTime', 'leaseEndsAt'] as const;

export const page = defineEndpoint({
  name: 'auditAllot.page',
  method: 'POST',
  path: 'loans/audit/allot/page',
  access: { page: [ORDER_ALLOCATION_PAGE] },
  kind: 'query',
  summary: 'Orders that wait for a reviewer, or that reviewers have',
  request: listRequest(allotFilters, SORTS),
  reply: listReply(allotRow),
});

export const exportList = defineEndpoint({
  name: 'auditAllot.exportList',
  method: 'POST',
  path: 'loans/audit/allot/export',
  access: { code: ['audit:order:export'] },
  kind: 'command',
  summary: 'The filtered or the selected orders of this list as a file, made by a job',
  request: exportRequest(allotFilters, SORTS),
  reply: exportReply,
});

const reviewer = z.object({
  auditorUserNo: z.string(),
  auditorName: z.string(),
  groupName: z.nullable(z.string()),
  openCount: z.number(),
  doneToday: z.number(),
  dailyCap: z.number(),
  /** What they may still get today. */
  placesLeft: z.number(),
  isOnShift: z.boolean(),
  firstLoanWhitelist: z.boolean(),
  joinAutoAllot: z.boolean(),
  isAiEmployee: z.boolean(),
  /** Median seconds from opening an order to deciding on it over 7 days, as their browser told; null without any. */
  medianSeconds: z.nullable(z.number()),
  merchantNos: z.array(z.string()),
  /** Why they cannot get `orderNo`, or anything, now, in the caller’s language; null where they can. */
  refusal: z.nullable(z.string()),
});
export type Reviewer = z.output<typeof reviewer>;

export const auditors = defineEndpoint({
  name: 'auditAllot.auditors',
  method: 'GET',
  path: 'loans/audit/allot/auditors',
  access: { page: [ORDER_ALLOCATION_PAGE, ORDER_MANAGEMENT_PAGE] },
  kind: 'query',
  summary: 'The reviewers of the caller’s merchants with what they have; for one order, who may get it',
  request: z.object({ orderNo: z.optional(businessNo) }),
  reply: z.array(reviewer),
});

export const preview = defineEndpoint({
  name: 'auditAllot.preview',
  method: 'POST',
  path: 'loans/audit/allot/preview',
  access: { code: ['audit:order:allot'] },
  kind: 'query',
  summary: 'Who would get how many of these orders, and which would find nobody; writes nothing',
  request: z.strictObject({
    orderNos,
    allotMode: z.enum([...allotMode.options, 'AUTO']),
    /** Left out with AUTO. */
    auditorUserNos: z.optional(auditorUserNos),
  }),
  reply: z.object({
    people: z.array(
      z.object({
        auditorUserNo: z.string(),
        auditorName: z.string(),
        openCount: z.number(),
        dailyCap: z.number(),
        placesLeft: z.number(),
        /** How many of these orders. */
        gets: z.number(),
      }),
    ),
    left: z.array(z.object({ orderNo: z.string(), reason: z.string() })),
  }),
});

export const allot = defineEndpoint({
  name: 'auditAllot.allot',
  method: 'POST',
  path: 'loans/audit/allot',
  access: { code: ['audit:order:allot'] },
  kind: 'command',
  preview: true,
  summary:
    'Hands orders to reviewers: one at once, several by a job as previewed. ORDER_TAKEN, ORDER_NOT_TO_ALLOCATE, AUDITOR_*',
  request: z.strictObject({
    orderNos,
    allotMode,
    auditorUserNos,
    /** Takes the order from its present reviewer in the same step; one order alone. */
    isReallocation: z._default(z.boolean(), false),
  }),
  reply: z.object({ jobNo: z.nullable(z.string()) }),
});

export const auto = defineEndpoint({
  name: 'auditAllot.auto',
  method: 'POST',
  path: 'loans/audit/allot/auto',
  access: { code: ['audit:order:allot'] },
  kind: 'command',
  preview: true,
  summary: 'Hands each order to the reviewer with the lowest open ÷ cap, by a job; the selected, or all that match',
  request: z.strictObject({
    /** Null: all that wait and match the filters, the longest waiting first, at most 2,000. */
    orderNos: z.nullable(orderNos),
    filters: allotFilters,
  }),
  reply: z.object({ jobNo: z.string() }),
});

export const recall = defineEndpoint({
  name: 'auditAllot.recall',
  method: 'POST',
  path: 'loans/audit/allot/recall',
  access: { code: ['audit:order:recall', 'audit:order:allot'] },
  kind: 'command',
  preview: true,
  summary:
    'Takes orders back from their reviewers (audit:order:recall), or undoes one’s own allocation of the last minute. UNDO_TOO_LATE',
  request: z.strictObject({
    orderNos,
    reason: z.optional(reason),
    /** Undo: within 60 seconds, by the person who assigned it, while it is unopened. */
    isUndo: z._default(z.boolean(), false),
  }),
  reply: z.object({ jobNo: z.nullable(z.string()) }),
});
