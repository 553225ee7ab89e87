import * as z from 'zod/mini';
import { defineEndpoint } from './endpoint.ts';
import { businessNo, listReply, listRequest, reason, textFilter } from './list.ts';
import { billPart, componentAmounts } from './money.ts';
import { commandPreview } from './preview.ts';

const REPAYMENT_MANAGEMENT_PAGE = '/AdminContent/AfterLoanSystem/RepaymentManagement';
const REPAYMENT_MANAGEMENT_NEW_PAGE = '/AdminContent/AfterLoanSystem/RepaymentManagementNew';
const FLOW_RECORD_SUPPLEMENT_PAGE = '/AdminContent/AfterLoanSystem/FlowRecordSupplement';
const REPAYMENT_MERGE_PAGE = '/AdminContent/AfterLoanSystem/RepaymentManagementMerge';
const REPAYMENT_PAGES = [
  REPAYMENT_MANAGEMENT_PAGE,
  REPAYMENT_MANAGEMENT_NEW_PAGE,
  REPAYMENT_MERGE_PAGE,
  FLOW_RECORD_SUPPLEMENT_PAGE,
];

export const repayType = z.enum(['SETTLE', 'PARTIAL', 'EXTENSION', 'GENERIC']);
/** What a person agrees to before a write-off goes through. */
export const confirmation = z.enum(['BELOW_CORE', 'BELOW_PAYOFF', 'SURPLUS_TO_CREDIT']);
export const taskStatus = z.enum(['UNFINISHED', 'PROCESSING', 'DONE', 'ERROR']);
export const billStatus = z.enum(['ACTIVE', 'SETTLED', 'ROLLED_OVER', 'CHARGED_OFF', 'VOID']);
export const flowStatus = z.enum([
  'RECEIVED',
  'UNMATCHED',
  'PART_APPLIED',
  'APPLIED',
  'REFUNDED',
  'REVERSED',
]);

/**
 * A row of the write-off table: this much of that flow. Empty and 0 are let through to be refused by name,
 * each in its cell.
 */
const writeOffRow = z.strictObject({
  /** The channel's serial number. */
  paymentCode: z.string().check(z.trim(), z.maxLength(64)),
  paymentChannel: z.string().check(z.trim(), z.maxLength(32)),
  writeOffAmountCents: z.nullable(z.int()),
  /** True: a flow we hold. False: typed; it counts once it was recorded by FlowRecordSupplement. */
  isrecord: z.boolean(),
  flowNo: z.optional(z.nullable(businessNo)),
});

const writeOffForm = z.strictObject({
  orderNo: businessNo,
  /** Null for GENERIC, which goes over all bills of the order. */
  billNo: z.nullable(businessNo),
  repayType,
  /** An approved waiver of exactly the gap of a SETTLE. */
  deductionNo: z.optional(z.nullable(businessNo)),
  /** A coupon of the customer that lowers the bill of a SETTLE or a PARTIAL. */
  couponNo: z.optional(z.nullable(businessNo)),
  remark: z.optional(z.string().check(z.trim(), z.maxLength(200, 'At most 200 characters'))),
  voucherIds: z.optional(z.array(z.string()).check(z.maxLength(20))),
  rows: z.array(writeOffRow).check(z.minLength(1), z.maxLength(50)),
});
export type WriteOffForm = z.output<typeof writeOffForm>;

const draftCodes = ['afterLoan:writeOff:save', 'afterLoan:writeOff:update'];
const commitCodes = ['afterLoan:writeOff:commit', 'afterLoan:writeOff:commitMulti'];

const savedTask = z.object({ taskNo: z.string(), taskStatus, version: z.number() });

export const writeOffSave = defineEndpoint({
  name: 'payment.writeOffSave',
  method: 'POST',
  path: 'rePayManage/writeOff/save',
  access: { code: ['afterLoan:writeOff:save'] },
  kind: 'command',
  summary: 'Keeps a write-off as a draft; nothing is posted',
  request: writeOffForm,
  reply: savedTask,
});

export const writeOffUpdate = defineEndpoint({
  name: 'payment.writeOffUpdate',
  method: 'POST',
  path: 'rePayManage/writeOff/update',
  access: { code: ['afterLoan:writeOff:update'] },
  kind: 'command',
  summary: 'Amends a draft; refused with STALE where somebody else did meanwhile',
  request: z.extend(writeOffForm, { taskNo: businessNo, version: z.int() }),
  reply: savedTask,
});

const acknowledged = z.optional(z.array(confirmation));
const commitForm = z.extend(writeOffForm, {
  /** The draft that this finishes. */
  taskNo: z.optional(z.nullable(businessNo)),
  /** The confirmations of the preview that the person agreed to. */
  acknowledged,
});

export const writeOffCommit = defineEndpoint({
  name: 'payment.writeOffCommit',
  method: 'POST',
  path: 'rePayManage/writeOff/commit',
  access: { code: commitCodes },
  kind: 'command',
  preview: true,
  summary:
    'Applies flows to a bill, or over all bills of an order; several flows at once need commitMulti',
  request: commitForm,
  reply: z.object({
    taskNo: z.string(),
    taskStatus,
    applications: z.array(
      z.object({
        applicationNo: z.string(),
        flowNo: z.string(),
        appliedCents: z.number(),
        surplusCents: z.number(),
        /** What of the bills it paid, in the order in which it reached them. */
        parts: z.array(billPart),
        /** What it recovered of bills that were charged off. */
        recoveries: z.array(z.object({ billNo: z.string(), amountCents: z.number() })),
      }),
    ),
    settledBillNos: z.array(z.string()),
    recoveredBillNos: z.array(z.string()),
    /** The bill that an extension made. */
    successorBillNo: z.nullable(z.string()),
  }),
});

export const writeOffPreview = defineEndpoint({
  name: 'payment.writeOffPreview',
  method: 'POST',
  path: 'rePayManage/writeOff/preview',
  access: { code: [...draftCodes, ...commitCodes] },
  kind: 'query',
  summary: 'What a write-off would do: the split, before and after, and what has to be agreed to',
  request: commitForm,
  reply: commandPreview,
});

const taskRow = z.object({
  taskNo: z.string(),
  orderNo: z.string(),
  billNo: z.nullable(z.string()),
  repayType,
  deductionNo: z.nullable(z.string()),
  couponNo: z.nullable(z.string()),
  remark: z.nullable(z.string()),
  voucherIds: z.array(z.string()),
  rows: z.array(writeOffRow),
  writeOffAmountCents: z.number(),
  taskStatus,
  fault: z.nullable(z.string()),
  makerName: z.string(),
  createdAt: z.string(),
  finishedAt: z.nullable(z.string()),
  version: z.number(),
  allowedActions: z.array(z.enum(['update', 'commit'])),
});

export const writeOffTasks = defineEndpoint({
  name: 'payment.writeOffTasks',
  method: 'POST',
  path: 'rePayManage/writeOff/task/page',
  access: { page: REPAYMENT_PAGES },
  kind: 'query',
  summary: 'Write-offs as they were prepared: drafts and what became of them',
  request: listRequest(
    z.strictObject({
      orderNo: textFilter,
      billNo: textFilter,
      taskStatus: z.optional(taskStatus),
    }),
    ['createdAt'],
  ),
  reply: listReply(taskRow),
});

const applicationRow = z.object({
  applicationNo: z.string(),
  taskNo: z.nullable(z.string()),
  orderNo: z.string(),
  billNo: z.nullable(z.string()),
  repayType,
  flowNo: z.string(),
  paymentCode: z.string(),
  paymentChannel: z.string(),
  flowAmountCents: z.number(),
  appliedCents: z.number(),
  surplusCents: z.number(),
  applicationStatus: z.enum(['LIVE', 'ROLLED_BACK']),
  /** Null where the system applied it. */
  makerName: z.nullable(z.string()),
  repayTime: z.string(),
  appliedAt: z.string(),
  rolledBackAt: z.nullable(z.string()),
  operatorName: z.nullable(z.string()),
  reason: z.nullable(z.string()),
  /** `settle`: it is the newest live one of its order. */
  allowedActions: z.array(z.enum(['settle', 'full'])),
});

export const applications = defineEndpoint({
  name: 'payment.applications',
  method: 'POST',
  path: 'rollbackSerial/postLoan/page',
  access: { page: REPAYMENT_PAGES },
  kind: 'query',
  summary: 'Applications of flows, live and rolled back, newest first',
  request: listRequest(
    z.strictObject({
      orderNo: textFilter,
      billNo: textFilter,
      flowNo: textFilter,
      paymentCode: textFilter,
      applicationStatus: z.optional(z.enum(['LIVE', 'ROLLED_BACK'])),
      repayType: z.optional(repayType),
    }),
    ['appliedAt'],
  ),
  reply: listReply(applicationRow),
});

const rollbackForm = z.strictObject({
  orderNo: businessNo,
  /** Only what touches this bill; none: the whole order. */
  billNo: z.optional(z.nullable(businessNo)),
  /** The one meant, which has to be the newest live one. */
  applicationNo: z.optional(z.nullable(businessNo)),
  reason,
});
export type RollbackForm = z.output<typeof rollbackForm>;

const undone = z.object({
  applicationNo: z.string(),
  flowNo: z.string(),
  repayType,
  appliedCents: z.number(),
  surplusCents: z.number(),
  journalIds: z.array(z.number()),
  /** Waivers that are reversed with it. */
  deductionNos: z.array(z.string()),
  /** The bill of an extension that becomes VOID. */
  successorBillNo: z.nullable(z.string()),
});
const rolledBack = z.object({ orderNo: z.string(), applications: z.array(undone) });

export const rollbackSettle = defineEndpoint({
  name: 'payment.rollbackSettle',
  method: 'POST',
  path: 'rollbackSerial/postLoan/settle',
  access: { code: ['afterLoan:rollback:settle'] },
  kind: 'command',
  preview: true,
  summary: 'Undoes the newest live write-off of an order or bill',
  request: rollbackForm,
  reply: rolledBack,
});

export const rollbackFull = defineEndpoint({
  name: 'payment.rollbackFull',
  method: 'POST',
  path: 'rollbackSerial/postLoan/full',
  access: { code: ['afterLoan:rollback:full'] },
  kind: 'command',
  preview: true,
  summary: 'Undoes all live write-offs of an order or bill, last first, in one transaction',
  request: rollbackForm,
  reply: rolledBack,
});

export const rollbackPreview = defineEndpoint({
  name: 'payment.rollbackPreview',
  method: 'POST',
  path: 'rollbackSerial/postLoan/preview',
  access: { code: ['afterLoan:rollback:settle', 'afterLoan:rollback:full'] },
  kind: 'query',
  summary: 'What a rollback would undo: applications, journals, bills, waivers, successors',
  request: z.extend(rollbackForm, {
    kind: z.enum(['SETTLE', 'FULL']),
    reason: z.optional(z.string()),
  }),
  reply: commandPreview,
});

const planBill = z.object({
  billNo: z.string(),
  orderNo: z.string(),
  termNo: z.number(),
  installments: z.number(),
  billStatus,
  dueDate: z.string(),
  overdueDays: z.number(),
  principalCents: z.number(),
  outstanding: componentAmounts,
  outstandingCents: z.number(),
  /** What settles the bill today. */
  payoffCents: z.number(),
  claimCents: z.number(),
  paidCents: z.number(),
  deductionCents: z.number(),
  inDuplumBaseCents: z.nullable(z.number()),
  inDuplumChargedCents: z.nullable(z.number()),
  predecessorBillNo: z.nullable(z.string()),
  rolloverCount: z.number(),
  actualDate: z.nullable(z.string()),
  allowedActions: z.array(z.enum(['writeOff', 'zeroSettle', 'deduct', 'chargeOff', 'rollBack'])),
});

export const billsOfOrder = defineEndpoint({
  name: 'payment.billsOfOrder',
  method: 'POST',
  path: 'rePayManage/plan/page',
  access: { page: REPAYMENT_PAGES },
  kind: 'query',
  summary: 'The bills of an order by component, with what the caller may do with each now',
  request: z.strictObject({ orderNo: businessNo }),
  reply: z.object({
    orderNo: z.string(),
    orderStatus: z.string(),
    merchantNo: z.string(),
    customerNo: z.string(),
    repaymentCode: z.string(),
    lendingTime: z.nullable(z.string()),
    /** What the customer has with us beside what is owed. */
    creditCents: z.number(),
    bills: z.array(planBill),
  }),
});

export const flowRow = z.object({
  flowNo: z.string(),
  merchantNo: z.string(),
  paymentCode: z.string(),
  paymentChannel: z.string(),
  flowAmountCents: z.number(),
  appliedCents: z.number(),
  creditCents: z.number(),
  returnedCents: z.number(),
  heldCents: z.number(),
  writableCents: z.number(),
  flowStatus,
  repayTime: z.string(),
  orderNo: z.nullable(z.string()),
  /** Masked as the caller is. */
  payerName: z.nullable(z.string()),
  payerPhone: z.nullable(z.string()),
  accountReference: z.nullable(z.string()),
});

export const flowsOfOrder = defineEndpoint({
  name: 'payment.flowsOfOrder',
  method: 'POST',
  path: 'postLoan/bill/flow/page',
  access: { page: REPAYMENT_PAGES },
  kind: 'query',
  summary: 'Flows of an order’s customer, those that can still be applied first',
  request: z.strictObject({ orderNo: businessNo }),
  reply: z.object({ rows: z.array(flowRow) }),
});

export const creditUse = defineEndpoint({
  name: 'payment.creditUse',
  method: 'POST',
  path: 'rePayManage/credit/use',
  access: { code: commitCodes },
  kind: 'command',
  preview: true,
  summary: 'Uses a customer’s credit on one of their bills; a rollback makes it credit again',
  request: z.strictObject({
    orderNo: businessNo,
    /** None: over all bills of the order, oldest first. */
    billNo: z.nullable(businessNo),
    repayType,
    /** The flow that left the credit. */
    flowNo: businessNo,
    amountCents: z.int(),
    acknowledged,
  }),
  reply: z.object({
    applicationNo: z.string(),
    appliedCents: z.number(),
    surplusCents: z.number(),
    settledBillNos: z.array(z.string()),
  }),
});

export const zeroSettle = defineEndpoint({
  name: 'payment.zeroSettle',
  method: 'POST',
  path: 'zeroSettle/settle',
  access: { code: ['afterLoan:zeroSettle:settle'] },
  kind: 'command',
  preview: true,
  summary: 'Closes a bill on which nothing is owed, or a rest that a customer’s own credit pays',
  request: z.strictObject({ billNo: businessNo }),
  reply: z.object({ billNo: z.string(), billStatus }),
});
