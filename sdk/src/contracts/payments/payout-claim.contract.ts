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

const seen = { page: ['/AdminContent/AfterLoanSystem/ReconciliationManagement'] } as const;

/** CLAIM_STATUS. What the payee paid back of it: nothing, a part, all. */
export const claimStatus = z.enum(['OPEN', 'PART_CLEARED', 'CLEARED']);
const claimNo = z.string().check(z.regex(/^PC\d+$/, 'Please choose'));

/** What the lender claims back from the payee of a payout that left the bank twice, or with too much. */
export const claim = z.object({
  claimNo: z.string(),
  claimStatus,
  /** The payout, and the line of the statement that paid it again. */
  attemptNo: z.string(),
  subjectNo: z.string(),
  serial: z.string(),
  runId: z.string(),
  accountName: z.string(),
  merchantNo: z.string(),
  payeeName: z.string(),
  /** Masked. */
  payeePhone: z.nullable(z.string()),
  amountCents: z.number(),
  clearedCents: z.number(),
  outstandingCents: z.number(),
  happenedAt: z.string(),
  claimedAt: z.string(),
  makerName: z.string(),
  checkerName: z.nullable(z.string()),
  /** Payments that cleared it, oldest first. */
  repayments: z.array(
    z.object({ flowNo: z.string(), paymentCode: z.string(), amountCents: z.number(), at: z.string() }),
  ),
  allowedActions: z.array(z.enum(['clear'])),
});
export type PayoutClaim = z.output<typeof claim>;

const filters = z.strictObject({
  claimStatus: z.optional(claimStatus),
  attemptNo: textFilter,
  serial: textFilter,
  merchantNo: z.optional(businessNo),
  happenedAt: dayRange,
});
const SORTS = ['happenedAt', 'amountCents'] as const;

export const page = defineEndpoint({
  name: 'payoutClaim.page',
  method: 'POST',
  path: 'reconciliation/claim/page',
  access: seen,
  kind: 'query',
  summary: 'Claims on payees who were paid twice or too much, newest first',
  request: listRequest(filters, SORTS),
  reply: listReply(claim),
});
export const exportList = defineEndpoint({
  name: 'payoutClaim.export',
  method: 'POST',
  path: 'reconciliation/claim/export',
  access: seen,
  kind: 'command',
  summary: 'The filtered or the selected claims as a file, made by a job',
  request: exportRequest(filters, SORTS),
  reply: exportReply,
});
export const payments = defineEndpoint({
  name: 'payoutClaim.payments',
  method: 'GET',
  path: 'reconciliation/claim/payments/{claimNo}',
  access: seen,
  kind: 'query',
  summary: 'Payments of the claim’s merchant that are free to clear it: the payee’s own and its very amount first',
  request: z.object({ claimNo }),
  reply: z.array(
    z.object({
      flowNo: z.string(),
      paymentCode: z.string(),
      writableCents: z.number(),
      payerName: z.nullable(z.string()),
      /** The payee’s phone paid it. */
      isPayees: z.boolean(),
    }),
  ),
});
export const clear = defineEndpoint({
  name: 'payoutClaim.clear',
  method: 'POST',
  path: 'reconciliation/claim/clear',
  access: { code: ['afterLoan:reconDifference:resolve'] },
  kind: 'command',
  preview: true,
  summary:
    'Submits that a payment pays a claim back, up to what of both is left: suspense of the payment / payee receivable. NOT_FOUND, CLAIM_CLEARED, WRITABLE_ZERO, SERIAL_NOT_FOUND, CLAIM_OTHER_MERCHANT',
  request: z.strictObject({ claimNo, flowNo: businessNo, reason }),
  reply: z.object({ changeNo: z.string() }),
});
