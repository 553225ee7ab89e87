import * as z from 'zod/mini';
import { batchAsked, someOf } from '../platform/batch.ts';
import { defineEndpoint } from '../endpoint.ts';
import { businessNo, exportReply, exportRequest, listReply, listRequest, reason, textFilter } from '../list.ts';

const LOAN_MANAGEMENT_PAGE = '/AdminContent/AfterLoanSystem/LoanManagement';
/** Where payouts are looked at: of loans, withdrawals, refunds and transfers alike. */
const PAYOUT_PAGES = [
  LOAN_MANAGEMENT_PAGE,
  '/AdminContent/AfterLoanSystem/WalletRecords',
  '/AdminContent/ChargeToAnAccountSystem/ClientRefundManagement',
  '/AdminContent/ChargeToAnAccountSystem/ClientRefundAuditManagement',
  '/AdminContent/ChargeToAnAccountSystem/CashTransferApplyFor',
  '/AdminContent/ChargeToAnAccountSystem/CashTransferAudit',
  '/AdminContent/AuditSystem/OrderManagement',
];

export const payoutSubject = z.enum(['LOAN', 'REFUND', 'REVERSAL', 'TRANSFER', 'WITHDRAWAL']);
export const attemptStatus = z.enum(['CREATED', 'SENT', 'SUCCESS', 'FAILED', 'UNKNOWN']);

const attempt = z.object({
  attemptNo: z.string(),
  subjectType: payoutSubject,
  /** The order, refund, transfer or withdrawal; of a reversal the flow that the channel takes back. */
  subjectNo: z.string(),
  merchantNo: z.string(),
  attemptCount: z.number(),
  payoutChannel: z.string(),
  accountCode: z.string(),
  /** The account that it leaves from, as people call it. */
  accountName: z.string(),
  amountCents: z.number(),
  attemptStatus,
  /** The channel's own number of it. */
  disbursementCode: z.nullable(z.string()),
  failCode: z.nullable(z.string()),
  failReason: z.nullable(z.string()),
  /** Masked as the caller is. */
  payeeName: z.nullable(z.string()),
  payeeAccount: z.nullable(z.string()),
  makerName: z.nullable(z.string()),
  checkerName: z.nullable(z.string()),
  createdAt: z.string(),
  sentAt: z.nullable(z.string()),
  finishedAt: z.nullable(z.string()),
  /** When the channel was asked about it, and what it answered; oldest first. */
  queries: z.array(
    z.object({
      askedAt: z.string(),
      answeredAt: z.nullable(z.string()),
      resultCode: z.nullable(z.string()),
    }),
  ),
  allowedActions: z.array(z.enum(['query'])),
});

const attemptFilters = z.strictObject({
  subjectType: z.optional(payoutSubject),
  subjectNo: textFilter,
  attemptNo: textFilter,
  disbursementCode: textFilter,
  attemptStatus: z.optional(attemptStatus),
  failCode: textFilter,
});
const ATTEMPT_SORTS = ['createdAt', 'amountCents'] as const;

export const attempts = defineEndpoint({
  name: 'payout.attempts',
  method: 'POST',
  path: 'payManage/attempt/page',
  access: { page: PAYOUT_PAGES },
  kind: 'query',
  summary: 'Attempts to pay something out, newest first, with what the channel said',
  request: listRequest(attemptFilters, ATTEMPT_SORTS),
  reply: listReply(attempt),
});

export const attemptsExport = defineEndpoint({
  name: 'payout.attemptsExport',
  method: 'POST',
  path: 'payManage/attempt/export',
  access: { code: ['afterLoan:payout:export'] },
  kind: 'command',
  summary: 'The filtered or the selected payout attempts as a file, made by a job',
  request: exportRequest(attemptFilters, ATTEMPT_SORTS),
  reply: exportReply,
});

export const unknown = defineEndpoint({
  name: 'payout.unknown',
  method: 'POST',
  path: 'payManage/unknown/page',
  access: { page: [LOAN_MANAGEMENT_PAGE] },
  kind: 'query',
  summary: 'Payouts whose end nobody knows, oldest first: age, money, next question to the channel',
  request: z.strictObject({ subjectType: z.optional(payoutSubject) }),
  reply: z.object({
    totalCents: z.number(),
    rows: z.array(
      z.extend(attempt, {
        ageMinutes: z.number(),
        /** When the channel is asked again automatically. */
        nextQueryAt: z.string(),
      }),
    ),
  }),
});

export const queryAttempt = defineEndpoint({
  name: 'payout.queryAttempt',
  method: 'POST',
  path: 'payManage/attempt/query',
  access: { code: ['afterLoan:payoutStatus:query'] },
  kind: 'command',
  preview: true,
  summary: 'Asks the channel what became of an attempt; the answer comes automatically',
  request: z.strictObject({ attemptNo: businessNo }),
  reply: z.object({ attemptNo: z.string(), attemptStatus }),
});

const sent = z.object({ orderNo: z.string(), orderStatus: z.string(), attemptNo: z.string() });

export const disburse = defineEndpoint({
  name: 'payout.disburse',
  method: 'POST',
  path: 'payManage/disburse',
  access: { code: ['afterLoan:payout:send'] },
  kind: 'command',
  preview: true,
  summary: 'Pays a passed order out by hand; whoever reviewed it does not',
  request: z.strictObject({ orderNo: businessNo }),
  reply: sent,
});

export const replay = defineEndpoint({
  name: 'payout.replay',
  method: 'POST',
  path: 'payManage/replay',
  access: { code: ['afterLoan:payout:retry'] },
  kind: 'command',
  preview: true,
  summary: 'Pays an order out again whose payout failed: a new attempt',
  request: z.strictObject({ orderNo: businessNo }),
  reply: sent,
});

export const cancel = defineEndpoint({
  name: 'payout.cancel',
  method: 'POST',
  path: 'payManage/cancel',
  access: { code: ['afterLoan:payout:cancel'] },
  kind: 'command',
  preview: true,
  summary: 'Gives an order up whose payout failed; nothing is posted',
  request: z.strictObject({ orderNo: businessNo, reason }),
  reply: z.object({ orderNo: z.string(), orderStatus: z.string() }),
});

const offlineFields = {
  orderNo: businessNo,
  /** When somebody agreed to pay it so. */
  approvalTime: z.iso.datetime('RETRIEVAL_TIMES'),
  lendingTime: z.iso.datetime(),
  /** The account of ours that it left. */
  loanerAccountId: z.string().check(z.regex(/^BANK\.[A-Z0-9_-]+$/, 'Please choose')),
  /** The bank's own number of it. */
  disbursementCode: z.string().check(z.trim(), z.minLength(1, 'Content cannot be blank'), z.maxLength(64)),
};
/** A loan of a file of such loans: `offlineLoans.import`. */
export const offlineLoanRow = z.strictObject(offlineFields);

export const offlineLoan = defineEndpoint({
  name: 'payout.offlineLoan',
  method: 'POST',
  path: 'payManage/offlineLoan',
  access: { code: ['afterLoan:offlineLoan:import'] },
  kind: 'command',
  preview: true,
  summary: 'Asks to book a loan that was paid without the channel; another person agrees',
  request: z.strictObject({
    ...offlineFields,
    voucherIds: z.array(businessNo).check(z.minLength(1, 'The certificate cannot be empty'), z.maxLength(20)),
    reason,
  }),
  reply: z.object({ changeNo: z.string() }),
});

const batch = (action: 'batchDisburse' | 'batchReplay' | 'batchCancel', summary: string) =>
  defineEndpoint({
    name: `payout.${action}`,
    method: 'POST',
    path: `payManage/${action}`,
    access: { code: ['afterLoan:payoutBatch:run'] },
    kind: 'command',
    preview: true,
    summary,
    request: z.strictObject({ orderNos: someOf(businessNo), reason }),
    reply: batchAsked,
  });
export const batchDisburse = batch(
  'batchDisburse',
  'Asks to pay passed orders out; once another person agrees they are a job',
);
export const batchReplay = batch(
  'batchReplay',
  'Asks to pay orders out again whose payout failed; once another person agrees they are a job',
);
export const batchCancel = batch(
  'batchCancel',
  'Asks to give orders up whose payout failed; once another person agrees they are a job',
);
