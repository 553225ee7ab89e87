import * as z from 'zod/mini';
import { defineEndpoint } from '../endpoint.ts';
import { businessNo, dayRange, exportReply, exportRequest, listReply, listRequest, textFilter } from '../list.ts';
import { defineRuleFamily, ruleName } from '../platform/rule-family.ts';

const PAGE = '/AdminContent/MerchantSystem/OrderAcquireManagement';
const seen = { page: [PAGE] } as const;
const cents = z.int().check(z.minimum(0, 'Cannot be below 0'), z.maximum(1_000_000_000_00));
const time = z.string().check(z.regex(/^([01]\d|2[0-3]):[0-5]\d$|^24:00$/, 'A time, e.g. 08:00'));

export const acquiredLoanType = z.enum(['FIRST', 'REPEAT']);
export const deliveryStatus = z.enum(['QUEUED', 'DELIVERED', 'REJECTED', 'FAILED']);

/** One attempt to deliver an event. */
export const deliveryAttempt = z.object({
  attemptNo: z.number(),
  sentAt: z.string(),
  tookMs: z.number(),
  url: z.string(),
  replyStatus: z.nullable(z.number()),
  fault: z.nullable(z.string()),
  /** The beginning of what was answered. */
  replyExcerpt: z.nullable(z.string()),
  /** Who resent it; null where it was the schedule. */
  requestedByName: z.nullable(z.string()),
});
export type DeliveryAttempt = z.output<typeof deliveryAttempt>;

const fields = {
  ruleName,
  /** The smallest goes first. */
  priority: z.int().check(z.minimum(1, 'Must be an integer above 0'), z.maximum(9_999)),
  /** Orders a day; -1 for any number, 0 for none. */
  dailyQuota: z.int().check(z.minimum(-1, '-1, 0 or more'), z.maximum(1_000_000)),
  /** EAT. */
  fromTime: time,
  toTime: time,
  /** Null for both. */
  loanType: z.nullable(acquiredLoanType),
  minAmountCents: cents,
  maxAmountCents: cents,
  /** Any where empty. */
  modelLevels: z.array(z.string().check(z.trim(), z.minLength(1), z.maxLength(16))).check(z.maxLength(20)),
  /** Days of the product; any where empty. */
  termDays: z._default(
    z.array(z.int().check(z.minimum(1, '1 to 365'), z.maximum(365, '1 to 365'))).check(z.maxLength(20, 'At most 20')),
    [],
  ),
  /** Codes of the traffic channels that brought it; any where empty, those that came by themselves with them. */
  channelCodes: z._default(
    z
      .array(z.string().check(z.trim(), z.regex(/^[A-Z0-9_]{2,32}$/, '2 to 32 capital letters, digits and _')))
      .check(z.maxLength(50)),
    [],
  ),
};
/** Which applications are delivered to a merchant. */
export const acquireRule = z.strictObject(fields).check(
  z.refine(({ fromTime, toTime }) => fromTime < toTime, { error: 'Must be after the beginning', path: ['toTime'] }),
  z.refine(({ minAmountCents, maxAmountCents }) => minAmountCents <= maxAmountCents, {
    error: 'Cannot be below the least',
    path: ['maxAmountCents'],
  }),
);
export type AcquireRule = z.output<typeof acquireRule>;

const SAVE = 'merchant:orderAcquire:save';
const family = defineRuleFamily({
  name: 'orderAcquire',
  path: 'merchant/orderAcquire',
  page: PAGE,
  codes: { save: SAVE, state: 'merchant:orderAcquire:enable', audit: 'merchant:config:audit' },
  fields: { ...fields, acquiredToday: z.number(), unitPriceCents: z.nullable(z.number()) },
  filters: { loanType: z.optional(acquiredLoanType) },
  value: acquireRule,
});
export type AcquireRow = z.output<typeof family.row>;
export const { page, exportList, detail, save, state, runPage } = family;

export const simulate = defineEndpoint({
  name: 'orderAcquire.simulate',
  method: 'POST',
  path: 'merchant/orderAcquire/simulate',
  access: { code: [SAVE] },
  kind: 'query',
  summary:
    'What a rule would have acquired of the last seven days beside the others in force, and what it would have cost. REFERENCE_UNKNOWN',
  request: z.strictObject({
    merchantNo: businessNo,
    /** The rule that the value would replace; a new one without. */
    ruleId: z.optional(businessNo),
    value: acquireRule,
  }),
  reply: z.object({
    applied: z.number(),
    acquired: z.number(),
    /** The price of now; null where deliveries are not charged. */
    unitPriceCents: z.nullable(z.number()),
    costCents: z.nullable(z.number()),
    /** Who would have got what, the smallest priority first. */
    shares: z.array(
      z.object({
        ruleName: z.string(),
        priority: z.number(),
        /** The rule being tried. */
        isDraft: z.boolean(),
        acquired: z.number(),
        costCents: z.nullable(z.number()),
      }),
    ),
    /** The earliest first. */
    days: z.array(
      z.object({
        date: z.string(),
        applied: z.number(),
        acquired: z.number(),
        /** The time (EAT) from which the quota held others back; null where it did not. */
        quotaReachedAt: z.nullable(z.string()),
      }),
    ),
  }),
});

export const recordRow = z.object({
  orderNo: z.string(),
  thirdPartyOrderNo: z.nullable(z.string()),
  merchantNo: z.string(),
  merchantName: z.string(),
  /** Masked where the role masks names. */
  customerName: z.string(),
  /** Masked. */
  phone: z.string(),
  amountCents: z.number(),
  ruleName: z.string(),
  deliveryStatus,
  acquiredAt: z.string(),
  replyAt: z.nullable(z.string()),
  attempts: z.number(),
  fault: z.nullable(z.string()),
  chargedCents: z.nullable(z.number()),
  allowedActions: z.array(z.enum(['redeliver', 'reassign'])),
});
export type RecordRow = z.output<typeof recordRow>;

export const recordFilters = z.strictObject({
  orderNo: textFilter,
  thirdPartyOrderNo: textFilter,
  merchantNo: z.optional(businessNo),
  /** Exact. */
  phone: z.optional(z.string().check(z.trim(), z.regex(/^254\d{9}$/, '254 plus 9 digits, e.g. 254712345678'))),
  deliveryStatus: z.optional(deliveryStatus),
  acquiredAt: dayRange,
});
const SORTS = ['acquiredAt', 'replyAt'] as const;
export const recordPage = defineEndpoint({
  name: 'orderAcquire.recordPage',
  method: 'POST',
  path: 'merchant/orderAcquire/record/page',
  access: seen,
  kind: 'query',
  summary: 'Orders that rules acquired, the newest first.',
  request: listRequest(recordFilters, SORTS),
  reply: listReply(recordRow),
});
export const record = defineEndpoint({
  name: 'orderAcquire.record',
  method: 'GET',
  path: 'merchant/orderAcquire/record/{orderNo}',
  access: seen,
  kind: 'query',
  summary: 'An acquired order with every attempt to deliver it, what was answered, and its charge. NOT_FOUND',
  request: z.object({ orderNo: businessNo }),
  reply: z.object({
    row: recordRow,
    /** The newest first, with those at a merchant that it was moved from. */
    attempts: z.array(deliveryAttempt),
    /** Null where nothing was charged. */
    charge: z.nullable(
      z.object({
        recordNo: z.string(),
        amountCents: z.number(),
        consumptionStatus: z.enum(['CHARGED', 'REVERSING', 'REVERSED']),
        consumedAt: z.string(),
      }),
    ),
  }),
});
export const recordExport = defineEndpoint({
  name: 'orderAcquire.recordExport',
  method: 'POST',
  path: 'merchant/orderAcquire/record/export',
  access: seen,
  kind: 'command',
  summary: 'The filtered or the selected acquired orders as a file, made by a job',
  request: exportRequest(recordFilters, SORTS),
  reply: exportReply,
});
export const redeliver = defineEndpoint({
  name: 'orderAcquire.redeliver',
  method: 'POST',
  path: 'merchant/orderAcquire/redeliver',
  access: { code: ['merchant:orderAcquire:redeliver'] },
  kind: 'command',
  summary: 'Queues an order again whose delivery failed; it is charged once. ILLEGAL_TRANSITION, CALLBACK_CLOSED',
  request: z.strictObject({ orderNo: businessNo }),
  reply: z.object({ orderNo: z.string(), deliveryStatus }),
});
export const redeliverMany = defineEndpoint({
  name: 'orderAcquire.redeliverMany',
  method: 'POST',
  path: 'merchant/orderAcquire/redeliver/batch',
  access: { code: ['merchant:orderAcquire:redeliver'] },
  kind: 'command',
  summary: 'Queues selected orders again whose delivery failed, by a job; each is charged once.',
  request: z.strictObject({
    orderNos: z.array(businessNo).check(z.minLength(1, 'Choose at least one'), z.maxLength(1_000)),
  }),
  reply: exportReply,
});
export const reassign = defineEndpoint({
  name: 'orderAcquire.reassign',
  method: 'POST',
  path: 'merchant/orderAcquire/reassign',
  access: { code: ['merchant:orderAcquire:reassign'] },
  kind: 'command',
  summary:
    'Delivers an order that its merchant has not taken to another one, by that merchant’s first rule that applies. REFERENCE_UNKNOWN, NOTHING_CHANGES, ILLEGAL_TRANSITION, CALLBACK_CLOSED, PREPAID_SHORT, ACQUIRE_NO_RULE',
  request: z.strictObject({
    orderNo: businessNo,
    toMerchantNo: businessNo,
    reason: z.string().check(z.trim(), z.minLength(1, 'Enter a reason'), z.maxLength(200)),
  }),
  reply: z.object({ orderNo: z.string(), merchantNo: z.string(), merchantName: z.string(), deliveryStatus }),
});
