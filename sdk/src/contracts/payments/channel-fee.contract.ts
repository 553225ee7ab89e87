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

const resolve = { code: ['afterLoan:reconDifference:resolve'] } as const;

export const feeStatus = z.enum(['BOOKED', 'REVERSED']);
const feeNo = z.string().check(z.regex(/^CF\d+$/));
/** An account of ours: `BANK.MPESA_PAYBILL`. */
const accountId = z.string().check(z.regex(/^BANK\.[A-Z0-9_-]+$/, 'Please choose'));

export const channelFeeRow = z.object({
  feeNo: z.string(),
  merchantNo: z.string(),
  accountId: z.string(),
  accountName: z.string(),
  /** The statement's own number of the line. */
  statementCode: z.string(),
  chargedOn: z.string(),
  amountCents: z.number(),
  feeStatus,
  makerName: z.string(),
  checkerName: z.nullable(z.string()),
  bookedAt: z.string(),
  journalId: z.number(),
  version: z.number(),
  allowedActions: z.array(z.enum(['reverse'])),
});
export type ChannelFeeRow = z.output<typeof channelFeeRow>;

const seen = { page: ['/AdminContent/AfterLoanSystem/ReconciliationManagement'] } as const;
const filters = z.strictObject({
  merchantNo: z.optional(businessNo),
  accountId: z.optional(accountId),
  statementCode: textFilter,
  feeStatus: z.optional(feeStatus),
  chargedOn: dayRange,
});
const SORTS = ['chargedOn', 'amountCents'] as const;

export const page = defineEndpoint({
  name: 'channelFee.page',
  method: 'POST',
  path: 'reconciliation/fee/page',
  access: seen,
  kind: 'query',
  summary: 'Fees that channels took of our accounts, newest first',
  request: listRequest(filters, SORTS),
  reply: listReply(channelFeeRow),
});
export const exportList = defineEndpoint({
  name: 'channelFee.export',
  method: 'POST',
  path: 'reconciliation/fee/export',
  access: seen,
  kind: 'command',
  summary: 'The filtered or the selected fees as a file, made by a job',
  request: exportRequest(filters, SORTS),
  reply: exportReply,
});

const asked = z.object({ changeNo: z.string() });
export const book = defineEndpoint({
  name: 'channelFee.book',
  method: 'POST',
  path: 'reconciliation/fee/book',
  access: resolve,
  kind: 'command',
  preview: true,
  summary: 'Asks to book a fee as the channel’s statement shows it; another person agrees',
  request: z.strictObject({
    merchantNo: businessNo,
    accountId,
    statementCode: z.string().check(z.trim(), z.minLength(1, 'Content cannot be blank'), z.maxLength(64)),
    chargedOn: z.iso.date(),
    amountCents: z.int().check(z.minimum(1, 'Must be above 0'), z.maximum(1_000_000_000_00)),
    reason,
  }),
  reply: asked,
});
export const reverse = defineEndpoint({
  name: 'channelFee.reverse',
  method: 'POST',
  path: 'reconciliation/fee/reverse',
  access: resolve,
  kind: 'command',
  preview: true,
  summary: 'Asks to take a fee back that was booked by mistake; another person agrees',
  request: z.strictObject({ feeNo, reason }),
  reply: asked,
});
