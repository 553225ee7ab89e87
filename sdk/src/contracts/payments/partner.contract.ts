import * as z from 'zod/mini';
import { batchAsked, someOf } from '../platform/batch.ts';
import { defineEndpoint } from '../endpoint.ts';
import { businessNo, dayRange, exportReply, exportRequest, listReply, listRequest, reason } from '../list.ts';
import { historyEntry } from '../platform/history.ts';
import { rechargeChannel } from './prepaid.contract.ts';

const seen = { page: ['/AdminContent/LoanSupermarketSystem/ReviewDataMaintain'] } as const;

/** REVIEW_DATA_STATUS. */
export const partnerDayStatus = z.enum(['OPEN', 'CONFIRMED', 'PAID']);
/** REVIEW_SOURCE. */
export const reviewSource = z.enum(['API', 'IMPORT', 'MANUAL']);
const partnerDayNo = z.string().check(z.regex(/^PD\d+$/));
const count = z.int().check(z.minimum(0, '0 or more'), z.maximum(100_000_000));
const note = z.optional(z.string().check(z.trim(), z.maxLength(200, 'At most 200 characters')));

export const partnerDayRow = z.object({
  partnerDayNo: z.string(),
  bizDate: z.string(),
  merchantNo: z.string(),
  platformCode: z.string(),
  platformName: z.string(),
  marketProductNo: z.string(),
  productName: z.string(),
  clicks: z.number(),
  /** Applications we sent on, and those that the partner says arrived. */
  ourApplied: z.number(),
  partnerApplied: z.number(),
  approved: z.number(),
  rejected: z.number(),
  disbursedCents: z.number(),
  /** The median of the day from an application to the partner's decision; null where it does not say. */
  decisionMinutes: z.nullable(z.number()),
  /** CPA: for each approved application. */
  unitPriceCents: z.nullable(z.number()),
  /** CPS: basis points of what was disbursed. */
  shareBps: z.nullable(z.number()),
  dueCents: z.number(),
  /** The partner's count less ours. */
  difference: z.number(),
  reviewSource,
  dayStatus: partnerDayStatus,
  remark: z.string(),
  explanation: z.string(),
  paymentNo: z.nullable(z.string()),
  version: z.number(),
  allowedActions: z.array(z.enum(['save', 'confirm', 'reopen', 'settle'])),
});
export type PartnerDayRow = z.output<typeof partnerDayRow>;

const filters = z.strictObject({
  platformCode: z.optional(businessNo),
  marketProductNo: z.optional(businessNo),
  bizDate: dayRange,
  reviewSource: z.optional(reviewSource),
  dayStatus: z.optional(partnerDayStatus),
  differenceOnly: z.optional(z.boolean()),
});
const SORTS = ['bizDate', 'dueCents'] as const;

export const page = defineEndpoint({
  name: 'partnerDay.page',
  method: 'POST',
  path: 'marketProduct/review/page',
  access: seen,
  kind: 'query',
  summary: 'What partners report, a product and day each, beside our own counts; newest first',
  request: listRequest(filters, SORTS),
  reply: listReply(partnerDayRow),
});

export const exportList = defineEndpoint({
  name: 'partnerDay.export',
  method: 'POST',
  path: 'marketProduct/review/export',
  access: seen,
  kind: 'command',
  summary: 'The filtered or the selected days as a file, made by a job: the statement of a partner',
  request: exportRequest(filters, SORTS),
  reply: exportReply,
});

export const products = defineEndpoint({
  name: 'partnerDay.products',
  method: 'GET',
  path: 'marketProduct/review/products',
  access: seen,
  kind: 'query',
  summary: 'The partner products of the caller’s merchants, with their partners',
  request: z.object({}),
  reply: z.array(
    z.object({
      marketProductNo: z.string(),
      productName: z.string(),
      platformCode: z.string(),
      platformName: z.string(),
    }),
  ),
});

export const one = defineEndpoint({
  name: 'partnerDay.one',
  method: 'GET',
  path: 'marketProduct/review/{partnerDayNo}',
  access: seen,
  kind: 'query',
  summary: 'A day of a partner’s product with its journals and its history',
  request: z.object({ partnerDayNo }),
  reply: z.object({
    row: partnerDayRow,
    journalIds: z.array(z.number()),
    /** What the partner reported by its own reference and we never sent on. */
    unknownReferences: z.array(z.string()),
    history: z.array(historyEntry),
  }),
});

const applicationFilters = z.strictObject({
  partnerDayNo,
  /** Those that the partner named, or those that it did not. */
  hasReference: z.optional(z.boolean()),
  /** Those that the partner reported, or those that it did not. */
  isReported: z.optional(z.boolean()),
});
export const applicationRow = z.object({
  applicationNo: z.string(),
  happenedAt: z.string(),
  /** What the partner calls it; null where it never said. */
  partnerReference: z.nullable(z.string()),
  /** Whether the partner reported it; null where it reported no references of the day. */
  isReported: z.nullable(z.boolean()),
  customerNo: z.string(),
  /** Masked, whoever reads it: the file goes to the partner. */
  phone: z.string(),
  /** Null: from the shelf. */
  slotCode: z.nullable(z.string()),
});
export type ApplicationRow = z.output<typeof applicationRow>;
export const applications = defineEndpoint({
  name: 'partnerDay.applications',
  method: 'POST',
  path: 'marketProduct/review/applications',
  access: seen,
  kind: 'query',
  summary: 'The single applications that we sent on to a partner on a day, to trace a difference',
  request: listRequest(applicationFilters, ['happenedAt']),
  reply: listReply(applicationRow),
});
export const exportApplications = defineEndpoint({
  name: 'partnerDay.exportApplications',
  method: 'POST',
  path: 'marketProduct/review/exportApplications',
  access: seen,
  kind: 'command',
  summary: 'The single applications of a day as a file, to be sent to the partner as a query, made by a job',
  request: exportRequest(applicationFilters, ['happenedAt']),
  reply: exportReply,
});

const references = z
  .array(z.string().check(z.trim(), z.minLength(1), z.maxLength(64, 'At most 64 characters')))
  .check(z.maxLength(2_000, 'At most 2,000'));

const reported = {
  marketProductNo: businessNo,
  bizDate: z.iso.date(),
  partnerApplied: count,
  approved: count,
  rejected: count,
  disbursedCents: z.int().check(z.minimum(0, '0 or more'), z.maximum(1_000_000_000_000_00)),
  /** The median of the day, 30 days at most. */
  decisionMinutes: z.optional(
    z.nullable(z.int().check(z.minimum(0, '0 or more'), z.maximum(43_200, 'At most 43,200'))),
  ),
  /** What the partner calls the applications of the day; left out, those known stay. */
  partnerReferences: z.optional(references),
  /** Of these, the ones that were approved, and those that were rejected: what is recommended to customers alike. */
  approvedReferences: z.optional(references),
  rejectedReferences: z.optional(references),
  /** Compulsory where it overrides what the partner sent automatically. */
  remark: note,
  /** Compulsory to confirm a count that is off by more than 5 %. */
  explanation: note,
};
const plausible = z.refine<{ readonly approved: number; readonly rejected: number; readonly partnerApplied: number }>(
  (form) => form.approved + form.rejected <= form.partnerApplied,
  { error: 'Approved plus rejected exceed the applications', path: ['approved'] },
);
/** A day as a file has it. */
export const reportForm = z.strictObject(reported).check(plausible);

export const save = defineEndpoint({
  name: 'partnerDay.save',
  method: 'POST',
  path: 'marketProduct/review/save',
  access: { code: ['supermarket:review:save'] },
  kind: 'command',
  preview: true,
  summary: 'Writes down what a partner reported of a day; what is due follows from the product’s terms',
  request: z
    .strictObject({
      /** None: a new day. */
      partnerDayNo: z.optional(partnerDayNo),
      ...reported,
    })
    .check(plausible),
  reply: z.object({ partnerDayNo: z.string(), dayStatus: partnerDayStatus, dueCents: z.number() }),
});
const asked = z.object({ changeNo: z.string() });
export const confirm = defineEndpoint({
  name: 'partnerDay.confirm',
  method: 'POST',
  path: 'marketProduct/review/confirm',
  access: { code: ['supermarket:review:confirm'] },
  kind: 'command',
  preview: true,
  summary: 'Asks to close a day: what is due becomes income once another person agrees',
  request: z.strictObject({ partnerDayNo, reason }),
  reply: asked,
});
export const reopen = defineEndpoint({
  name: 'partnerDay.reopen',
  method: 'POST',
  path: 'marketProduct/review/reopen',
  access: { code: ['supermarket:review:confirm'] },
  kind: 'command',
  preview: true,
  summary: 'Asks to open a confirmed day again before it is paid: its income is mirrored',
  request: z.strictObject({ partnerDayNo, reason }),
  reply: asked,
});
export const batchConfirm = defineEndpoint({
  name: 'partnerDay.batchConfirm',
  method: 'POST',
  path: 'marketProduct/review/batchConfirm',
  access: { code: ['supermarket:review:confirm'] },
  kind: 'command',
  preview: true,
  summary: 'Asks to close many days; once another person agrees they are a job',
  request: z.strictObject({ partnerDayNos: someOf(partnerDayNo), reason }),
  reply: batchAsked,
});
export const settle = defineEndpoint({
  name: 'partnerDay.settle',
  method: 'POST',
  path: 'marketProduct/review/settle',
  access: { code: ['supermarket:review:settle'] },
  kind: 'command',
  preview: true,
  summary: 'Asks to record a partner’s payment of confirmed days, to the cent; another person agrees',
  request: z.strictObject({
    partnerDayNos: someOf(partnerDayNo),
    amountCents: z.int().check(z.minimum(1, 'Must be above 0'), z.maximum(1_000_000_000_000_00)),
    paymentChannel: rechargeChannel,
    /** The channel's serial number. */
    paymentCode: z.string().check(z.trim(), z.minLength(1, 'Content cannot be blank'), z.maxLength(64)),
    paidAt: z.iso.datetime(),
    reason,
  }),
  /** No `jobNo`: it awaits approval. */
  reply: z.extend(asked, { jobNo: z.optional(z.null()) }),
});

/** What a partner's own systems report with a key, of its own products. */
export const apiReport = defineEndpoint({
  name: 'partnerApi.report',
  method: 'POST',
  path: 'noAuth/partner/report',
  access: 'public',
  kind: 'signal',
  summary:
    'A partner’s results by product and day, for its own systems: by key, from an allowed address. A day that staff saved or confirmed stays. MERCHANT_KEY_WRONG',
  request: z.strictObject({
    apiKey: z.string().check(z.minLength(1), z.maxLength(100)),
    days: z
      .array(
        z
          .strictObject({
            marketProductNo: reported.marketProductNo,
            bizDate: reported.bizDate,
            partnerApplied: reported.partnerApplied,
            approved: reported.approved,
            rejected: reported.rejected,
            disbursedCents: reported.disbursedCents,
            decisionMinutes: reported.decisionMinutes,
            partnerReferences: reported.partnerReferences,
            approvedReferences: reported.approvedReferences,
            rejectedReferences: reported.rejectedReferences,
          })
          .check(plausible),
      )
      .check(z.minLength(1, 'Choose at least 1'), z.maxLength(100, 'At most 100')),
  }),
  reply: z.object({
    saved: z.number(),
    /** Days that stay as they are, each with the error's name. */
    refused: z.array(z.object({ marketProductNo: z.string(), bizDate: z.string(), error: z.string() })),
  }),
});
