import * as z from 'zod/mini';
import { defineEndpoint } from '../endpoint.ts';
import { businessNo } from '../list.ts';

const PAGES = [
  '/AdminContent/AfterLoanSystem/FlowRecordSupplement',
  '/AdminContent/AfterLoanSystem/ReconciliationManagement',
] as const;

/** Who said what a channel has: a statement of the account, or the channel in answer to a query. */
export const toldBy = z.enum(['STATEMENT', 'QUERY']);

/** What a flow's money was used for. */
export const flowUse = z.enum(['APPLICATION', 'REFUND', 'RETURN', 'REVERSAL']);

export const trail = defineEndpoint({
  name: 'flow.trail',
  method: 'GET',
  path: 'rePayManage/flow/trail/{flowNo}',
  access: { page: [...PAGES] },
  kind: 'query',
  summary:
    'What the channel says of a flow, what was done with its money, and messages about it that had no effect at first',
  request: z.object({ flowNo: businessNo }),
  reply: z.object({
    /** By a statement, or asked; null where the channel said nothing beside its callback. */
    told: z.nullable(z.object({ amountCents: z.number(), repayTime: z.string(), toldBy })),
    /** Oldest first. */
    uses: z.array(
      z.object({
        kind: flowUse,
        no: z.string(),
        orderNo: z.nullable(z.string()),
        amountCents: z.number(),
        /** Of its own kind: LIVE, ROLLED_BACK of an application. */
        status: z.string(),
        at: z.string(),
      }),
    ),
    callbacks: z.array(
      z.object({
        callbackId: z.number(),
        receivedAt: z.string(),
        callbackStatus: z.string(),
        fault: z.nullable(z.string()),
      }),
    ),
  }),
});
