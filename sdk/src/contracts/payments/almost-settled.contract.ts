import * as z from 'zod/mini';
import { defineEndpoint } from '../endpoint.ts';
import { businessNo, exportReply, exportRequest, listReply, listRequest } from '../list.ts';
import { component } from '../money.ts';

const seen = { page: ['/AdminContent/AfterLoanSystem/AutoSettlementConfig'] } as const;

/**
 * SETTLE_BLOCK. What keeps a bill open: an earlier one is owed, principal or excise is left, no rule speaks of it, the
 * rule does not waive what is left or not so much, nothing was paid yet, or the rule's waivers of today are used up.
 */
export const settleBlock = z.enum([
  'EARLIER_BILL',
  'NEVER_WAIVED',
  'NO_RULE',
  'NOT_IN_RULE',
  'ABOVE_RULE',
  'NO_PAYMENT',
  'DAILY_CAP',
]);
export type SettleBlock = z.output<typeof settleBlock>;

export const almostSettledRow = z.object({
  billNo: z.string(),
  orderNo: z.string(),
  merchantNo: z.string(),
  merchantName: z.string(),
  dueDate: z.string(),
  outstandingCents: z.number(),
  /** What it is made of. */
  components: z.array(component),
  /** Null: the next run closes it. */
  blockedBy: z.nullable(settleBlock),
  /** Of the rule that speaks of it; null without one. */
  ruleName: z.nullable(z.string()),
});
export type AlmostSettledRow = z.output<typeof almostSettledRow>;

const filters = z.strictObject({
  merchantNo: z.optional(businessNo),
  productNo: z.optional(businessNo),
  orderNo: z.optional(businessNo),
});
const SORTS = ['outstandingCents', 'dueDate'] as const;

export const page = defineEndpoint({
  name: 'almostSettled.page',
  method: 'POST',
  path: 'zeroSettle/almost/page',
  access: seen,
  kind: 'query',
  summary: 'Bills with up to KES 50 left, and what keeps each from being closed automatically',
  request: listRequest(filters, SORTS),
  reply: listReply(almostSettledRow),
});

export const exportList = defineEndpoint({
  name: 'almostSettled.export',
  method: 'POST',
  path: 'zeroSettle/almost/export',
  access: seen,
  kind: 'command',
  summary: 'The filtered or the selected bills as a file, made by a job',
  request: exportRequest(filters, SORTS),
  reply: exportReply,
});
