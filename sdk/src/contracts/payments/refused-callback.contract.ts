import * as z from 'zod/mini';
import { defineEndpoint } from '../endpoint.ts';
import { exportReply, exportRequest, listReply, listRequest, reason } from '../list.ts';

const FLOW_PAGE = '/AdminContent/AfterLoanSystem/FlowRecordSupplement';

/** What a channel's message is about: a payment in, a payout, a query's answer, a reversal, a prompt, something else. */
export const callbackKind = z.enum(['C2B', 'B2C', 'STATUS', 'REVERSAL', 'STK', 'OTHER']);
/**
 * Why a message had no effect yet. REFUSED: it cannot be read. HELD: it can, and says something else than what was
 * asked or booked. RETRYING: it failed more than three times, and is still tried. SET_ASIDE: somebody closed it.
 */
export const refusedStatus = z.enum(['REFUSED', 'HELD', 'RETRYING', 'SET_ASIDE']);
const callbackNo = z.string().check(z.regex(/^\d{1,18}$/));

const row = z.object({
  callbackNo: z.string(),
  callbackKind,
  refusedStatus,
  receivedAt: z.string(),
  /** One sentence: why it had no effect. */
  fault: z.string(),
  attempts: z.number(),
  /** How often the very same message came again. */
  repeats: z.number(),
  merchantNo: z.string(),
  /** The channel's receipt, where it can be read. */
  paymentCode: z.nullable(z.string()),
  /** As it is told, where it can be read. */
  amountCents: z.nullable(z.number()),
  /** As it is told. */
  repayTime: z.nullable(z.string()),
  payerPhone: z.nullable(z.string()),
  payerName: z.nullable(z.string()),
  accountReference: z.nullable(z.string()),
  /** The payout attempt or the prompt that it names. */
  subjectNo: z.nullable(z.string()),
  /** Field by field as it came, phones and names masked. */
  fields: z.array(z.object({ name: z.string(), value: z.string() })),
  version: z.number(),
  allowedActions: z.array(z.enum(['process', 'setAside'])),
});

const filters = z.strictObject({
  callbackNo: z.optional(callbackNo),
  callbackKind: z.optional(callbackKind),
  refusedStatus: z.optional(refusedStatus),
  /** True leaves out what is SET_ASIDE. */
  isOpen: z.optional(z.boolean()),
  paymentCode: z.optional(z.string().check(z.trim(), z.maxLength(64))),
  from: z.optional(z.iso.date()),
  to: z.optional(z.iso.date()),
});
const SORTS = ['receivedAt', 'amountCents'] as const;

export const page = defineEndpoint({
  name: 'refusedCallback.page',
  method: 'POST',
  path: 'rePayManage/flow/refused/page',
  access: { page: [FLOW_PAGE] },
  kind: 'query',
  summary: 'Messages of a channel about money that had no effect yet, newest first',
  request: listRequest(filters, SORTS),
  reply: listReply(row),
});

export const exportList = defineEndpoint({
  name: 'refusedCallback.export',
  method: 'POST',
  path: 'rePayManage/flow/refused/export',
  access: { code: ['afterLoan:repayment:export'] },
  kind: 'command',
  summary: 'The filtered or the selected messages as a file, made by a job',
  request: exportRequest(filters, SORTS),
  reply: exportReply,
});

export const process = defineEndpoint({
  name: 'refusedCallback.process',
  method: 'POST',
  path: 'rePayManage/flow/refused/process',
  access: { code: ['afterLoan:flow:commit'] },
  kind: 'command',
  preview: true,
  summary: 'Works a message of the channel off again, as after a correction; what still does not fit stays listed',
  request: z.strictObject({ callbackNo, version: z.int() }),
  reply: z.object({
    callbackNo: z.string(),
    /** Null where it had its effect, and has left the list. */
    refusedStatus: z.nullable(refusedStatus),
    fault: z.nullable(z.string()),
  }),
});

export const setAside = defineEndpoint({
  name: 'refusedCallback.setAside',
  method: 'POST',
  path: 'rePayManage/flow/refused/setAside',
  access: { code: ['afterLoan:flow:commit'] },
  kind: 'command',
  preview: true,
  summary: 'Closes a message that is about nothing of ours; nothing is posted, and it can still be processed',
  request: z.strictObject({ callbackNo, version: z.int(), reason }),
  reply: z.object({ callbackNo: z.string(), refusedStatus }),
});
