import * as z from 'zod/mini';
import { configAction, versionStatus } from '../platform/config.contract.ts';
import { defineEndpoint } from '../endpoint.ts';
import { businessNo, exportReply, exportRequest, listReply, listRequest, reason, treeExportRequest } from '../list.ts';
import { reReviewRules, reReviewSource, reReviewTarget } from './review-rules.ts';

export const RE_REVIEW_PAGE = '/AdminContent/AuditSystem/RejectOrderReview';
export const RE_REVIEW_CONFIG_PAGE = '/AdminContent/AuditSystem/RejectOrderReviewConfig';
const seen = { code: ['audit:orderReview:page'] } as const;
const applies = { code: ['audit:orderReview:apply'] } as const;
const family = 'loans/audit/orderReview';

export const reReviewStatus = z.enum(['IN_REVIEW', 'PASSED', 'REFUSED', 'RETURNED']);

/** Why an order cannot be submitted now: a name of the error catalogue with its facts. */
const blocked = z.nullable(z.object({ error: z.string(), msg: z.string(), facts: z.record(z.string(), z.unknown()) }));

export const reReviewRow = z.object({
  /** Null on the tab Eligible. */
  reReviewNo: z.nullable(z.string()),
  orderNo: z.string(),
  merchantNo: z.string(),
  merchantName: z.string(),
  customerName: z.string(),
  /** Masked. */
  phone: z.string(),
  productName: z.string(),
  loanAmountCents: z.number(),
  /** Of the order, now. */
  orderStatus: z.string(),
  refuseCode: z.nullable(z.string()),
  denialReason: z.nullable(z.string()),
  refuseTime: z.string(),
  /** Null where the machine refused. */
  firstAuditorName: z.nullable(z.string()),
  applicantName: z.nullable(z.string()),
  applyReason: z.nullable(z.string()),
  applyTime: z.nullable(z.string()),
  reviewStatus: z.nullable(reReviewStatus),
  secondAuditorName: z.nullable(z.string()),
  decidedAt: z.nullable(z.string()),
  /** Why it cannot be submitted now; null where it can, and on the tab Submitted. */
  blocked,
  allowedActions: z.array(z.enum(['apply', 'originalPhone'])),
});
export type ReReviewRow = z.output<typeof reReviewRow>;

export const reReviewFilters = z.strictObject({
  /** ELIGIBLE unless said otherwise. */
  tab: z.optional(z.enum(['ELIGIBLE', 'SUBMITTED'])),
  orderNo: z.optional(businessNo),
  merchantNo: z.optional(businessNo),
  refuseCode: z.optional(z.string().check(z.maxLength(64))),
  orderStatus: z.optional(z.string().check(z.regex(/^[A-Z_]{1,32}$/))),
  /** Days in EAT, both included. */
  refuseTime: z.optional(z.strictObject({ from: z.optional(z.iso.date()), to: z.optional(z.iso.date()) })),
  applicantUserNo: z.optional(businessNo),
  reviewStatus: z.optional(reReviewStatus),
});
export type ReReviewFilters = z.output<typeof reReviewFilters>;

const SORTS = ['refuseTime', 'applyTime', 'orderNo'] as const;

export const page = defineEndpoint({
  name: 'reReview.page',
  method: 'POST',
  path: `${family}/page`,
  access: seen,
  kind: 'query',
  summary: 'Refused orders that may be looked at once more, and those that were submitted',
  request: listRequest(reReviewFilters, SORTS),
  reply: listReply(reReviewRow),
});

export const exportList = defineEndpoint({
  name: 'reReview.exportList',
  method: 'POST',
  path: `${family}/export`,
  access: seen,
  kind: 'command',
  summary: 'The filtered or the selected orders of a tab as a file, made by a job',
  request: exportRequest(reReviewFilters, SORTS),
  reply: exportReply,
});

/** Orders that one request asks about. */
export const MAX_APPLIED = 500;
const orderNos = z
  .array(businessNo)
  .check(z.minLength(1, 'SELECTION_EMPTY'), z.maxLength(MAX_APPLIED, 'At most 500 orders'));

export const check = defineEndpoint({
  name: 'reReview.check',
  method: 'POST',
  path: `${family}/check`,
  access: applies,
  kind: 'query',
  summary: 'Which of these orders would be taken, in this order, within today’s quota; writes nothing',
  request: z.strictObject({ orderNos }),
  reply: z.object({
    fitting: z.number(),
    items: z.array(z.object({ orderNo: z.string(), blocked })),
    /** What the caller may still submit today after those that fit, over the merchants concerned. */
    remainingAfter: z.number(),
  }),
});

export const apply = defineEndpoint({
  name: 'reReview.apply',
  method: 'POST',
  path: `${family}/apply`,
  access: applies,
  kind: 'command',
  preview: true,
  summary: 'Submits one refused order for a second look by somebody else',
  request: z.strictObject({
    orderNo: businessNo,
    applyReason: reason,
    /** Attachments uploaded for the order before. */
    attachIds: z._default(z.array(z.string().check(z.maxLength(64))).check(z.maxLength(10)), []),
  }),
  reply: z.object({
    reReviewNo: z.string(),
    orderStatus: z.string(),
    remaining: z.number(),
  }),
});

export const applyMany = defineEndpoint({
  name: 'reReview.applyMany',
  method: 'POST',
  path: `${family}/applyMany`,
  access: applies,
  kind: 'command',
  preview: true,
  summary: 'Submits many by a job, each individually, within the quota',
  request: z.strictObject({ orderNos, applyReason: reason }),
  reply: z.object({ jobNo: z.string() }),
});

export const quota = defineEndpoint({
  name: 'reReview.quota',
  method: 'GET',
  path: `${family}/quota`,
  access: seen,
  kind: 'query',
  summary: 'Submissions of today (EAT) by merchant: used, left, and left for the caller',
  request: z.object({}),
  reply: z.array(
    z.object({
      merchantNo: z.string(),
      merchantName: z.string(),
      enabled: z.boolean(),
      dailySubmitLimit: z.number(),
      used: z.number(),
      remaining: z.number(),
      /** The merchant's rest, cut to the caller's own. */
      remainingForMe: z.number(),
    }),
  ),
});

export const applicants = defineEndpoint({
  name: 'reReview.applicants',
  method: 'GET',
  path: `${family}/applicants`,
  access: seen,
  kind: 'query',
  summary: 'Who submitted orders of the caller’s merchants, to filter by',
  request: z.object({}),
  reply: z.array(z.object({ userNo: z.string(), realName: z.string() })),
});

export const outcomes = defineEndpoint({
  name: 'reReview.outcomes',
  method: 'GET',
  path: `${family}/outcomes`,
  access: seen,
  kind: 'query',
  summary: 'Re-reviews of the last 90 days by the code of the first refusal',
  request: z.object({}),
  reply: z.array(
    z.object({
      refuseCode: z.nullable(z.string()),
      denialReason: z.nullable(z.string()),
      submitted: z.number(),
      passed: z.number(),
      refused: z.number(),
      returned: z.number(),
    }),
  ),
});

export const outcomesExport = defineEndpoint({
  name: 'reReview.outcomesExport',
  method: 'POST',
  path: `${family}/outcomes/export`,
  access: seen,
  kind: 'command',
  summary: 'The same as a file, made by a job',
  request: treeExportRequest(z.strictObject({})),
  reply: exportReply,
});

export const originalPhone = defineEndpoint({
  name: 'reReview.originalPhone',
  method: 'GET',
  path: `${family}/originalPhone`,
  access: { code: ['audit:orderReview:originalPhone'] },
  kind: 'query',
  summary: 'The phone as first submitted, masked, and whether it was corrected since; reveal/show shows it',
  request: z.object({ orderNo: businessNo }),
  reply: z.object({ orderNo: z.string(), phone: z.string(), isCorrected: z.boolean() }),
});

export const configRow = z.object({
  merchantNo: z.string(),
  merchantName: z.string(),
  /** What applies now, laid flat for lists; versionNo null: the company's defaults. */
  ...reReviewRules.shape,
  rules: reReviewRules,
  usedToday: z.number(),
  versionNo: z.nullable(z.number()),
  effectiveFrom: z.nullable(z.string()),
  makerName: z.nullable(z.string()),
  checkerName: z.nullable(z.string()),
  /** The version that waits or is to come; null where none is. */
  next: z.nullable(
    z.object({
      configNo: z.string(),
      version: z.number(),
      versionNo: z.number(),
      versionStatus,
      rules: reReviewRules,
      effectiveFrom: z.string(),
      makerName: z.string(),
      reason: z.string(),
      allowedActions: z.array(configAction),
    }),
  ),
  allowedActions: z.array(z.enum(['update', 'approve', 'reject', 'withdraw'])),
});
export type ReReviewConfigRow = z.output<typeof configRow>;

const configured = { page: [RE_REVIEW_CONFIG_PAGE] } as const;
const configures = { code: ['audit:orderReview:config'] } as const;

const configFilters = z.strictObject({
  merchantNo: z.optional(businessNo),
  enabled: z.optional(z.boolean()),
  /** In force or to come from this day on. */
  effectiveFrom: z.optional(z.strictObject({ from: z.optional(z.iso.date()), to: z.optional(z.iso.date()) })),
});
const CONFIG_SORTS = ['merchantNo', 'merchantName'] as const;

export const configPage = defineEndpoint({
  name: 'reReview.configPage',
  method: 'POST',
  path: `${family}/config/page`,
  access: configured,
  kind: 'query',
  summary: 'A row a merchant: what holds, what is used today, what waits',
  request: listRequest(configFilters, CONFIG_SORTS),
  reply: listReply(configRow),
});

export const configExport = defineEndpoint({
  name: 'reReview.configExport',
  method: 'POST',
  path: `${family}/config/export`,
  access: configured,
  kind: 'command',
  summary: 'The rules of the filtered or the selected merchants as a file, made by a job',
  request: exportRequest(configFilters, CONFIG_SORTS),
  reply: exportReply,
});

export const configDetail = defineEndpoint({
  name: 'reReview.configDetail',
  method: 'GET',
  path: `${family}/config/{merchantNo}`,
  access: configured,
  kind: 'query',
  summary: 'One merchant’s rules with all their versions',
  request: z.object({ merchantNo: businessNo }),
  reply: z.object({
    ...configRow.shape,
    versions: z.array(
      z.object({
        configNo: z.string(),
        versionNo: z.number(),
        versionStatus,
        effectiveFrom: z.string(),
        makerName: z.string(),
        checkerName: z.nullable(z.string()),
        reason: z.string(),
        decisionReason: z.nullable(z.string()),
        rules: reReviewRules,
      }),
    ),
  }),
});

export const configTry = defineEndpoint({
  name: 'reReview.configTry',
  method: 'POST',
  path: `${family}/config/simulate`,
  access: configured,
  kind: 'query',
  summary: 'How many of the last 30 days’ refusals these rules would admit, and how re-reviewed loans fared',
  request: z.strictObject({ merchantNo: businessNo, rules: reReviewRules }),
  reply: z.object({
    refusals: z.number(),
    admitted: z.number(),
    /** Of the last 180 days. */
    reReviewed: z.number(),
    disbursed: z.number(),
    /** Of those disbursed: a bill 1 day or more past due, or charged off. */
    overdue: z.number(),
  }),
});

export const configForm = z.strictObject({
  merchantNo: businessNo,
  rules: reReviewRules,
  effectiveFrom: z.iso.date('A date, e.g. 2026-11-30'),
  reason,
});

export const configSave = defineEndpoint({
  name: 'reReview.configSave',
  method: 'POST',
  path: `${family}/config/save`,
  access: configures,
  kind: 'command',
  preview: true,
  summary: 'Asks for new rules; they await approval. A limit below today’s use begins tomorrow',
  request: configForm,
  reply: configRow,
});

/** Merchants that one request copies rules to. */
export const MAX_COPIED_TO = 200;

export const configCopy = defineEndpoint({
  name: 'reReview.configCopy',
  method: 'POST',
  path: `${family}/config/copy`,
  access: configures,
  kind: 'command',
  preview: true,
  summary: 'Asks for one merchant’s rules at others, by a job; each awaits approval',
  request: z.strictObject({
    fromMerchantNo: businessNo,
    merchantNos: z.array(businessNo).check(z.minLength(1, 'Choose at least 1'), z.maxLength(MAX_COPIED_TO)),
    effectiveFrom: z.iso.date('A date, e.g. 2026-11-30'),
    reason,
  }),
  reply: z.object({ jobNo: z.string() }),
});

const decided = {
  method: 'POST',
  kind: 'command',
  preview: true,
  access: configures,
  reply: configRow,
} as const;
const waiting = { merchantNo: businessNo, configNo: businessNo, version: z.int() };

export const configApprove = defineEndpoint({
  ...decided,
  name: 'reReview.configApprove',
  path: `${family}/config/approve`,
  summary: 'Agrees to rules somebody else requested. CHANGE_OWN',
  request: z.strictObject({ ...waiting, reason: z.optional(reason) }),
});

export const configReject = defineEndpoint({
  ...decided,
  name: 'reReview.configReject',
  path: `${family}/config/reject`,
  summary: 'Refuses waiting rules with a reason their maker reads',
  request: z.strictObject({ ...waiting, reason }),
});

export const configWithdraw = defineEndpoint({
  ...decided,
  name: 'reReview.configWithdraw',
  path: `${family}/config/withdraw`,
  summary: 'Takes back rules whose day has not come',
  request: z.strictObject({ ...waiting, reason: z.optional(reason) }),
});

export { reReviewSource, reReviewTarget };
