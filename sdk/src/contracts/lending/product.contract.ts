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
import { versionStatus } from '../platform/config.contract.ts';

const whole = z.int().check(z.minimum(0));
const positive = z.int().check(z.minimum(1));
const bps = z.int().check(z.minimum(0), z.maximum(10_000));

/** FEE_TIMING: kept back from the payout, or due with the bills. */
export const feeTiming = z.enum(['UPFRONT', 'ON_DUE']);
/** COLLECTION_SCOPE: a case is an order, or each bill of it. */
export const collectionScope = z.enum(['ORDER', 'BILL']);
/** REPAYMENT_MODE */
export const repaymentMode = z.enum(['SINGLE', 'INSTALMENT']);
/**
 * INTEREST_METHOD: equal principal with interest on what is still out; equal instalments (annuity); or interest on the
 * whole principal for the whole term.
 */
export const interestMethod = z.enum(['EQUAL_PRINCIPAL', 'ANNUITY', 'FLAT']);
/** RATE_UNIT: what an interest rate is for. */
export const rateUnit = z.enum(['DAILY', 'MONTHLY', 'ANNUAL']);
/** DAY_COUNT: the calendar's days and a year of 365, or months of 30 days and a year of 360. */
export const dayCount = z.enum(['ACTUAL_365', 'THIRTY_360']);

/** Everything about a loan that its product's version decides; snapshotted on the order. */
export const productTerms = z.object({
  minPrincipalCents: positive,
  maxPrincipalCents: positive,
  /** Amounts are the least one and whole steps above it. Absent: any whole shilling. */
  stepCents: z.optional(positive),
  /** With `termMonths`: 30 for each month. */
  termDays: positive,
  /** Calendar months instead of days, a whole number of them for each instalment. */
  termMonths: z.optional(positive),
  installments: positive,
  /** Absent: EQUAL_PRINCIPAL. */
  interestMethod: z.optional(interestMethod),
  /** Absent: DAILY, as in `dailyInterestBps`; by month or year the rate is `interestBps`. */
  rateUnit: z.optional(rateUnit),
  dailyInterestBps: bps,
  /** A month or a year, in hundredths of a percent; with MONTHLY or ANNUAL alone. */
  interestBps: z.optional(z.int().check(z.minimum(0), z.maximum(100_000))),
  /** Absent: ACTUAL_365. */
  dayCount: z.optional(dayCount),
  /** Days before the first term begins, on top of the term: nothing is due in them. Absent: none. */
  startGraceDays: z.optional(whole),
  /** Whether the days before the first term cost no interest. */
  isStartGraceFree: z.optional(z.boolean()),
  serviceFeeBps: bps,
  managementFeeBps: bps,
  /** On top of the share of the principal. */
  serviceFeeCents: z.optional(whole),
  /** On top of the share of the principal. */
  managementFeeCents: z.optional(whole),
  /** Of the two fees. */
  exciseBps: bps,
  feeTiming,
  lateFeeBps: bps,
  graceDays: whole,
  extensionRateBps: bps,
  extensionDays: positive,
  maxRollovers: whole,
  /** An extension is refused before the due date. */
  extendsFromDueDate: z.boolean(),
  /** Once, of the principal that is overdue as grace ends. Absent: none. */
  liquidatedDamagesBps: z.optional(bps),
  /**
   * Days after a decline before the customer may apply again, where the decline code or the rule that declined asks for
   * fewer. Absent: theirs alone.
   */
  coolOffDays: z.optional(whole),
  collectionScope,
  /** The order in which a payment reaches a bill's components; each once. */
  allocationOrder: z.optional(z.array(z.string())),
});
export type ProductTerms = z.output<typeof productTerms>;

/** A loan as its customer sees it before they take it, late fees left out. */
export const loanExample = z.object({
  principalCents: z.number(),
  paidOutCents: z.number(),
  /** All that comes back. */
  repaidCents: z.number(),
  /** Interest, fees and their excise: what comes back and is kept back beyond the principal. */
  totalCostCents: z.number(),
  /** The effective annual percentage rate of Directive 2008/48/EC, Annex I, in percent; null where it has none. */
  aprPercent: z.nullable(z.number()),
  bills: z.array(
    z.object({
      termNo: z.number(),
      dueDate: z.string(),
      principalCents: z.number(),
      interestCents: z.number(),
      feesCents: z.number(),
      totalCents: z.number(),
    }),
  ),
});
export type LoanExample = z.output<typeof loanExample>;

const seen = { page: ['/AdminContent/OperationSystem/ProductConfig'] } as const;
const productName = z.string().check(z.trim(), z.minLength(1, 'Content cannot be blank'), z.maxLength(64));

/** PRODUCT_STATUS. */
export const productStatus = z.enum(['ENABLED', 'DISABLED']);

export const productRow = z.object({
  productNo: z.string(),
  productName: z.string(),
  merchantNo: z.string(),
  merchantName: z.string(),
  status: productStatus,
  /** The version that holds today; null where none does yet. */
  versionNo: z.nullable(z.number()),
  effectiveFrom: z.nullable(z.string()),
  terms: z.nullable(productTerms),
  /** Of the terms in force. */
  repaymentMode: z.nullable(repaymentMode),
  /** The newest version that is not in force: a draft, what awaits approval, what is scheduled. */
  openVersion: z.nullable(z.object({ versionNo: z.number(), versionStatus, effectiveFrom: z.string() })),
  /** Loans of it that run, whatever becomes of the product. */
  openOrders: z.number(),
  version: z.number(),
  allowedActions: z.array(z.enum(['save', 'copy', 'enable', 'disable'])),
});
export type ProductRow = z.output<typeof productRow>;

const filters = z.strictObject({
  productNo: z.optional(businessNo),
  productName: textFilter,
  merchantNo: z.optional(businessNo),
  repaymentMode: z.optional(repaymentMode),
  status: z.optional(productStatus),
  /** Of its newest version. */
  versionStatus: z.optional(versionStatus),
  /** Of the version in force. */
  effectiveFrom: dayRange,
});
const SORTS = ['productNo', 'productName'] as const;

export const page = defineEndpoint({
  name: 'product.page',
  method: 'POST',
  path: 'productRate/page',
  access: seen,
  kind: 'query',
  summary: 'Loan products with the terms that hold today',
  request: listRequest(filters, SORTS),
  reply: listReply(productRow),
});

export const exportList = defineEndpoint({
  name: 'product.export',
  method: 'POST',
  path: 'productRate/export',
  access: seen,
  kind: 'command',
  summary: 'The filtered or the selected products as a file, made by a job',
  request: exportRequest(filters, SORTS),
  reply: exportReply,
});

export const one = defineEndpoint({
  name: 'product.one',
  method: 'GET',
  path: 'productRate/{productNo}',
  access: seen,
  kind: 'query',
  summary:
    'A product and the contract that its applications agree to now; its versions are those of the configuration product.terms',
  request: z.object({ productNo: businessNo }),
  reply: z.extend(productRow, {
    /** Of the merchant; null where applications agree to none. */
    contract: z.nullable(z.object({ title: z.string(), versionNo: z.number(), languages: z.array(z.string()) })),
  }),
});

export const quote = defineEndpoint({
  name: 'product.quote',
  method: 'POST',
  path: 'productRate/quote',
  access: seen,
  kind: 'query',
  summary: 'The repayment plan of an amount, by a version’s terms or by those that are given',
  request: z.strictObject({
    productNo: businessNo,
    principalCents: positive,
    lentOn: z.iso.date(),
    terms: z.optional(productTerms),
  }),
  reply: loanExample,
});

export const compare = defineEndpoint({
  name: 'product.compare',
  method: 'POST',
  path: 'productRate/compare',
  access: seen,
  kind: 'query',
  summary:
    'Terms beside those in force: the same loan under both, and the loans of the last 30 days priced by both. PRODUCT_NOT_FOUND; BAD_REQUEST for terms no version may have',
  request: z.strictObject({ productNo: businessNo, terms: productTerms }),
  reply: z.object({
    /** The same amount under both; null where no terms are in force or no amount is offered by both. */
    examples: z.nullable(z.object({ before: loanExample, after: loanExample })),
    /** Of the last 30 days, the newest 2,000. */
    month: z.object({
      orders: z.number(),
      /** Of an amount that the terms no longer offer; left out of the sums. */
      notOffered: z.number(),
      dearer: z.number(),
      cheaper: z.number(),
      beforeCostCents: z.number(),
      afterCostCents: z.number(),
    }),
  }),
});

export const save = defineEndpoint({
  name: 'product.save',
  method: 'POST',
  path: 'productRate/save',
  access: { code: ['operation:product:save'] },
  kind: 'command',
  preview: true,
  summary: 'Adds a product, disabled and without terms, or gives one another name. PRODUCT_NAME_TAKEN, STALE',
  request: z.strictObject({
    /** Absent for a new one. */
    productNo: z.optional(businessNo),
    version: z.optional(z.int()),
    merchantNo: businessNo,
    productName,
  }),
  reply: z.object({ productNo: z.string(), version: z.number() }),
});

export const copy = defineEndpoint({
  name: 'product.copy',
  method: 'POST',
  path: 'productRate/copy',
  access: { code: ['operation:product:save'] },
  kind: 'command',
  preview: true,
  summary:
    'Adds the same product to other merchants, disabled, and submits the terms in force for each; one that has a product of this name keeps it. PRODUCT_WITHOUT_TERMS, REFERENCE_UNKNOWN',
  request: z.strictObject({
    productNo: businessNo,
    merchantNos: z
      .array(businessNo)
      .check(z.minLength(1, 'Choose at least 1'), z.maxLength(50, 'At most 50 at a time')),
    reason,
  }),
  reply: z.object({
    /** Numbers of the new products. */
    copied: z.array(z.string()),
    /** Merchants that have a product of this name. */
    known: z.number(),
  }),
});

const switched = {
  method: 'POST',
  access: { code: ['operation:product:enable'] },
  kind: 'command',
  preview: true,
  request: z.strictObject({ productNo: businessNo, reason }),
  reply: z.object({ changeNo: z.string() }),
} as const;

export const enable = defineEndpoint({
  ...switched,
  name: 'product.enable',
  path: 'productRate/enable',
  summary: 'Asks that a product is lent again; another person agrees. PRODUCT_WITHOUT_TERMS',
});

export const disable = defineEndpoint({
  ...switched,
  name: 'product.disable',
  path: 'productRate/disable',
  summary: 'Asks that a product is lent no more; another person agrees. Open orders continue',
});
