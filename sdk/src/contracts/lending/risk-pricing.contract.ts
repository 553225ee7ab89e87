import * as z from 'zod/mini';
import { defineEndpoint } from '../endpoint.ts';
import { businessNo, exportReply, exportRequest, listReply, listRequest, reason } from '../list.ts';
import { versionStatus } from '../platform/config.contract.ts';

export const RISK_PRICING_KEY = 'risk.pricing';
export const RISK_PRICING_PAGE = '/AdminContent/RiskControlSystem/RiskPricingConfiguration';
const seen = { page: [RISK_PRICING_PAGE] } as const;

/** MODEL_LEVEL: `A` is best. */
const modelLevel = z.string().check(z.regex(/^[A-Z][0-9]?$/, 'A class, e.g. A or B1'));
const bps = z.int().check(z.minimum(0, 'Cannot be below 0'), z.maximum(10_000, 'At most 10,000'));
const limit = z.int().check(z.minimum(100, 'At least KES 1'), z.multipleOf(100, 'WHOLE_SHILLINGS'));
/** 0: new customers. 1 or more: who repaid at least so many loans. -1: any. */
const settledOrderCount = z.int().check(z.minimum(-1, '-1 to 999'), z.maximum(999, '-1 to 999'));

const prices = {
  dailyInterestBps: bps,
  serviceFeeBps: bps,
  minLimitCents: limit,
  maxLimitCents: limit,
  /** Of what a VIP level adds to limits, so much counts at most. */
  stepUpBps: bps,
};

/** One cell of a matrix: for whom, and what they are offered. */
export const priceCell = z
  .strictObject({
    productNo: businessNo,
    /** Null: any level, scored or not. */
    modelLevel: z.nullable(modelLevel),
    settledOrderCount,
    ...prices,
  })
  .check(
    z.refine(({ minLimitCents, maxLimitCents }) => minLimitCents <= maxLimitCents, {
      path: ['maxLimitCents'],
      error: 'Cannot be below the minimum',
    }),
  );
export type PriceCell = z.output<typeof priceCell>;

/** For whom a cell is: no two of a matrix are for the same. */
export const cellKey = (cell: Pick<PriceCell, 'productNo' | 'modelLevel' | 'settledOrderCount'>): string =>
  `${cell.productNo} ${cell.modelLevel ?? ''} ${cell.settledOrderCount}`;

/** What a merchant offers by risk. Products without a cell are offered at their own terms. */
export const priceMatrix = z
  .strictObject({ cells: z.array(priceCell).check(z.maxLength(2_000, 'At most 2,000 prices')) })
  .check((checked) => {
    const known = new Set<string>();
    for (const [index, cell] of checked.value.cells.entries()) {
      const key = cellKey(cell);
      if (known.has(key)) {
        checked.issues.push({
          code: 'custom',
          input: cell,
          path: ['cells', index, 'settledOrderCount'],
          message: 'Each product, level and number of loans once',
        });
      }
      known.add(key);
    }
  });
export type PriceMatrix = z.output<typeof priceMatrix>;

const priceRow = z.object({
  cellId: z.string(),
  /** A merchant has one matrix: its number is the code. */
  pricingCode: z.string(),
  merchantName: z.string(),
  productNo: z.string(),
  productName: z.string(),
  modelLevel: z.nullable(z.string()),
  settledOrderCount: z.number(),
  dailyInterestBps: z.number(),
  serviceFeeBps: z.number(),
  minLimitCents: z.number(),
  maxLimitCents: z.number(),
  stepUpBps: z.number(),
  /** The import that made the version; null where people typed it. */
  batchNo: z.nullable(z.string()),
  versionId: z.string(),
  versionNo: z.number(),
  effectiveFrom: z.string(),
  versionStatus,
  allowedActions: z.array(z.enum(['save'])),
});
export type PriceRow = z.output<typeof priceRow>;

const filters = z.strictObject({
  pricingCode: z.optional(businessNo),
  merchantNo: z.optional(businessNo),
  productNo: z.optional(businessNo),
  modelLevel: z.optional(modelLevel),
  settledOrderCount: z.optional(z.string().check(z.regex(/^(-1|\d{1,3})$/, '-1 to 999'))),
  batchNo: z.optional(businessNo),
  versionStatus: z.optional(versionStatus),
});
const SORTS = ['merchantName', 'productName', 'effectiveFrom', 'dailyInterestBps', 'maxLimitCents'] as const;

export const page = defineEndpoint({
  name: 'riskPricing.page',
  method: 'POST',
  path: 'riskPricing/page',
  access: seen,
  kind: 'query',
  summary: 'The prices of all versions, a cell each; those in force by the filter versionStatus',
  request: listRequest(filters, SORTS),
  reply: listReply(priceRow),
});

export const exportList = defineEndpoint({
  name: 'riskPricing.export',
  method: 'POST',
  path: 'riskPricing/export',
  access: seen,
  kind: 'command',
  summary: 'The filtered or the selected prices as a file, made by a job',
  request: exportRequest(filters, SORTS),
  reply: exportReply,
});

export const products = defineEndpoint({
  name: 'riskPricing.products',
  method: 'GET',
  path: 'riskPricing/products',
  access: seen,
  kind: 'query',
  summary: 'The products that the caller’s merchants may price, with the terms that prices must keep within',
  request: z.object({}),
  reply: z.array(
    z.object({
      productNo: z.string(),
      productName: z.string(),
      merchantNo: z.string(),
      merchantName: z.string(),
      minPrincipalCents: z.number(),
      maxPrincipalCents: z.number(),
      dailyInterestBps: z.number(),
      serviceFeeBps: z.number(),
    }),
  ),
});

export const detail = defineEndpoint({
  name: 'riskPricing.detail',
  method: 'GET',
  path: 'riskPricing/{pricingCode}',
  access: seen,
  kind: 'query',
  summary: 'A merchant’s matrix in force, or a version of it; without cells where none is. NOT_FOUND',
  request: z.object({ pricingCode: businessNo, versionId: z.optional(businessNo) }),
  reply: z.object({
    pricingCode: z.string(),
    merchantName: z.string(),
    versionNo: z.nullable(z.number()),
    effectiveFrom: z.nullable(z.string()),
    cells: z.array(priceCell),
  }),
});

export const save = defineEndpoint({
  name: 'riskPricing.save',
  method: 'POST',
  path: 'riskPricing/save',
  access: { code: ['risk:pricing:save'] },
  kind: 'command',
  preview: true,
  summary: 'Submits a merchant’s matrix as a new version. PRICE_OUTSIDE_PRODUCT, PRICE_MISSING, CONFIG_OPEN',
  request: z.strictObject({
    merchantNo: businessNo,
    value: priceMatrix,
    effectiveFrom: z.iso.date('A date, e.g. 2026-11-30'),
    reason,
  }),
  reply: z.object({ versionId: z.string(), versionNo: z.number(), versionStatus }),
});

export const quote = defineEndpoint({
  name: 'riskPricing.quote',
  method: 'POST',
  path: 'riskPricing/quote',
  access: seen,
  kind: 'query',
  summary: 'What a customer is offered of a product now, and what the largest loan costs. PRODUCT_NOT_FOUND',
  request: z.strictObject({
    productNo: businessNo,
    modelLevel: z.nullable(modelLevel),
    /** Loans that the customer repaid. */
    settledOrders: z.int().check(z.minimum(0, 'Cannot be below 0'), z.maximum(999, 'At most 999')),
  }),
  reply: z.object({
    /** The price that applies; null where the product’s own terms do. */
    cell: z.nullable(priceCell),
    versionNo: z.nullable(z.number()),
    minPrincipalCents: z.number(),
    maxPrincipalCents: z.number(),
    dailyInterestBps: z.number(),
    serviceFeeBps: z.number(),
    /** Of the largest loan; null where nothing can be lent. */
    paidOutCents: z.nullable(z.number()),
    repaidCents: z.nullable(z.number()),
  }),
});

const cellPrices = z.object({
  dailyInterestBps: z.number(),
  serviceFeeBps: z.number(),
  minLimitCents: z.number(),
  maxLimitCents: z.number(),
  stepUpBps: z.number(),
});
export const cellChange = z.object({
  productNo: z.string(),
  productName: z.string(),
  modelLevel: z.nullable(z.string()),
  settledOrderCount: z.number(),
  /** Null for a cell that was added. */
  before: z.nullable(cellPrices),
  /** Null for a cell that was removed. */
  after: z.nullable(cellPrices),
});
export type CellChange = z.output<typeof cellChange>;

export const compare = defineEndpoint({
  name: 'riskPricing.compare',
  method: 'GET',
  path: 'riskPricing/compare/{versionId}',
  access: seen,
  kind: 'query',
  summary: 'A version cell by cell beside the one that it follows. NOT_FOUND',
  request: z.object({ versionId: businessNo }),
  reply: z.object({
    versionNo: z.number(),
    /** Null where there was no matrix before it. */
    againstVersionNo: z.nullable(z.number()),
    unchanged: z.number(),
    changes: z.array(cellChange),
  }),
});

/** IMPORT_RESULT. */
export const importResult = z.enum(['SUCCESS', 'PARTIAL_SUCCESS', 'FAILURE']);

const batchRow = z.object({
  batchNo: z.string(),
  merchantNo: z.string(),
  merchantName: z.string(),
  jobNo: z.string(),
  /** What the file was called; null of rows that came without one. */
  fileName: z.nullable(z.string()),
  rows: z.number(),
  failedRows: z.number(),
  importResult,
  /** Why no version came of it, in the caller's language. */
  fault: z.nullable(z.string()),
  versionId: z.nullable(z.string()),
  versionNo: z.nullable(z.number()),
  versionStatus: z.nullable(versionStatus),
  makerName: z.string(),
  checkerName: z.nullable(z.string()),
  createdAt: z.string(),
  allowedActions: z.array(z.enum(['rollback'])),
});
export type BatchRow = z.output<typeof batchRow>;

const batchFilters = z.strictObject({
  batchNo: z.optional(businessNo),
  merchantNo: z.optional(businessNo),
  importResult: z.optional(importResult),
  versionStatus: z.optional(versionStatus),
});

export const batchPage = defineEndpoint({
  name: 'riskRate.page',
  method: 'POST',
  path: 'productRate/riskRate/page',
  access: seen,
  kind: 'query',
  summary: 'Imports of prices, the newest first',
  request: listRequest(batchFilters, ['createdAt']),
  reply: listReply(batchRow),
});

export const batchExport = defineEndpoint({
  name: 'riskRate.export',
  method: 'POST',
  path: 'productRate/riskRate/export',
  access: seen,
  kind: 'command',
  summary: 'The filtered or the selected imports as a file, made by a job',
  request: exportRequest(batchFilters, ['createdAt']),
  reply: exportReply,
});

export const batch = defineEndpoint({
  name: 'riskRate.batch',
  method: 'GET',
  path: 'productRate/riskRate/batch/{batchNo}',
  access: seen,
  kind: 'query',
  summary: 'One import of prices. PRICE_BATCH_NOT_FOUND',
  request: z.object({ batchNo: businessNo }),
  reply: batchRow,
});

export const rollback = defineEndpoint({
  name: 'riskRate.rollback',
  method: 'POST',
  path: 'productRate/riskRate/rollback',
  access: { code: ['risk:pricing:rollback'] },
  kind: 'command',
  preview: true,
  summary:
    'Submits what applied before the batch in force as a new version, for today. PRICE_BATCH_NOT_IN_FORCE, CONFIG_OPEN',
  request: z.strictObject({ batchNo: businessNo, reason }),
  reply: z.object({ versionId: z.string(), versionNo: z.number(), versionStatus }),
});
