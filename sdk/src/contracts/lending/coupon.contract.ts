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
  textFilter,
} from '../list.ts';
import { historyEntry } from '../platform/history.ts';
import { couponTemplateNo, couponType, useRule } from './coupon-templates.ts';

export * from './coupon-templates.ts';

const seen = { page: ['/AdminContent/OperationSystem/CouponCodeManagement'] } as const;
const seenByRepayment = {
  page: ['/AdminContent/AfterLoanSystem/RepaymentManagementNew', '/AdminContent/AfterLoanSystem/RepaymentManagement'],
} as const;

export const couponStatus = z.enum(['PENDING_EFFECT', 'AVAILABLE', 'FROZEN', 'USED', 'EXPIRED']);
export const couponApplicationStatus = z.enum(['PENDING', 'APPROVED', 'REJECTED']);
const couponNo = z.string().check(z.regex(/^CP\d+$/));
const phone = z.string().check(z.trim(), z.regex(/^254\d{9}$/, '254 plus 9 digits, e.g. 254712345678'));

/**
 * COUPON_VIA: how it was issued. GRANT: an application of operations; SERVICE: of customer service; AUTOMATIC: by another
 * rule, as a VIP level.
 */
export const couponVia = z.enum(['GRANT', 'SERVICE', 'PROMO_CODE', 'ACTIVITY', 'AUTOMATIC']);

export const couponRow = z.object({
  couponNo: z.string(),
  couponTemplateNo: z.string(),
  couponContent: z.string(),
  couponType,
  amountCents: z.number(),
  discountBps: z.nullable(z.number()),
  /** As it was issued. */
  validityDays: z.number(),
  useRule: z.object(useRule.shape),
  issuedVia: couponVia,
  /** The code it was redeemed with. */
  promoCode: z.nullable(z.string()),
  merchantNo: z.string(),
  customerNo: z.string(),
  /** Masked. */
  phone: z.string(),
  couponStatus,
  freezeReason: z.nullable(z.string()),
  /** The order it is kept for. */
  heldOrderNo: z.nullable(z.string()),
  /** The bill of its live use. */
  billNo: z.nullable(z.string()),
  usedCents: z.nullable(z.number()),
  effectiveOn: z.string(),
  expiresAt: z.string(),
  issuedAt: z.string(),
  allowedActions: z.array(z.enum(['freeze', 'unfreeze'])),
});
export type CouponRow = z.output<typeof couponRow>;

const couponFilters = z.strictObject({
  couponNo: textFilter,
  couponTemplateNo: textFilter,
  /** Exact. */
  phone: z.optional(phone),
  couponType: z.optional(couponType),
  couponStatus: z.optional(couponStatus),
  merchantNo: z.optional(businessNo),
  /** Exact, in capital letters or small ones. */
  promoCode: z.optional(z.string().check(z.trim(), z.toUpperCase(), z.maxLength(20))),
  /** Of promo codes; exact. */
  batchNo: z.optional(z.string().check(z.trim(), z.maxLength(20))),
  issuedVia: z.optional(couponVia),
  expiresAt: dayRange,
});
const COUPON_SORTS = ['issuedAt', 'expiresAt'] as const;

export const couponPage = defineEndpoint({
  name: 'coupon.page',
  method: 'POST',
  path: 'promocode/coupon/page',
  access: seen,
  kind: 'query',
  summary: 'Coupons that were issued.',
  request: listRequest(couponFilters, COUPON_SORTS),
  reply: listReply(couponRow),
});

export const couponExport = defineEndpoint({
  name: 'coupon.export',
  method: 'POST',
  path: 'promocode/coupon/export',
  access: seen,
  kind: 'command',
  summary: 'The filtered or the selected coupons as a file, made by a job',
  request: exportRequest(couponFilters, COUPON_SORTS),
  reply: exportReply,
});

export const couponDetail = defineEndpoint({
  name: 'coupon.detail',
  method: 'GET',
  path: 'promocode/coupon/{couponNo}',
  access: seen,
  kind: 'query',
  summary: 'A coupon with its application and everything that happened to it. COUPON_NOT_FOUND',
  request: z.object({ couponNo }),
  reply: z.object({
    row: couponRow,
    application: z.nullable(
      z.object({
        couponApplicationNo: z.string(),
        applicantName: z.string(),
        decidedByName: z.nullable(z.string()),
        reason: z.string(),
      }),
    ),
    history: z.array(historyEntry),
  }),
});

const couponMoved = z.object({ couponNo: z.string(), couponStatus });
export const couponFreeze = defineEndpoint({
  name: 'coupon.freeze',
  method: 'POST',
  path: 'promocode/coupon/freeze',
  access: { code: ['operation:coupon:freeze'] },
  kind: 'command',
  preview: true,
  summary: 'Keeps a coupon from being used.',
  request: z.strictObject({ couponNo, reason }),
  reply: couponMoved,
});
export const couponUnfreeze = defineEndpoint({
  name: 'coupon.unfreeze',
  method: 'POST',
  path: 'promocode/coupon/unfreeze',
  access: { code: ['operation:coupon:freeze'] },
  kind: 'command',
  preview: true,
  summary: 'Lets a coupon be used again.',
  request: z.strictObject({ couponNo, reason }),
  reply: couponMoved,
});

/** A row of an imported file: a customer, and what they are granted. */
export const grantedForm = {
  couponTemplateNo,
  phone,
  /** `YYYY-MM-DD` in EAT; today where it is left out. */
  effectiveOn: z.optional(z.iso.date()),
  reason,
};

export const couponGrant = defineEndpoint({
  name: 'coupon.grant',
  method: 'POST',
  path: 'promocode/coupon/grant',
  access: { code: ['operation:coupon:grant'] },
  kind: 'command',
  preview: true,
  summary:
    'Applies for coupons for customers; another person agrees. Limits are those of the coupon’s setting in customer service. COUPON_LIMIT, COUPON_DAY_LIMIT',
  request: z.strictObject({
    couponTemplateNo,
    phones: z.array(phone).check(z.minLength(1, 'Choose at least 1'), z.maxLength(1000, 'At most 1000 at a time')),
    /** `YYYY-MM-DD` in EAT; today where it is left out. */
    effectiveOn: z.optional(z.iso.date()),
    reason,
  }),
  reply: z.object({ couponApplicationNo: z.string() }),
});

export const couponAudit = defineEndpoint({
  name: 'coupon.audit',
  method: 'POST',
  path: 'promocode/coupon/audit',
  access: { code: ['operation:couponConfig:audit', 'customerService:coupon:audit'] },
  kind: 'command',
  preview: true,
  summary: 'Agrees to an application, which issues its coupons, or rejects it; never its maker.',
  request: z.strictObject({
    couponApplicationNo: z.string().check(z.regex(/^CA\d+$/)),
    isApproved: z.boolean(),
    reason: z.optional(reason),
  }),
  reply: z.object({
    couponApplicationNo: z.string(),
    applicationStatus: couponApplicationStatus,
    issued: z.number(),
  }),
});

export const applicationRow = z.object({
  couponApplicationNo: z.string(),
  couponTemplateNo: z.string(),
  couponContent: z.string(),
  merchantNo: z.string(),
  customers: z.number(),
  totalCents: z.number(),
  effectiveOn: z.string(),
  reason: z.string(),
  applicationStatus: couponApplicationStatus,
  applicantName: z.string(),
  decidedByName: z.nullable(z.string()),
  decidedAt: z.nullable(z.string()),
  decisionReason: z.nullable(z.string()),
  createdAt: z.string(),
  allowedActions: z.array(z.enum(['approve', 'reject'])),
});

export type ApplicationRow = z.output<typeof applicationRow>;
const applicationFilters = z.strictObject({
  applicationStatus: z.optional(couponApplicationStatus),
  merchantNo: z.optional(businessNo),
});

export const applicationPage = defineEndpoint({
  name: 'coupon.applicationPage',
  method: 'POST',
  path: 'promocode/coupon/application/page',
  access: {
    page: [...seen.page, '/AdminContent/CustomerServiceSystem/CustomerServiceCouponApply'],
  },
  kind: 'query',
  summary: 'Applications for coupons, those that wait first.',
  request: listRequest(applicationFilters, ['createdAt']),
  reply: listReply(applicationRow),
});

export const applicationExport = defineEndpoint({
  name: 'coupon.applicationExport',
  method: 'POST',
  path: 'promocode/coupon/application/export',
  access: applicationPage.access,
  kind: 'command',
  summary: 'The filtered or the selected applications as a file, made by a job',
  request: exportRequest(applicationFilters, ['createdAt']),
  reply: exportReply,
});

export const couponUsable = defineEndpoint({
  name: 'coupon.usablePage',
  method: 'POST',
  path: 'coupon/usable/page',
  access: seenByRepayment,
  kind: 'query',
  summary: 'The customer’s coupons that lower a bill now, with what each takes off.',
  request: z.strictObject({ billNo: businessNo }),
  reply: z.array(
    z.object({
      couponNo: z.string(),
      couponContent: z.string(),
      couponType,
      amountCents: z.number(),
      /** What it would take off this bill now; the rest is lost with the use. */
      usedCents: z.number(),
      expiresAt: z.string(),
    }),
  ),
});

export const couponUse = defineEndpoint({
  name: 'coupon.use',
  method: 'POST',
  path: 'coupon/use',
  access: { code: ['afterLoan:coupon:use'] },
  kind: 'command',
  preview: true,
  summary: 'Uses a coupon on a bill without a payment.',
  request: z.strictObject({ billNo: businessNo, couponNo }),
  reply: z.object({ couponNo: z.string(), usedCents: z.number() }),
});

const held = z.object({
  couponNo: z.string(),
  couponStatus,
  orderNo: z.nullable(z.string()),
});
export const couponAttach = defineEndpoint({
  name: 'coupon.attach',
  method: 'POST',
  path: 'promocode/coupon/attach',
  access: { code: ['afterLoan:coupon:use', 'customerService:coupon:apply'] },
  kind: 'command',
  preview: true,
  summary: 'Keeps a customer’s coupon for one of their orders until it is settled or given up.',
  request: z.strictObject({ couponNo, orderNo: businessNo }),
  reply: held,
});
export const couponDetach = defineEndpoint({
  name: 'coupon.detach',
  method: 'POST',
  path: 'promocode/coupon/detach',
  access: { code: ['afterLoan:coupon:use', 'customerService:coupon:apply'] },
  kind: 'command',
  preview: true,
  summary: 'Gives a coupon that is kept for an order back to the customer.',
  request: z.strictObject({ couponNo, reason }),
  reply: held,
});

export const couponTakeBack = defineEndpoint({
  name: 'coupon.takeBack',
  method: 'POST',
  path: 'coupon/takeBack',
  access: { code: ['afterLoan:rollback:settle'] },
  kind: 'command',
  preview: true,
  summary: 'Undoes the use of a coupon that went along with no payment.',
  request: z.strictObject({ couponNo, reason }),
  reply: couponMoved,
});
