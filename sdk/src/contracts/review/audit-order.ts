import * as z from 'zod/mini';
import { businessNo } from '../list.ts';
import { PAYOUT_STATUS_TYPES } from '../payments/payout-order.contract.ts';
import { auditResult, loanType, orderStatus } from './order-file.ts';

/**
 * Forms of order lists. Phones and ID numbers leave the server masked for everybody, names where the
 * caller's roles mask them.
 */
const textOrNull = z.nullable(z.string());
const numberOrNull = z.nullable(z.number());

/** Days in East Africa Time, both included. */
export const dayRange = z
  .strictObject({ from: z.iso.date(), to: z.iso.date() })
  .check(z.refine(({ from, to }) => from <= to, { path: ['to'], message: 'DAYS_REVERSED' }));
export type DayRange = z.output<typeof dayRange>;

/** The states of an order in the groups that people look for. */
export const ORDER_STATUS_TYPES = {
  MACHINE: ['MACHINE_REVIEW', 'MACHINE_REFUSED'],
  REVIEW: ['TO_ALLOCATE', 'PENDING_REVIEW', 'RETURNED', 'REFUSED'],
  ...PAYOUT_STATUS_TYPES,
} as const satisfies Readonly<Record<string, readonly z.output<typeof orderStatus>[]>>;

/** ORDER_STATUS_TYPE. */
export const orderStatusType = z.enum(['MACHINE', 'REVIEW', 'PAYOUT', 'LOAN', 'ENDED']);
/** One state, or a whole group of them. */
export const orderStatusChoice = z.union([orderStatus, orderStatusType]);

export const MAX_NUMBERS = 100;

/** Numbers as people paste them: between commas, semicolons, blanks or line breaks; each once. */
export function numbersIn(text: string): string[] {
  return [...new Set(text.split(/[\s,;，；]+/).filter((part) => part !== ''))];
}

/** One number, or up to 100 of them pasted: the order's own or the partner's. */
export const orderNumbers = z.string().check(
  z.trim(),
  z.maxLength(8_000),
  z.refine((text) => numbersIn(text).length <= MAX_NUMBERS, { message: 'NUMBERS_TOO_MANY' }),
  z.refine((text) => numbersIn(text).every((part) => /^[A-Za-z0-9_-]{1,64}$/.test(part)), {
    message: 'An order number, e.g. LO0000012345',
  }),
);

/** 254 and 9 digits. */
export const phoneKey = z.string().check(z.trim(), z.regex(/^254\d{9}$/, '254 plus 9 digits, e.g. 254712345678'));
export const idCardKey = z.string().check(z.trim(), z.regex(/^\d{7,9}$/, '7 to 9 digits, e.g. 12345678'));

const code = z.string().check(z.trim(), z.minLength(1), z.maxLength(64));
export const modelLevel = z.string().check(z.regex(/^[A-Z][0-9]?$/, 'A class, e.g. A or B1'));

/** What every order list filters by. */
export const basicFilters = {
  merchantNo: z.optional(businessNo),
  productNo: z.optional(businessNo),
  loanType: z.optional(loanType),
  applyTime: z.optional(dayRange),
};

export const manageFilters = z.strictObject({
  ...basicFilters,
  orderNo: z.optional(orderNumbers),
  thirdPartyOrderNo: z.optional(code),
  customerName: z.optional(z.string().check(z.trim(), z.minLength(2, 'Use at least 2 characters'), z.maxLength(64))),
  idCardNo: z.optional(idCardKey),
  phone: z.optional(phoneKey),
  orderStatus: z.optional(orderStatusChoice),
  refuseCode: z.optional(code),
  incomingChannel: z.optional(code),
  promotionChannel: z.optional(code),
  lendingChannel: z.optional(code),
  whitelistFlag: z.optional(z.boolean()),
  modelLevel: z.optional(modelLevel),
  /** Who reviews it or decided on it last. */
  auditorUserNo: z.optional(businessNo),
  dataSource: z.optional(code),
  auditTime: z.optional(dayRange),
  lendingTime: z.optional(dayRange),
});
export type ManageFilters = z.output<typeof manageFilters>;

/** What of an order every list shows. */
const orderBasics = {
  orderNo: z.string(),
  merchantNo: z.string(),
  merchantName: z.string(),
  productNo: z.string(),
  productName: z.string(),
  customerName: z.string(),
  phone: z.string(),
  loanType,
  /** What was requested. */
  loanAmountCents: z.number(),
  applyTime: z.string(),
  orderStatus,
};

/** What the caller may do with an order now. */
export const orderAction = z.enum([
  'detail',
  'review',
  'allocate',
  'reallocate',
  'recall',
  'release',
  'followUp',
  'applyReReview',
  'log',
]);
export type OrderAction = z.output<typeof orderAction>;

export const manageRow = z.object({
  ...orderBasics,
  thirdPartyOrderNo: textOrNull,
  idCardNo: z.string(),
  approvedAmountCents: numberOrNull,
  /** Days. */
  term: z.number(),
  installments: z.number(),
  auditTime: textOrNull,
  lendingTime: textOrNull,
  refuseCode: textOrNull,
  /** In the caller's language. */
  denialReason: textOrNull,
  incomingChannel: textOrNull,
  promotionChannel: textOrNull,
  lendingChannel: textOrNull,
  whitelistFlag: z.boolean(),
  modelLevel: textOrNull,
  auditorUserNo: textOrNull,
  auditorName: textOrNull,
  dataSource: textOrNull,
  allowedActions: z.array(orderAction),
});
export type ManageRow = z.output<typeof manageRow>;

export const allotFilters = z.strictObject({
  ...basicFilters,
  orderNo: z.optional(orderNumbers),
  whitelistFlag: z.optional(z.boolean()),
  modelLevel: z.optional(modelLevel),
  auditorUserNo: z.optional(businessNo),
  /** The tab: To allocate, or In review. */
  orderStatus: z.enum(['TO_ALLOCATE', 'PENDING_REVIEW']),
});
export type AllotFilters = z.output<typeof allotFilters>;

export const allotRow = z.object({
  ...orderBasics,
  term: z.number(),
  modelLevel: textOrNull,
  whitelistFlag: z.boolean(),
  /** Since when it waits for a decision; being taken back does not start it again. */
  waitingSince: z.string(),
  /** The targets of the review settings: later than this it is amber, then red. */
  amberAt: z.string(),
  redAt: z.string(),
  auditorUserNo: textOrNull,
  auditorName: textOrNull,
  allotTime: textOrNull,
  openedAt: textOrNull,
  /** Null where no lease runs. */
  leaseEndsAt: textOrNull,
  allowedActions: z.array(orderAction),
});
export type AllotRow = z.output<typeof allotRow>;

export const myFilters = z.strictObject({
  ...basicFilters,
  orderNo: z.optional(orderNumbers),
  auditResult: z.optional(auditResult),
  /** PENDING: what the caller has now. DONE: what they decided, of the last 7 days unless `auditTime` says otherwise. */
  tab: z.enum(['PENDING', 'DONE']),
  auditTime: z.optional(dayRange),
});
export type MyFilters = z.output<typeof myFilters>;

export const myRow = z.object({
  ...orderBasics,
  idCardNo: z.string(),
  modelLevel: textOrNull,
  dataSource: textOrNull,
  allotTime: textOrNull,
  openedAt: textOrNull,
  leaseEndsAt: textOrNull,
  /** Of a decided order; null of a pending one, as the three below. */
  auditResult: z.nullable(auditResult),
  approvedAmountCents: numberOrNull,
  auditTime: textOrNull,
  /** From opening it, or from getting it where it was not opened, to the decision. */
  durationSeconds: numberOrNull,
  allowedActions: z.array(orderAction),
});
export type MyRow = z.output<typeof myRow>;

export const abridgmentFilters = z.strictObject({
  ...basicFilters,
  orderNo: z.optional(
    z.string().check(z.trim(), z.regex(/^[A-Za-z0-9_-]{1,64}$/, 'An order number, e.g. LO0000012345')),
  ),
  phone: z.optional(phoneKey),
  idCardNo: z.optional(idCardKey),
  orderStatus: z.optional(orderStatusChoice),
});
export type AbridgmentFilters = z.output<typeof abridgmentFilters>;

/** What may be told to the customer. */
export const toldSentence = z.object({ en: z.string(), sw: z.string() });

/** All that people who do not review may know of an order. */
export const abridgedRow = z.object({
  orderNo: z.string(),
  merchantName: z.string(),
  customerName: z.string(),
  phone: z.string(),
  productName: z.string(),
  loanType,
  loanAmountCents: z.number(),
  applyTime: z.string(),
  lendingTime: textOrNull,
  orderStatus,
  sentence: toldSentence,
});
export type AbridgedRow = z.output<typeof abridgedRow>;
