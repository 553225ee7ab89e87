import * as z from 'zod/mini';
import { defineEndpoint } from '../endpoint.ts';
import { businessNo, exportReply, exportRequest, listReply, listRequest, reason, textFilter } from '../list.ts';
import { couponType } from './coupon.contract.ts';

const seen = { page: ['/AdminContent/OperationSystem/CouponCodeManagement'] } as const;

/** A batch: PENDING until another person decides. */
export const promoBatchStatus = z.enum(['PENDING', 'ENABLED', 'REJECTED', 'DISABLED']);
/** A code: what keeps it from being redeemed, if anything does. */
export const promoCodeStatus = z.enum(['ENABLED', 'EXHAUSTED', 'EXPIRED', 'DISABLED']);

const batchNo = z.string().check(z.regex(/^PB\d{9,}$/));
/** Capital letters and digits: customers type it. Small letters are taken as capitals. */
const promoCode = z
  .string()
  .check(z.trim(), z.toUpperCase(), z.regex(/^[A-Z0-9]{4,20}$/, '4 to 20 capital letters and digits'));

export const batchRow = z.object({
  batchNo: z.string(),
  couponTemplateNo: z.string(),
  couponContent: z.string(),
  couponType,
  /** What one coupon is worth. */
  amountCents: z.number(),
  merchantNo: z.string(),
  merchantName: z.string(),
  /** The code that people chose; null where codes are random. */
  ownCode: z.nullable(z.string()),
  codeCount: z.number(),
  /** Of each code. */
  maxRedemptions: z.number(),
  /** Of all its codes. */
  redeemed: z.number(),
  budgetCents: z.number(),
  /** What its coupons are worth so far. */
  spentCents: z.number(),
  /** What it can cost at most: every code redeemed as often as it may be, or the budget. */
  mostCents: z.number(),
  /** What it is likely to cost, by how much of the template’s last batch was redeemed; null where there was none. */
  forecastCents: z.nullable(z.number()),
  /** `YYYY-MM-DD`, its last day in EAT. */
  endsOn: z.string(),
  reason: z.string(),
  batchStatus: promoBatchStatus,
  makerName: z.string(),
  checkerName: z.nullable(z.string()),
  decisionReason: z.nullable(z.string()),
  createdAt: z.string(),
  allowedActions: z.array(z.enum(['approve', 'reject', 'disable'])),
});
export type PromoBatchRow = z.output<typeof batchRow>;

const batchFilters = z.strictObject({
  batchNo: textFilter,
  couponTemplateNo: textFilter,
  batchStatus: z.optional(promoBatchStatus),
  merchantNo: z.optional(businessNo),
});

export const batchPage = defineEndpoint({
  name: 'promoCode.batchPage',
  method: 'POST',
  path: 'promocode/batch/page',
  access: seen,
  kind: 'query',
  summary: 'Batches of promo codes of the caller’s merchants',
  request: listRequest(batchFilters, ['createdAt']),
  reply: listReply(batchRow),
});

export const batchExport = defineEndpoint({
  name: 'promoCode.batchExport',
  method: 'POST',
  path: 'promocode/batch/export',
  access: seen,
  kind: 'command',
  summary: 'The filtered or the selected batches as a file, made by a job',
  request: exportRequest(batchFilters, ['createdAt']),
  reply: exportReply,
});

export const codeRow = z.object({
  promoCode: z.string(),
  batchNo: z.string(),
  couponTemplateNo: z.string(),
  couponContent: z.string(),
  merchantName: z.string(),
  redeemed: z.number(),
  maxRedemptions: z.number(),
  endsOn: z.string(),
  promoCodeStatus,
  allowedActions: z.array(z.enum(['disable'])),
});
export type PromoCodeRow = z.output<typeof codeRow>;

const codeFilters = z.strictObject({
  /** The whole code. */
  promoCode: z.optional(promoCode),
  batchNo: textFilter,
  promoCodeStatus: z.optional(promoCodeStatus),
  merchantNo: z.optional(businessNo),
});

export const page = defineEndpoint({
  name: 'promoCode.page',
  method: 'POST',
  path: 'promocode/page',
  access: seen,
  kind: 'query',
  summary: 'Promo codes with how often each was redeemed',
  request: listRequest(codeFilters, ['redeemed']),
  reply: listReply(codeRow),
});

export const exportList = defineEndpoint({
  name: 'promoCode.export',
  method: 'POST',
  path: 'promocode/export',
  access: seen,
  kind: 'command',
  summary: 'The filtered or the selected codes as a file, made by a job',
  request: exportRequest(codeFilters, ['redeemed']),
  reply: exportReply,
});

export const generate = defineEndpoint({
  name: 'promoCode.generate',
  method: 'POST',
  path: 'promocode/generate',
  access: { code: ['operation:promocode:generate'] },
  kind: 'command',
  preview: true,
  summary:
    'Submits a batch of codes for approval; the codes exist once it is approved. COUPON_TEMPLATE_NOT_FOUND, COUPON_TEMPLATE_OFF, PROMO_CODE_EXISTS, PROMO_BUDGET_TOO_SMALL',
  request: z.strictObject({
    couponTemplateNo: z.string().check(z.regex(/^CT\d+$/)),
    /** One code that people chose, such as KARIBU200; random codes where it is null. */
    ownCode: z.nullable(promoCode),
    count: z.int().check(z.minimum(1, 'At least 1'), z.maximum(10_000, 'At most 10,000')),
    maxRedemptions: z.int().check(z.minimum(1, 'At least 1'), z.maximum(1_000_000)),
    budgetCents: z.int().check(z.minimum(1, 'Must be above 0'), z.maximum(1_000_000_000_00)),
    /** `YYYY-MM-DD`, the last day in EAT. */
    endsOn: z.iso.date(),
    reason,
  }),
  reply: z.object({ batchNo: z.string() }),
});

const batchMoved = z.object({ batchNo: z.string(), batchStatus: promoBatchStatus });

export const audit = defineEndpoint({
  name: 'promoCode.audit',
  method: 'POST',
  path: 'promocode/audit',
  access: { code: ['operation:couponConfig:audit'] },
  kind: 'command',
  preview: true,
  summary:
    'Approves a batch, which makes its codes, or rejects it; never its maker. PROMO_BATCH_NOT_FOUND, MAKER_IS_CHECKER, PROMO_CODE_EXISTS',
  request: z.strictObject({ batchNo, isApproved: z.boolean(), reason: z.optional(reason) }),
  reply: batchMoved,
});

export const batchDisable = defineEndpoint({
  name: 'promoCode.batchDisable',
  method: 'POST',
  path: 'promocode/batch/disable',
  access: { code: ['operation:promocode:generate'] },
  kind: 'command',
  preview: true,
  summary: 'Ends a batch at once; issued coupons remain valid. PROMO_BATCH_NOT_FOUND',
  request: z.strictObject({ batchNo, reason }),
  reply: batchMoved,
});

export const disable = defineEndpoint({
  name: 'promoCode.disable',
  method: 'POST',
  path: 'promocode/disable',
  access: { code: ['operation:promocode:generate'] },
  kind: 'command',
  preview: true,
  summary: 'Ends one code at once. PROMO_CODE_UNKNOWN, ILLEGAL_TRANSITION',
  request: z.strictObject({ promoCode, reason }),
  reply: z.object({ promoCode: z.string(), promoCodeStatus }),
});

export const redeem = defineEndpoint({
  name: 'promoCode.redeem',
  method: 'POST',
  path: 'promocode/redeem',
  access: { code: ['audit:order:intake'] },
  kind: 'command',
  preview: true,
  summary:
    'The app redeems a code for a customer, who gets a coupon: one of a batch for each customer. PROMO_CODE_UNKNOWN, PROMO_CODE_ENDED, PROMO_CODE_REDEEMED',
  request: z.strictObject({ customerNo: businessNo, promoCode }),
  reply: z.object({ couponNo: z.string() }),
});
