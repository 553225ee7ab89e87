import * as z from 'zod/mini';
import { defineEndpoint } from '../endpoint.ts';
import { businessNo, exportReply, exportRequest, listReply, listRequest, reason, textFilter } from '../list.ts';
import { versionStatus } from '../platform/config.contract.ts';

const seen = { page: ['/AdminContent/OperationSystem/CouponCodeManagement'] } as const;

export const couponType = z.enum(['INCREASE_LOAN_LIMIT', 'DISCOUNT', 'INTEREST_DISCOUNT']);
export const templateStatus = z.enum(['PENDING', 'ENABLED', 'REJECTED', 'DISABLED']);
export const couponTemplateNo = z.string().check(z.regex(/^CT\d+$/));

/** What is left out does not matter. */
export const useRule = z.strictObject({
  /** Of the bill: what it owes at least. */
  minAmountCents: z.optional(z.int().check(z.minimum(0), z.maximum(1_000_000_000_00))),
  loanType: z.optional(z.enum(['FIRST', 'REPEAT'])),
  productNos: z.optional(z.array(businessNo).check(z.minLength(1), z.maxLength(100))),
});

/** The configuration's key. Its subjects are templates: `M0001_CT000001`. */
export const COUPON_TERMS_KEY = 'coupon.template';
const terms = {
  couponContent: z
    .string()
    .check(z.trim(), z.minLength(1, 'Content cannot be blank'), z.maxLength(30, 'At most 30 characters')),
  /** What it is worth; with a share, what it takes off at most. */
  amountCents: z.int().check(z.minimum(1, 'Must be above 0'), z.maximum(1_000_000_00)),
  /** The share of what it may lower, instead of the whole amount. Null for none. */
  discountBps: z._default(
    z.nullable(z.int().check(z.minimum(1, '0.01 to 100'), z.maximum(10_000, '0.01 to 100'))),
    null,
  ),
  validityDays: z.int().check(z.minimum(1), z.maximum(365)),
  useRule,
};
/** What a template says, a version each; coupons keep what they were issued with. */
export const couponTerms = z.strictObject(terms);
export type CouponTerms = z.output<typeof couponTerms>;

export const templateRow = z.object({
  couponTemplateNo: z.string(),
  merchantNo: z.string(),
  merchantName: z.string(),
  couponContent: z.string(),
  couponType,
  amountCents: z.number(),
  discountBps: z.nullable(z.number()),
  validityDays: z.number(),
  useRule: z.object(useRule.shape),
  /** Of its terms; null before the first change. */
  versionNo: z.nullable(z.number()),
  /** The newest version that is not in force. */
  openVersion: z.nullable(z.object({ versionNo: z.number(), versionStatus, effectiveFrom: z.string() })),
  templateStatus,
  makerName: z.string(),
  checkerName: z.nullable(z.string()),
  createdAt: z.string(),
  allowedActions: z.array(z.enum(['approve', 'reject', 'update', 'enable', 'disable', 'grant', 'generate'])),
});
export type TemplateRow = z.output<typeof templateRow>;

const templateFilters = z.strictObject({
  couponTemplateNo: textFilter,
  couponContent: textFilter,
  couponType: z.optional(couponType),
  templateStatus: z.optional(templateStatus),
  merchantNo: z.optional(businessNo),
});

export const templatePage = defineEndpoint({
  name: 'couponConfig.page',
  method: 'POST',
  path: 'couponConfig/page',
  access: seen,
  kind: 'query',
  summary: 'Coupon templates of the caller’s merchants.',
  request: listRequest(templateFilters, ['createdAt']),
  reply: listReply(templateRow),
});

export const templateExport = defineEndpoint({
  name: 'couponConfig.export',
  method: 'POST',
  path: 'couponConfig/export',
  access: seen,
  kind: 'command',
  summary: 'The filtered or the selected templates as a file, made by a job',
  request: exportRequest(templateFilters, ['createdAt']),
  reply: exportReply,
});

export const templateSave = defineEndpoint({
  name: 'couponConfig.save',
  method: 'POST',
  path: 'couponConfig/save',
  access: { code: ['operation:couponConfig:save'] },
  kind: 'command',
  preview: true,
  summary: 'Writes a coupon template; another person agrees to it.',
  request: z.strictObject({ merchantNo: businessNo, couponType, ...terms }).check(
    z.refine(({ couponType: type, discountBps }) => discountBps === null || type !== 'INCREASE_LOAN_LIMIT', {
      error: 'A higher limit is an amount',
      path: ['discountBps'],
    }),
  ),
  reply: z.object({ couponTemplateNo: z.string() }),
});

const templateMoved = z.object({ couponTemplateNo: z.string(), templateStatus });
export const templateAudit = defineEndpoint({
  name: 'couponConfig.audit',
  method: 'POST',
  path: 'couponConfig/audit',
  access: { code: ['operation:couponConfig:audit'] },
  kind: 'command',
  preview: true,
  summary: 'Agrees to a template or rejects it; never its maker.',
  request: z.strictObject({ couponTemplateNo, isApproved: z.boolean(), reason: z.optional(reason) }),
  reply: templateMoved,
});

const switchTemplate = (action: 'enable' | 'disable', summary: string) =>
  defineEndpoint({
    name: `couponConfig.${action}`,
    method: 'POST',
    path: `couponConfig/${action}`,
    access: { code: ['operation:couponConfig:save'] },
    kind: 'command',
    preview: true,
    summary,
    request: z.strictObject({ couponTemplateNo }),
    reply: templateMoved,
  });
export const templateEnable = switchTemplate('enable', 'Puts a template back into use.');
export const templateDisable = switchTemplate('disable', 'Takes a template out of use.');
