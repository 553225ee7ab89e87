import * as z from 'zod/mini';
import { caseId } from '../collections/collection.ts';
import { defineEndpoint } from '../endpoint.ts';
import { businessNo } from '../list.ts';

const AFTER_LOAN = 'afterLoan:repayLink:create';
const OF_CASE = { ORDER: 'collection:repayLink:create', BILL: 'collectionStage:repayLink:create' };

export const promptStatus = z.enum(['CREATED', 'SENT', 'PAID', 'FAILED', 'UNKNOWN', 'EXPIRED']);

/** Cents, in whole shillings: from KES 100, or all that is owed where that is less, to what is owed and M-Pesa's cap. */
export const requestedCents = z.int().check(z.minimum(1, 'Must be above 0'), z.maximum(1_000_000_000_00));
/** One bill's payment; left out for all that the order or the case owes. */
export const billNo = z.optional(z.nullable(businessNo));

const asked = z.object({
  promptNo: z.string(),
  promptStatus,
  amountCents: z.number(),
  /** The contact attempt that it counts as. */
  attemptId: z.number(),
});

export const create = defineEndpoint({
  name: 'paymentPrompt.create',
  method: 'POST',
  path: 'rePayManage/prompt/create',
  access: { code: [AFTER_LOAN] },
  kind: 'command',
  preview: true,
  summary: 'Asks the customer’s phone to pay by M-Pesa, where the contact gate is open',
  request: z.strictObject({ orderNo: businessNo, billNo, amountCents: requestedCents }),
  reply: asked,
});

const caseForm = z.strictObject({ caseId, billNo, amountCents: requestedCents });

export const createOfCase = defineEndpoint({
  name: 'caseRepay.promptCreate',
  method: 'POST',
  path: 'caseRepay/prompt/create',
  access: { code: [OF_CASE.ORDER] },
  kind: 'command',
  preview: true,
  summary: 'Asks the borrower of one’s own case to pay by M-Pesa, where the contact gate is open',
  request: caseForm,
  reply: asked,
});

export const createOfStageCase = defineEndpoint({
  name: 'caseRepayStage.promptCreate',
  method: 'POST',
  path: 'caseRepay/stage/prompt/create',
  access: { code: [OF_CASE.BILL] },
  kind: 'command',
  preview: true,
  summary: 'Asks the borrower of one’s own case to pay by M-Pesa, where the contact gate is open',
  request: caseForm,
  reply: asked,
});

const promptRow = z.object({
  promptNo: z.string(),
  orderNo: z.string(),
  billNo: z.nullable(z.string()),
  caseId: z.nullable(z.string()),
  amountCents: z.number(),
  /** Masked. */
  phone: z.string(),
  promptStatus,
  /** M-Pesa's code: 0 paid, 1032 the customer said no, 1037 not reached … */
  resultCode: z.nullable(z.string()),
  resultText: z.nullable(z.string()),
  /** The receipt, where M-Pesa named one. */
  paymentCode: z.nullable(z.string()),
  /** The link that the customer asked by; null where a person of ours did. */
  linkNo: z.nullable(z.string()),
  /** Null where the customer asked. */
  madeByName: z.nullable(z.string()),
  createdAt: z.string(),
  sentAt: z.nullable(z.string()),
  finishedAt: z.nullable(z.string()),
});

export const ofOrder = defineEndpoint({
  name: 'paymentPrompt.ofOrder',
  method: 'GET',
  path: 'rePayManage/prompt/{orderNo}',
  access: { code: [AFTER_LOAN, OF_CASE.ORDER, OF_CASE.BILL] },
  kind: 'query',
  summary: 'What the customer of an order was asked to pay on the phone, the newest first',
  request: z.strictObject({ orderNo: businessNo }),
  reply: z.array(promptRow),
});
