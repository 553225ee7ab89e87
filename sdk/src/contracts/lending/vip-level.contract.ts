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
import { attachedImage } from '../platform/attached-image.ts';
import { defineRuleFamily } from '../platform/rule-family.ts';

const PAGE = '/AdminContent/LoanSupermarketSystem/LoanSupermarketVipLevelManagement';
const seen = { page: [PAGE] } as const;
const SAVE = 'supermarket:vipLevel:save';

/** VIP_SOURCE. By the conditions of the levels, or by a person. */
export const vipSource = z.enum(['RULE', 'MANUAL']);
const levelNo = z.int().check(z.minimum(0, '0 or more'), z.maximum(99));

const levelFilter = z.optional(
  z.coerce.number('0 or more').check(z.int('0 or more'), z.minimum(0, '0 or more'), z.maximum(99)),
);

const fields = {
  /** What the level is called. */
  ruleName: z
    .string()
    .check(z.trim(), z.minLength(1, 'All options must be filled'), z.maxLength(64, 'At most 64 characters')),
  /** In other languages than English, by their codes. Absent: as in English. */
  otherNames: z.optional(
    z.record(
      z.string().check(z.regex(/^[a-z]{2}(-[A-Z]{2})?$/)),
      z.string().check(z.trim(), z.minLength(1, 'Content cannot be blank'), z.maxLength(64, 'At most 64 characters')),
    ),
  ),
  levelNo,
  minSettledOrders: z.int().check(z.minimum(0, '0 or more'), z.maximum(1_000)),
  /** Of a hundred settled bills. */
  minOnTimePercent: z.int().check(z.minimum(0, '0 to 100'), z.maximum(100, '0 to 100')),
  maxDpd: z.int().check(z.minimum(0, '0 or more'), z.maximum(3_650)),
  /** For so long a level lasts once it was reached or confirmed. */
  validDays: z.int().check(z.minimum(30, '30 to 365'), z.maximum(365, '30 to 365')),
  /** Given to whoever rises to the level; null for none. */
  couponTemplateNo: z.nullable(businessNo),
  /** Added to the customer's credit limit; basis points. */
  limitStepUpBps: z.int().check(z.minimum(0, '0 to 100%'), z.maximum(10_000, '0 to 100%')),
  /** Served first on the hotline. Absent: like everybody. */
  hotlinePriority: z.optional(z.boolean()),
  /** An attachment of the merchant, square. Absent: none. */
  icon: z.optional(attachedImage),
};
/** A level: its conditions and what it brings. */
export const vipLevelRule = z.strictObject(fields);
export type VipLevelRule = z.output<typeof vipLevelRule>;

const family = defineRuleFamily({
  name: 'vipLevel',
  path: 'marketVipLevel',
  page: PAGE,
  codes: { save: SAVE, state: SAVE, audit: 'supermarket:config:audit' },
  fields: { ...fields, couponName: z.nullable(z.string()), members: z.number() },
  filters: { levelNo: levelFilter, levelName: textFilter },
  value: vipLevelRule,
});
export type VipLevelRow = z.output<typeof family.row>;
export const { page, exportList, detail, save, state, runPage } = family;

export const templates = defineEndpoint({
  name: 'vipLevel.templates',
  method: 'GET',
  path: 'marketVipLevel/templates',
  access: seen,
  kind: 'query',
  summary: 'The enabled coupon templates of the caller’s merchants',
  request: z.object({}),
  reply: z.array(z.object({ couponTemplateNo: z.string(), couponContent: z.string() })),
});

export const recalculate = defineEndpoint({
  name: 'vipLevel.recalculate',
  method: 'POST',
  path: 'marketVipLevel/recalculate',
  access: { code: [SAVE] },
  kind: 'command',
  preview: true,
  summary: 'Gives every customer of a merchant the level of today’s figures, as the end of the day does',
  request: z.strictObject({ merchantNo: businessNo }),
  reply: z.object({ members: z.number(), rises: z.number(), falls: z.number(), coupons: z.number() }),
});

export const simulate = defineEndpoint({
  name: 'vipLevel.simulate',
  method: 'POST',
  path: 'marketVipLevel/simulate',
  access: seen,
  kind: 'query',
  summary: 'Members of each level if they were reckoned now, by the levels in force or with a draft among them',
  request: z.strictObject({
    merchantNo: businessNo,
    /** A level as somebody writes it, in place of the one of that number in force. */
    draft: z.optional(vipLevelRule),
  }),
  reply: z.object({
    levels: z.array(
      z.object({ levelNo: z.number(), levelName: z.string(), membersNow: z.number(), membersThen: z.number() }),
    ),
    rises: z.number(),
    falls: z.number(),
    /** The node VIP_LEVEL_LOWERED, and what each who falls would read. */
    fallNotice: z.object({
      isEnabled: z.boolean(),
      texts: z.array(
        z.object({
          levelBefore: z.number(),
          levelNo: z.nullable(z.number()),
          members: z.number(),
          language: z.enum(['en', 'sw']),
          text: z.string(),
        }),
      ),
    }),
    /** Coupons that those who rise would get. */
    couponCents: z.number(),
    /** Had the levels applied in the last six whole months (EAT): who would have risen in each, and their coupons’ worth. */
    months: z.array(z.object({ month: z.string(), rises: z.number(), couponCents: z.number() })),
    /** What all step-ups add to credit limits. */
    creditCents: z.number(),
  }),
});

export const memberRow = z.object({
  customerNo: z.string(),
  /** Masked where the role masks names. */
  customerName: z.string(),
  /** Masked. */
  phone: z.string(),
  merchantNo: z.string(),
  merchantName: z.string(),
  levelNo: z.number(),
  vipSource,
  /** What counted when the level was reckoned. */
  settledOrders: z.number(),
  onTimePercent: z.number(),
  maxDpd: z.number(),
  changedAt: z.string(),
  expiresAt: z.string(),
  hasWaitingChange: z.boolean(),
  version: z.number(),
  allowedActions: z.array(z.enum(['adjust'])),
});
export type MemberRow = z.output<typeof memberRow>;

export const memberFilters = z.strictObject({
  customerNo: z.optional(businessNo),
  /** Exact. */
  phone: z.optional(z.string().check(z.trim(), z.regex(/^254\d{9}$/, '254 plus 9 digits, e.g. 254712345678'))),
  merchantNo: z.optional(businessNo),
  levelNo: levelFilter,
  vipSource: z.optional(vipSource),
  changedAt: dayRange,
});
const SORTS = ['changedAt', 'levelNo', 'expiresAt'] as const;
export const memberPage = defineEndpoint({
  name: 'vipLevel.memberPage',
  method: 'POST',
  path: 'marketVipLevel/member/page',
  access: seen,
  kind: 'query',
  summary: 'Customers with a level, the last changed first',
  request: listRequest(memberFilters, SORTS),
  reply: listReply(memberRow),
});
export const member = defineEndpoint({
  name: 'vipLevel.member',
  method: 'GET',
  path: 'marketVipLevel/member/{customerNo}',
  access: seen,
  kind: 'query',
  summary: 'A member with the levels before and the loans that counted, the newest 50 of each. NOT_FOUND',
  request: z.object({ customerNo: businessNo }),
  reply: z.object({
    row: memberRow,
    moves: z.array(
      z.object({
        /** Null: without a level. */
        levelBefore: z.nullable(z.number()),
        levelNo: z.nullable(z.number()),
        vipSource,
        movedAt: z.string(),
      }),
    ),
    orders: z.array(
      z.object({
        orderNo: z.string(),
        /** Counts as a settled loan. */
        isSettled: z.boolean(),
        closedAt: z.nullable(z.string()),
        settledBills: z.number(),
        onTimeBills: z.number(),
        maxDpd: z.number(),
      }),
    ),
  }),
});
export const memberExport = defineEndpoint({
  name: 'vipLevel.memberExport',
  method: 'POST',
  path: 'marketVipLevel/member/export',
  access: seen,
  kind: 'command',
  summary: 'The filtered or the selected members as a file, made by a job',
  request: exportRequest(memberFilters, SORTS),
  reply: exportReply,
});
export const memberAdjust = defineEndpoint({
  name: 'vipLevel.memberAdjust',
  method: 'POST',
  path: 'marketVipLevel/member/adjust',
  access: { code: ['supermarket:vipLevel:adjust'] },
  kind: 'command',
  preview: true,
  summary: 'Submits a level for one customer until a day; the rules leave it alone until then. VIP_LEVEL_UNKNOWN',
  request: z.strictObject({
    customerNo: businessNo,
    levelNo,
    /** The last day (EAT). */
    lastDay: z.iso.date('A date, e.g. 2026-11-30'),
    reason,
  }),
  reply: z.object({ changeNo: z.string() }),
});
export const forApp = defineEndpoint({
  name: 'vipLevel.forApp',
  method: 'GET',
  path: 'noAuth/app/vipLevels/{merchantNo}',
  access: 'public',
  kind: 'query',
  summary: 'The levels of a merchant that apply now, lowest first',
  request: z.object({
    merchantNo: businessNo,
    language: z.optional(z.string().check(z.regex(/^[a-z]{2}(-[A-Z]{2})?$/))),
  }),
  reply: z.array(
    z.object({
      levelNo: z.number(),
      levelName: z.string(),
      minSettledOrders: z.number(),
      minOnTimePercent: z.number(),
      maxDpd: z.number(),
      limitStepUpBps: z.number(),
      /** An address below the server's; null for none. */
      iconUrl: z.nullable(z.string()),
    }),
  ),
});
export const icon = defineEndpoint({
  name: 'vipLevel.icon',
  method: 'GET',
  path: 'noAuth/app/vipIcon/{attachId}',
  access: 'public',
  kind: 'query',
  replyForm: 'file',
  summary: 'The icon of a level that applies now. NOT_FOUND for any other',
  request: z.object({ attachId: businessNo }),
  reply: z.string(),
});
