import * as z from 'zod/mini';
import { defineEndpoint } from '../endpoint.ts';
import {
  businessNo,
  centsRange,
  dayRange,
  exportReply,
  exportRequest,
  listReply,
  listRequest,
  reason,
  textFilter,
} from '../list.ts';
import { toldBy } from './flow-trail.ts';
import { flowRow, flowStatus } from './payment.contract.ts';

export * from './flow-trail.ts';

const FLOW_PAGE = '/AdminContent/AfterLoanSystem/FlowRecordSupplement';
const RECONCILIATION = '/AdminContent/AfterLoanSystem/ReconciliationManagement';

export const flowSource = z.enum(['CALLBACK', 'SUPPLEMENT', 'STATEMENT']);
const phone = z.string().check(z.regex(/^254\d{9}$/, '254 plus 9 digits, e.g. 254712345678'));

/** UNMATCHED_REASON. Why money waits for a person: what the merchant’s rule says, or what is wrong with its number. */
export const unmatchedReason = z.enum([
  'RULE_OFF',
  'KEY_OUT_OF_RULE',
  'AMOUNT_OUT_OF_RULE',
  'SURPLUS_ABOVE_RULE',
  'OUTSIDE_HOURS',
  'DRAFT_WAITS',
  'VIRTUAL_CHECK_DIGIT',
  'VIRTUAL_NOT_ISSUED',
  'VIRTUAL_FOREIGN',
]);
export type UnmatchedReason = z.output<typeof unmatchedReason>;

export const row = z.extend(flowRow, {
  source: flowSource,
  /** Null where nothing is known of its loan, and once it is used. */
  unmatchedFor: z.nullable(unmatchedReason),
  ownerUserNo: z.nullable(z.string()),
  ownerName: z.nullable(z.string()),
  receivedAt: z.string(),
  allowedActions: z.array(z.enum(['apply', 'take', 'handOver', 'adjust', 'reverse', 'requestReversal'])),
});

export type FlowRow = z.output<typeof row>;

const filters = z.strictObject({
  flowNo: textFilter,
  paymentCode: textFilter,
  paymentChannel: textFilter,
  /** The payer's, exact. */
  phone: z.optional(phone),
  orderNo: textFilter,
  flowStatus: z.optional(flowStatus),
  source: z.optional(flowSource),
  amountCents: centsRange,
  repayTime: dayRange,
  ownerUserNo: z.optional(businessNo),
  /** True: only what nobody looks after. */
  isWithoutOwner: z.optional(z.boolean()),
});
export type FlowFilters = z.output<typeof filters>;
const FLOW_SORTS = ['repayTime', 'amountCents'] as const;

export const page = defineEndpoint({
  name: 'flow.page',
  method: 'POST',
  path: 'rePayManage/flow/page',
  access: { page: [FLOW_PAGE, RECONCILIATION] },
  kind: 'query',
  summary: 'Money received, newest first',
  request: listRequest(filters, FLOW_SORTS),
  reply: listReply(row),
});

export const exportList = defineEndpoint({
  name: 'flow.export',
  method: 'POST',
  path: 'rePayManage/flow/export',
  access: { code: ['afterLoan:repayment:export'] },
  kind: 'command',
  summary: 'The filtered or the selected flows as a file, made by a job',
  request: exportRequest(filters, FLOW_SORTS),
  reply: exportReply,
});

export const detail = defineEndpoint({
  name: 'flow.detail',
  method: 'GET',
  path: 'rePayManage/flow/{flowNo}',
  access: { page: [FLOW_PAGE] },
  kind: 'query',
  summary: 'One flow',
  request: z.object({ flowNo: businessNo }),
  reply: row,
});

export const candidateReason = z.enum(['SAME_PHONE', 'REFERENCE', 'REFERENCE_NEAR', 'EQUALS_PAYOFF']);
/** An open loan that an unmatched payment may be for. */
export const candidate = z.object({
  orderNo: z.string(),
  customerName: z.string(),
  phone: z.string(),
  payoffCents: z.number(),
  /** Why it is proposed. */
  because: z.array(candidateReason),
});

export const unmatched = defineEndpoint({
  name: 'flow.unmatched',
  method: 'POST',
  path: 'rePayManage/flow/unmatched/page',
  access: { page: [FLOW_PAGE] },
  kind: 'query',
  summary: 'Flows that belong to nobody yet, oldest first, each with whom it may belong to',
  request: listRequest(
    z.strictObject({
      ownerUserNo: z.optional(businessNo),
      isWithoutOwner: z.optional(z.boolean()),
    }),
    ['repayTime'],
  ),
  reply: listReply(z.extend(row, { candidates: z.array(candidate) })),
});

export const assign = defineEndpoint({
  name: 'flow.assign',
  method: 'POST',
  path: 'rePayManage/flow/unmatched/assign',
  access: { code: ['afterLoan:flow:assign'] },
  kind: 'command',
  preview: true,
  summary: 'Takes an unmatched flow, hands it over, or lets it go',
  request: z.strictObject({ flowNo: businessNo, ownerUserNo: z.nullable(businessNo) }),
  reply: z.object({ flowNo: z.string(), ownerUserNo: z.nullable(z.string()) }),
});

export const assignMany = defineEndpoint({
  name: 'flow.assignMany',
  method: 'POST',
  path: 'rePayManage/flow/unmatched/assignMany',
  access: { code: ['afterLoan:flow:assign'] },
  kind: 'command',
  preview: true,
  summary: 'Hands unmatched flows to one person, or to nobody, as a job',
  request: z.strictObject({
    flowNos: z.array(businessNo).check(z.minLength(1, 'SELECTION_EMPTY'), z.maxLength(200, 'At most 200 at a time')),
    ownerUserNo: z.nullable(businessNo),
  }),
  reply: z.object({ jobNo: z.string() }),
});

export const owners = defineEndpoint({
  name: 'flow.owners',
  method: 'GET',
  path: 'rePayManage/flow/owners',
  access: { page: [FLOW_PAGE] },
  kind: 'query',
  summary: 'Who may look after an unmatched flow',
  request: z.object({}),
  reply: z.array(z.object({ userNo: z.string(), realName: z.string() })),
});

/** Whose loan it is: by the number that was checked, or by a draft, whose customer is known. */
const whose = { phone: z.optional(phone), draftNo: z.optional(businessNo) };
const namesOne = z.refine<{ readonly phone?: string | undefined; readonly draftNo?: string | undefined }>(
  (one) => (one.phone === undefined) !== (one.draftNo === undefined),
  { error: 'Please check the phone number first', path: ['phone'] },
);

export const checkPhone = defineEndpoint({
  name: 'flow.checkPhone',
  method: 'POST',
  path: 'rePayManage/flow/checkPhone',
  access: { code: ['afterLoan:flow:save', 'afterLoan:flow:update'] },
  kind: 'query',
  summary: 'The customer of a phone, or of a draft, and what they owe. FLOW_DRAFT_NOT_FOUND',
  request: z.strictObject(whose).check(namesOne),
  reply: z.object({
    orders: z.array(
      z.object({
        orderNo: z.string(),
        merchantNo: z.string(),
        customerName: z.string(),
        orderStatus: z.string(),
        repaymentCode: z.string(),
        lendingTime: z.nullable(z.string()),
        outstandingCents: z.number(),
      }),
    ),
  }),
});

const channel = z.string().check(z.trim(), z.minLength(1, 'All options must be filled'), z.maxLength(32));
const serialNo = z.string().check(z.trim(), z.minLength(1, 'All options must be filled'), z.maxLength(64));
const account = z.string().check(z.trim(), z.minLength(1, 'All options must be filled'), z.maxLength(64));

/**
 * Errors: SERIAL_REPEATED, SERIAL_EQUALS_ORDER_NO, CHANNEL_NOT_QUERYABLE, CHANNEL_SILENT, THIRD_PARTY_FLOW_NOT_FOUND
 * (facts `paymentChannel`, `paymentCode`, `accountId`, `askedAt`), FLOW_DRAFT_NOT_FOUND, and BAD_REQUEST at `phone`
 * before it was checked.
 */
export const queryThirdParty = defineEndpoint({
  name: 'flow.queryThirdParty',
  method: 'POST',
  path: 'rePayManage/flow/queryThirdParty',
  access: { code: ['afterLoan:flow:save', 'afterLoan:flow:update'] },
  kind: 'signal',
  summary: 'What the channel says of a serial number; what it said is kept, and drafts and typed rows rest on it',
  request: z
    .strictObject({
      orderNo: businessNo,
      ...whose,
      paymentChannel: channel,
      paymentCode: serialNo,
      accountId: account,
    })
    .check(namesOne),
  reply: z.object({
    amountCents: z.number(),
    repayTime: z.string(),
    /** Who paid; a payment that is recorded keeps it, whatever is typed. Masked where the caller is; null where unsaid. */
    payerName: z.nullable(z.string()),
    /** Masked; null where the channel did not say it, or hid part of it. */
    payerPhone: z.nullable(z.string()),
    toldBy,
  }),
});

const draftForm = z.strictObject({
  /** Found by the check of the phone. */
  orderNo: businessNo,
  phone,
  paymentChannel: channel,
  paymentCode: serialNo,
  /** Our receiving account. */
  accountId: account,
  amountCents: z.int(),
  repayTime: z.iso.datetime({ offset: true }),
  payerName: z.optional(z.string().check(z.trim(), z.maxLength(128, 'At most 128 characters'))),
  voucherIds: z.array(z.string()).check(z.maxLength(20)),
  remark: reason,
});
export type FlowDraftForm = z.output<typeof draftForm>;

export const draftStatus = z.enum(['DRAFT', 'WAITING', 'RECORDED']);
const draft = z.object({
  draftNo: z.string(),
  draftStatus,
  version: z.number(),
});

export const save = defineEndpoint({
  name: 'flow.save',
  method: 'POST',
  path: 'rePayManage/flow/save',
  access: { code: ['afterLoan:flow:save'] },
  kind: 'command',
  preview: true,
  summary: 'Writes down a flow that the channel never told us of; nothing is posted',
  request: draftForm,
  reply: draft,
});

export const update = defineEndpoint({
  name: 'flow.update',
  method: 'POST',
  path: 'rePayManage/flow/update',
  access: { code: ['afterLoan:flow:update'] },
  kind: 'command',
  preview: true,
  summary: 'Amends a draft',
  request: z.extend(draftForm, {
    draftNo: businessNo,
    version: z.int(),
    /** Only where it becomes another customer's: without it, the loan is one of the draft's own customer. */
    phone: z.optional(phone),
  }),
  reply: draft,
});

const asked = z.object({
  /** Of the request that somebody else decides. */
  changeNo: z.string(),
});

export const commit = defineEndpoint({
  name: 'flow.commit',
  method: 'POST',
  path: 'rePayManage/flow/commit',
  access: { code: ['afterLoan:flow:commit'] },
  kind: 'command',
  preview: true,
  summary: 'Records a draft that its channel confirmed; where it cannot be asked, somebody else has to agree',
  request: z.strictObject({ draftNo: businessNo }),
  reply: z.extend(draft, {
    /** Of the request that somebody else decides; null where the channel's word is enough. */
    changeNo: z.nullable(z.string()),
    /** The payment that was recorded; null while somebody decides. */
    flowNo: z.nullable(z.string()),
  }),
});

export const adjust = defineEndpoint({
  name: 'flow.adjust',
  method: 'POST',
  path: 'rePayManage/flow/adjust',
  access: { code: ['afterLoan:reconDifference:resolve'] },
  kind: 'command',
  preview: true,
  summary: 'Asks to book a flow as the statement has it; never below what is applied of it',
  request: z.strictObject({ flowNo: businessNo, statementCents: z.int(), reason }),
  reply: asked,
});

export const reverse = defineEndpoint({
  name: 'flow.reverse',
  method: 'POST',
  path: 'rePayManage/flow/reverse',
  access: { code: ['afterLoan:reconDifference:resolve'] },
  kind: 'command',
  preview: true,
  summary: 'Asks to book that the channel took a flow back; nothing of it may be in use',
  request: z.strictObject({ flowNo: businessNo, reason }),
  reply: asked,
});

export const requestReversal = defineEndpoint({
  name: 'flow.requestReversal',
  method: 'POST',
  path: 'rePayManage/flow/requestReversal',
  access: { code: ['afterLoan:flow:reverse'] },
  kind: 'command',
  preview: true,
  summary: 'Asks for the channel to take a flow back, whole; held until an approver decided and the channel answered',
  request: z.strictObject({ flowNo: businessNo, reason }),
  reply: asked,
});

const draftFilters = z.strictObject({ orderNo: textFilter, mine: z.optional(z.boolean()) });
const DRAFT_SORTS = ['createdAt'] as const;

export const draftsExport = defineEndpoint({
  name: 'flow.draftsExport',
  method: 'POST',
  path: 'rePayManage/flow/draft/export',
  access: { code: ['afterLoan:repayment:export'] },
  kind: 'command',
  summary: 'The filtered or the selected drafts as a file, made by a job',
  request: exportRequest(draftFilters, DRAFT_SORTS),
  reply: exportReply,
});

export const drafts = defineEndpoint({
  name: 'flow.drafts',
  method: 'POST',
  path: 'rePayManage/flow/draft/page',
  access: { page: [FLOW_PAGE] },
  kind: 'query',
  summary: 'Flows that were written down and are not recorded yet',
  request: listRequest(draftFilters, DRAFT_SORTS),
  reply: listReply(
    z.extend(draft, {
      orderNo: z.string(),
      paymentChannel: z.string(),
      paymentCode: z.string(),
      accountId: z.string(),
      amountCents: z.number(),
      repayTime: z.string(),
      payerPhone: z.string(),
      payerName: z.nullable(z.string()),
      voucherIds: z.array(z.string()),
      remark: z.string(),
      makerName: z.string(),
      createdAt: z.string(),
      allowedActions: z.array(z.enum(['update', 'commit'])),
    }),
  ),
});
