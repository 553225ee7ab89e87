import * as z from 'zod/mini';
import { defineEndpoint } from '../endpoint.ts';
import { businessNo, dayRange, exportReply, exportRequest, listReply, listRequest, textFilter } from '../list.ts';
import { callLine, callPhone, followUpLine } from './call-parts.ts';

const SECTION = '/AdminContent/TelemarketingSystem/';
export const attributedBy = z.enum(['RULE', 'APPROVAL']);
/** As far as the telemarketer is concerned: nothing due, something past due, all paid. */
export const loanState = z.enum(['OPEN', 'PAST_DUE', 'SETTLED']);
const loanType = z.enum(['FIRST', 'REPEAT']);
/** ORDER_STATUS */
const orderStatus = z.string().check(z.regex(/^[A-Z_]{1,32}$/));

/** What a bonus is for: the application, the loan. */
export const bonusLine = z.enum(['INCOMING', 'LOAN']);

export const orderRow = z.object({
  orderNo: z.string(),
  /** Masked where the caller is. */
  customerName: z.string(),
  /** Masked. */
  phone: z.string(),
  merchantNo: z.string(),
  merchantName: z.string(),
  productNo: z.string(),
  productName: z.string(),
  loanType,
  loanAmountCents: z.number(),
  approvedAmountCents: z.nullable(z.number()),
  orderStatus: z.string(),
  incomingChannel: z.nullable(z.string()),
  attributedBy,
  telemarketerUserNo: z.string(),
  telemarketerName: z.string(),
  firstCallAt: z.nullable(z.string()),
  applyTime: z.string(),
  /** Of a returned application: until when the customer may correct it. */
  returnedUntil: z.nullable(z.string()),
  /** Of a disbursed order. */
  actualLoanAmountCents: z.nullable(z.number()),
  /** Still to be paid. */
  billAmountCents: z.number(),
  lendingTime: z.nullable(z.string()),
  dueDate: z.nullable(z.string()),
  loanState: z.nullable(loanState),
  settledAt: z.nullable(z.string()),
  /** What it counts for, as it was called for and applied for; null outside any activity. */
  activityName: z.nullable(z.string()),
  /** Of the application and, once disbursed, of the loan: information, nothing is posted. */
  estimatedBonusCents: z.nullable(z.number()),
  bonus: z.array(z.object({ line: bonusLine, cents: z.number() })),
  allowedActions: z.array(z.enum(['call', 'sms', 'follow'])),
});
export type OrderRow = z.output<typeof orderRow>;

/** One’s applications in an activity, against its steps of the month. */
export const activityCount = z.object({
  activityNo: z.string(),
  activityName: z.string(),
  today: z.number(),
  month: z.number(),
  /** Of the steps reached: an estimate. */
  reachedCents: z.number(),
  /** The next step, and how many applications today keep one on the way to it; null once all are reached. */
  next: z.nullable(z.object({ applications: z.number(), bonusCents: z.number(), forToday: z.number() })),
});
export type ActivityCount = z.output<typeof activityCount>;

const SORTS = ['applyTime', 'lendingTime'] as const;
const shared = {
  orderNo: textFilter,
  /** Exact. */
  phone: z.optional(callPhone),
  merchantNo: z.optional(businessNo),
  productNo: textFilter,
  loanType: z.optional(loanType),
  telemarketerUserNo: z.optional(businessNo),
  activityNo: z.optional(businessNo),
};
const incomingFilters = z.strictObject({
  ...shared,
  orderStatus: z.optional(orderStatus),
  incomingChannel: textFilter,
  applyTime: dayRange,
});
const loanFilters = z.strictObject({
  ...shared,
  loanState: z.optional(loanState),
  /** Settled, and its customer may be invited: no later application, no cool-off, nobody who opted out. */
  mayBorrow: z.optional(z.boolean()),
  lendingTime: dayRange,
  /** The last due date of the loan. */
  dueDate: dayRange,
});

function ordersOf<const Name extends string, Filters extends z.ZodMiniType>(of: {
  readonly name: Name;
  readonly page: string;
  readonly exported: string;
  readonly filters: Filters;
  readonly summary: string;
}) {
  const at = `telemarketing/${of.name}`;
  const seen = { page: [SECTION + of.page] } as const;
  return {
    page: defineEndpoint({
      name: `${of.name}.page`,
      method: 'POST',
      path: `${at}/page`,
      access: seen,
      kind: 'query',
      summary: of.summary,
      request: listRequest(of.filters, SORTS),
      reply: listReply(orderRow),
    }),
    exportList: defineEndpoint({
      name: `${of.name}.export`,
      method: 'POST',
      path: `${at}/export`,
      access: { code: [of.exported] },
      kind: 'command',
      summary: 'The filtered or the selected orders as a file, made by a job',
      request: exportRequest(of.filters, SORTS),
      reply: exportReply,
    }),
    summary: defineEndpoint({
      name: `${of.name}.summary`,
      method: 'GET',
      path: `${at}/summary`,
      access: seen,
      kind: 'query',
      summary: 'How many of the caller’s today and this month (EAT)',
      request: z.object({}),
      reply: z.object({
        today: z.number(),
        month: z.number(),
        amountCents: z.number(),
        /** Of applications: returned, and to be corrected by their customers; of loans: settled, and may borrow again. */
        waiting: z.number(),
        /** Of loans settled in the last 90 days, in percent: with no bill paid late. Null for none, and of applications. */
        onTimePercent: z.nullable(z.number()),
        /** Of applications: the caller’s activities of this month that have steps. */
        activities: z.array(activityCount),
      }),
    }),
    detail: defineEndpoint({
      name: `${of.name}.detail`,
      method: 'GET',
      path: `${at}/{orderNo}`,
      access: seen,
      kind: 'query',
      summary: 'An attributed order with its steps, the calls that led to it and follow-ups. ORDER_NOT_FOUND',
      request: z.object({ orderNo: businessNo }),
      reply: z.object({
        row: orderRow,
        steps: z.array(z.object({ id: z.string(), at: z.string(), toStatus: z.string() })),
        calls: z.array(callLine),
        followUps: z.array(followUpLine),
      }),
    }),
  };
}

export const myIncoming = ordersOf({
  name: 'myIncoming',
  page: 'MyIncoming',
  exported: 'telemarketing:incoming:export',
  filters: incomingFilters,
  summary: 'Applications that came from one’s calls; leads see those of everybody.',
});
export const myLoan = ordersOf({
  name: 'myLoan',
  page: 'MyLoan',
  exported: 'telemarketing:loan:export',
  filters: loanFilters,
  summary: 'Loans that came from one’s calls, and who may be invited again.',
});
