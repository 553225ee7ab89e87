import * as z from 'zod/mini';
import { defineEndpoint } from '../endpoint.ts';
import { businessNo, listReply, listRequest, textFilter } from '../list.ts';
import { componentAmounts } from '../money.ts';
import { billStatus, flowStatus, repayType, taskStatus, writeOffRow } from './payment-words.ts';

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

/** A write-off as it was prepared. */
export const taskRow = z.object({
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
    /** COLLECTION_SCOPE: whose waivers close a gap. */
    collectionScope: z.enum(['ORDER', 'BILL']),
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
