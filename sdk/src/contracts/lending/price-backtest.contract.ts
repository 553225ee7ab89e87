import * as z from 'zod/mini';
import { defineEndpoint } from '../endpoint.ts';
import { businessNo } from '../list.ts';
import { jobStatus } from '../platform/job.contract.ts';
import { RISK_PRICING_PAGE } from './risk-pricing.contract.ts';

const DAY_MS = 86_400_000;
const MAX_DAYS = 92;
const daysFrom = (from: string, to: string): number => (Date.parse(to) - Date.parse(from)) / DAY_MS;
const day = z.iso.date('A date, e.g. 2026-11-30');

export const start = defineEndpoint({
  name: 'riskPricing.backtest',
  method: 'POST',
  path: 'riskPricing/backtest',
  access: { code: ['risk:pricing:save', 'risk:pricing:audit'] },
  kind: 'command',
  summary:
    'Tries a version that is not in force yet on the loans of past days, a day an item, as a job. NOT_FOUND, STALE, PRICE_VERSION_OVER, PRICE_BACKTEST_DAYS',
  request: z
    .strictObject({
      versionId: businessNo,
      /** Of the version as it is shown: STALE where it has moved since. */
      version: z.int(),
      fromDay: day,
      toDay: day,
    })
    .check(
      z.refine(({ fromDay, toDay }) => daysFrom(fromDay, toDay) >= 0, {
        path: ['toDay'],
        error: 'Cannot be before the first day',
      }),
      z.refine(({ fromDay, toDay }) => daysFrom(fromDay, toDay) < MAX_DAYS, {
        path: ['toDay'],
        error: 'At most 92 days',
      }),
    ),
  reply: z.object({ jobNo: z.string() }),
});

const cell = z.object({
  productNo: z.string(),
  productName: z.string(),
  modelLevel: z.nullable(z.string()),
  /** Null for customers whom the version has no price for: the product’s own terms. */
  settledOrderCount: z.nullable(z.number()),
  orders: z.number(),
  /** Averages over the loans, after what the product allowed then. */
  oldInterestBps: z.number(),
  newInterestBps: z.number(),
  oldFeeBps: z.number(),
  newFeeBps: z.number(),
  /** Interest and fees if repaid as planned, excise left out. */
  oldIncomeCents: z.number(),
  newIncomeCents: z.number(),
  /** Principal of loans that came to be late by more than 30 days. */
  oldLossCents: z.number(),
  newLossCents: z.number(),
  /** Customers whose loan of the same amount would cost more. */
  payMoreCustomers: z.number(),
  /** What those would pay more, all together. */
  payMoreCents: z.number(),
  /** Loans above the new maximum, which would be smaller; and below the new minimum, which would not be made. */
  aboveMaximum: z.number(),
  belowMinimum: z.number(),
  /** Loans for which the product’s own rate was lower than the new price. */
  cappedByProduct: z.number(),
});
export type BacktestCell = z.output<typeof cell>;

export const result = defineEndpoint({
  name: 'riskPricing.backtestResult',
  method: 'GET',
  path: 'riskPricing/backtest/{versionId}',
  access: { page: [RISK_PRICING_PAGE] },
  kind: 'query',
  summary: 'The newest backtest of a version, a cell each, whose customers pay most more first. NOT_FOUND',
  request: z.object({ versionId: businessNo }),
  reply: z.object({
    /** Null where it was never tried. */
    jobNo: z.nullable(z.string()),
    jobStatus: z.nullable(jobStatus),
    versionNo: z.number(),
    /** What it was compared with; null for the products’ own terms. */
    againstVersionNo: z.nullable(z.number()),
    fromDay: z.nullable(z.string()),
    toDay: z.nullable(z.string()),
    days: z.number(),
    daysDone: z.number(),
    startedByName: z.nullable(z.string()),
    startedAt: z.nullable(z.string()),
    /** False where the version, or what applies, is another since. */
    isCurrent: z.boolean(),
    /** True where it may be started now, by whoever has the right. */
    isOpen: z.boolean(),
    considered: z.number(),
    payMoreCustomers: z.number(),
    cells: z.array(cell),
  }),
});
export type BacktestResult = z.output<typeof result.reply>;
