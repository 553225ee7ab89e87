import * as z from 'zod/mini';
import { defineEndpoint } from '../endpoint.ts';
import { businessNo } from '../list.ts';

export const LOAN_LIMIT_PAGE = '/AdminContent/OperationSystem/MerchantLoanAmountManagement';
/** The configuration's key. Its subjects are a merchant and a loan type: `M0001_FIRST`. */
export const LOAN_LIMIT_KEY = 'operation.loanLimit';

export const loanType = z.enum(['FIRST', 'REPEAT']);
export const UNLIMITED = -1;

const isWhole = z.multipleOf(100, 'Whole shillings only');
const amountCents = z.int().check(z.minimum(100, 'At least KES 1'), isWhole);

/** What a merchant lends of one type of loan: the amount of each, and of an EAT day. */
export const loanLimit = z
  .strictObject({
    minAmountCents: amountCents,
    maxAmountCents: amountCents,
    /** Principal sent out a day. -1: unlimited, 0: none. */
    dailyAmountLimitCents: z.union([
      z.literal(UNLIMITED),
      z.int().check(z.minimum(0, 'Cannot be below 0, except -1'), isWhole),
    ]),
    /** Loans sent out a day. -1: unlimited, 0: none. */
    dailyOrderLimit: z.int().check(z.minimum(UNLIMITED, 'Cannot be below 0, except -1')),
    /** Part of the day's limit from which a warning tells of it. */
    alertPercent: z.int().check(z.minimum(1, '1 to 100'), z.maximum(100, '1 to 100')),
  })
  .check(
    z.refine(({ minAmountCents, maxAmountCents }) => minAmountCents <= maxAmountCents, {
      error: 'Cannot be below the minimum amount',
      path: ['maxAmountCents'],
    }),
  );
export type LoanLimit = z.output<typeof loanLimit>;

/** An order that waits for the merchant's day, oldest first. */
const heldOrder = z.object({
  orderNo: z.string(),
  approvedAmountCents: z.number(),
  auditTime: z.string(),
  /** HOLD_REASON */
  holdReason: z.literal('LIMIT_REACHED'),
});

export const usage = defineEndpoint({
  name: 'loanLimit.usage',
  method: 'POST',
  path: 'loanLimit/usage',
  access: { page: [LOAN_LIMIT_PAGE] },
  kind: 'query',
  summary: 'What today (EAT) took of the limits in force, and which orders wait until 00:00 EAT or a raise',
  request: z.strictObject({
    merchantNo: z.optional(businessNo),
    loanType: z.optional(loanType),
  }),
  reply: z.array(
    z.object({
      merchantNo: z.string(),
      merchantName: z.string(),
      loanType,
      limit: loanLimit,
      usedTodayCents: z.number(),
      usedOrders: z.number(),
      /** Of the limit that is nearer, rounded down; null where neither bounds a day. */
      usedPercent: z.nullable(z.number()),
      /** LIMIT_STATUS */
      limitStatus: z.enum(['OPEN', 'REACHED']),
      waitingOrders: z.number(),
      waitingCents: z.number(),
      /** The oldest 200 of them. */
      heldOrders: z.array(heldOrder),
    }),
  ),
});
