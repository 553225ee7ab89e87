import * as z from 'zod/mini';
import { defineEndpoint } from '../endpoint.ts';
import { businessNo, exportReply, exportRequest, listReply, listRequest, reason, selected } from '../list.ts';
import { versionStatus } from '../platform/config.contract.ts';

export const LOAN_LIMIT_PAGE = '/AdminContent/OperationSystem/MerchantLoanAmountManagement';
/** The configuration's key. Its subjects are a merchant and a loan type: `M0001_FIRST`. */
export const LOAN_LIMIT_KEY = 'operation.loanLimit';

export const loanType = z.enum(['FIRST', 'REPEAT']);
export const UNLIMITED = -1;

const isWhole = z.multipleOf(100, 'Whole shillings only');
const amountCents = z.int().check(z.minimum(100, 'At least KES 1'), isWhole);

/** What a merchant lends of one type of loan: the amount of each, and of an EAT day. */
export const loanLimit = z
  .strictObject({
    minAmountCents: amountCents,
    maxAmountCents: amountCents,
    /** Principal sent out a day. -1: unlimited, 0: none. */
    dailyAmountLimitCents: z.union([
      z.literal(UNLIMITED),
      z.int().check(z.minimum(0, 'Cannot be below 0, except -1'), isWhole),
    ]),
    /** Loans sent out a day. -1: unlimited, 0: none. */
    dailyOrderLimit: z.int().check(z.minimum(UNLIMITED, 'Cannot be below 0, except -1')),
    /** Part of the day's limit from which a warning tells of it. */
    alertPercent: z.int().check(z.minimum(1, '1 to 100'), z.maximum(100, '1 to 100')),
  })
  .check(
    z.refine(({ minAmountCents, maxAmountCents }) => minAmountCents <= maxAmountCents, {
      error: 'Cannot be below the minimum amount',
      path: ['maxAmountCents'],
    }),
  );
export type LoanLimit = z.output<typeof loanLimit>;

/** LIMIT_STATUS: what a limit lets through now. PAUSED: nothing until somebody resumes it. */
export const limitStatus = z.enum(['OPEN', 'REACHED', 'PAUSED']);

/** An order that waits for the merchant's day, oldest first. */
const heldOrder = z.object({
  orderNo: z.string(),
  approvedAmountCents: z.number(),
  auditTime: z.string(),
  /** HOLD_REASON */
  holdReason: z.literal('LIMIT_REACHED'),
});

export const usage = defineEndpoint({
  name: 'loanLimit.usage',
  method: 'POST',
  path: 'loanLimit/usage',
  access: { page: [LOAN_LIMIT_PAGE] },
  kind: 'query',
  summary: 'What today (EAT) took of the limits in force, and which orders wait until 00:00 EAT or a raise',
  request: z.strictObject({
    merchantNo: z.optional(businessNo),
    loanType: z.optional(loanType),
  }),
  reply: z.array(
    z.object({
      merchantNo: z.string(),
      merchantName: z.string(),
      loanType,
      limit: loanLimit,
      usedTodayCents: z.number(),
      usedOrders: z.number(),
      /** Of the limit that is nearer, rounded down; null where neither bounds a day. */
      usedPercent: z.nullable(z.number()),
      limitStatus,
      waitingOrders: z.number(),
      waitingCents: z.number(),
      /** The oldest 200 of them. */
      heldOrders: z.array(heldOrder),
    }),
  ),
});

/** What a merchant lends of one type of loan, whether or not anything bounds it. */
export const limitRow = z.object({
  /** `M0001_FIRST`: the subject of its versions. */
  subjectNo: z.string(),
  merchantNo: z.string(),
  merchantName: z.string(),
  companyCode: z.string(),
  loanType,
  /** Null where nothing bounds the lending. */
  limit: z.nullable(loanLimit),
  usedTodayCents: z.number(),
  usedOrders: z.number(),
  usedPercent: z.nullable(z.number()),
  /** When it is reached today, by today’s pace and four same weekdays; null where it is not. */
  reachedAt: z.nullable(z.string()),
  limitStatus: z.nullable(limitStatus),
  pauseReason: z.nullable(z.string()),
  /** What the enabled payout accounts that serve the merchant keep, by the books; null where it has none. */
  fundsCents: z.nullable(z.number()),
  /** The daily amounts of the merchant's other type of loan; 0 where nothing bounds it. */
  otherDailyCents: z.number(),
  waitingOrders: z.number(),
  waitingCents: z.number(),
  /** Of what waits, what would go out at once if the pause ended. */
  readyOrders: z.number(),
  openVersion: z.nullable(z.object({ versionNo: z.number(), versionStatus, effectiveFrom: z.string() })),
  allowedActions: z.array(z.enum(['save', 'pause', 'resume'])),
});
export type LimitRow = z.output<typeof limitRow>;

const filters = z.strictObject({
  companyCode: z.optional(z.string().check(z.trim(), z.maxLength(32))),
  merchantNo: z.optional(businessNo),
  loanType: z.optional(loanType),
  limitStatus: z.optional(limitStatus),
  /** Used of the nearer limit, in percent, at least. */
  usedPercentFrom: z.optional(z.string().check(z.regex(/^\d{1,3}$/, 'A percentage, e.g. 80'))),
});
export type LimitFilters = z.output<typeof filters>;
const SORTS = ['merchantName', 'usedPercent', 'waitingCents'] as const;
const seen = { page: [LOAN_LIMIT_PAGE] } as const;

export const page = defineEndpoint({
  name: 'loanLimit.page',
  method: 'POST',
  path: 'loanLimit/page',
  access: seen,
  kind: 'query',
  summary: 'Each merchant and loan type with its limit, what today took of it, and what waits',
  request: listRequest(filters, SORTS),
  reply: listReply(limitRow),
});

export const exportList = defineEndpoint({
  name: 'loanLimit.export',
  method: 'POST',
  path: 'loanLimit/export',
  access: seen,
  kind: 'command',
  summary: 'The filtered or the selected limits as a file, made by a job',
  request: exportRequest(filters, SORTS),
  reply: exportReply,
});

const stopped = {
  method: 'POST',
  access: { code: ['operation:loanLimit:save'] },
  kind: 'command',
  preview: true,
  request: z.strictObject({ merchantNo: businessNo, loanType, reason }),
  reply: z.object({ limitStatus, waitingOrders: z.number() }),
} as const;

export const pause = defineEndpoint({
  ...stopped,
  name: 'loanLimit.pause',
  path: 'loanLimit/pause',
  summary: 'Sends nothing more of a merchant’s loans until it is resumed. NOT_FOUND, NOTHING_CHANGES',
});

export const resume = defineEndpoint({
  ...stopped,
  name: 'loanLimit.resume',
  path: 'loanLimit/resume',
  summary: 'Ends a pause: what waits goes out within the limit, oldest first. NOT_FOUND, NOTHING_CHANGES',
});

/** SCALED_PART: what of a limit is scaled. */
export const scaledPart = z.enum(['dailyAmountLimitCents', 'dailyOrderLimit', 'maxAmountCents']);
export type ScaledPart = z.output<typeof scaledPart>;
const scaling = {
  /** `M0001_FIRST` and the like. */
  subjectNos: selected,
  /** Of the limit in force: 80 lowers it by a fifth. */
  percent: z.int().check(z.minimum(1, '1 to 1,000'), z.maximum(1_000, '1 to 1,000')),
  scaledParts: z.array(scaledPart).check(z.minLength(1, 'Choose at least 1')),
};

export const scalePreview = defineEndpoint({
  name: 'loanLimit.scalePreview',
  method: 'POST',
  path: 'loanLimit/scale/preview',
  access: { code: ['operation:loanLimit:save'] },
  kind: 'query',
  summary: 'What scaling does to each of these limits: before, after, whether it awaits approval, or why it cannot be',
  request: z.strictObject(scaling),
  reply: z.array(
    z.object({
      subjectNo: z.string(),
      merchantName: z.string(),
      loanType,
      usedTodayCents: z.number(),
      before: z.nullable(loanLimit),
      after: z.nullable(loanLimit),
      asksApproval: z.boolean(),
      /** Why it stays as it is. */
      fault: z.nullable(z.string()),
    }),
  ),
});

export const scaleMany = defineEndpoint({
  name: 'loanLimit.scaleMany',
  method: 'POST',
  path: 'loanLimit/scale',
  access: { code: ['operation:loanLimit:save'] },
  kind: 'command',
  summary: 'Scales limits by a percentage, by a job: a version each, which awaits approval where it is higher',
  request: z.strictObject({ ...scaling, effectiveFrom: z.iso.date('A date, e.g. 2026-11-30'), reason }),
  reply: exportReply,
});
