import * as z from 'zod/mini';
import { caseLevel } from '../collections/collection.ts';
import { defineEndpoint } from '../endpoint.ts';
import {
  businessNo,
  dayRange,
  daysFilter,
  exportReply,
  exportRequest,
  listReply,
  listRequest,
  textFilter,
} from '../list.ts';
import { billStatus, taskStatus } from './payment-words.ts';
import { phoneFilter, REPAYMENT_EXPORT, serialFilter } from './repayment-words.ts';

const PAGE = '/AdminContent/AfterLoanSystem/RepaymentManagementNew';

export const billAction = z.enum([
  'writeOff',
  'bestSplit',
  'draft',
  'retry',
  'useCoupon',
  'settleRollback',
  'fullRollback',
]);

export const billRow = z.object({
  billNo: z.string(),
  orderNo: z.string(),
  merchantNo: z.string(),
  customerNo: z.string(),
  /** Masked where the caller is. */
  customerName: z.string(),
  /** Masked. */
  phone: z.string(),
  /** 1 for the first instalment; a bill that an extension made has its predecessor's. */
  termNo: z.number(),
  dueDate: z.string(),
  /** Days past due today; 0 for a bill that owes nothing any more. */
  overdueDays: z.number(),
  /** All that is owed, and what is still claimed of a bill that was charged off. */
  amountDueCents: z.number(),
  unpaidPrincipalCents: z.number(),
  interestCents: z.number(),
  lateFeeCents: z.number(),
  managementFeeCents: z.number(),
  serviceFeeCents: z.number(),
  exciseCents: z.number(),
  liquidatedDamagesCents: z.number(),
  extensionServiceFeeCents: z.number(),
  actualPaidCents: z.number(),
  /** What of the customer’s payments can still be used, on whichever bill. */
  customerWritableCents: z.number(),
  billStatus,
  /** Of the newest write-off prepared for the bill; null where there is none. */
  finishStatus: z.nullable(taskStatus),
  /** That write-off. */
  taskNo: z.nullable(z.string()),
  /** Why it ended in ERROR. */
  fault: z.nullable(z.string()),
  /** Of the open case of the bill. */
  caseLevel: z.nullable(caseLevel),
  allowedActions: z.array(billAction),
});
export type BillRow = z.output<typeof billRow>;

const filters = z.strictObject({
  billNo: textFilter,
  orderNo: textFilter,
  phone: phoneFilter,
  paymentCode: serialFilter,
  billStatus: z.optional(billStatus),
  finishStatus: z.optional(taskStatus),
  caseLevel: z.optional(caseLevel),
  termNo: z.optional(z.string().check(z.trim(), z.regex(/^[1-9]\d?$/, 'A number from 1 to 99'))),
  dueDate: dayRange,
  overdueDays: daysFilter,
  /** True: the customer has money with us that can still be used. */
  hasWritable: z.optional(z.boolean()),
  /** True: somebody keeps a draft of a write-off for it. */
  inDraft: z.optional(z.boolean()),
});
const SORTS = ['dueDate'] as const;

export const billPage = defineEndpoint({
  name: 'repayment.billPage',
  method: 'POST',
  path: 'postLoan/bill/page',
  access: { page: [PAGE] },
  kind: 'query',
  summary: 'Bills of disbursed loans with what each owes, the latest due date first',
  request: listRequest(filters, SORTS),
  reply: listReply(billRow),
});

export const billExport = defineEndpoint({
  name: 'repayment.billExport',
  method: 'POST',
  path: 'postLoan/bill/export',
  access: { code: [REPAYMENT_EXPORT] },
  kind: 'command',
  summary: 'The filtered or the selected bills as a file, made by a job',
  request: exportRequest(filters, SORTS),
  reply: exportReply,
});

const related = z.object({ billNo: z.string(), billStatus, dueDate: z.string(), rolloverCount: z.number() });

export const bill = defineEndpoint({
  name: 'repayment.bill',
  method: 'GET',
  path: 'postLoan/bill/{billNo}',
  access: { page: [PAGE] },
  kind: 'query',
  summary: 'A bill with the bills that extensions made before and after it',
  request: z.strictObject({ billNo: businessNo }),
  reply: z.object({
    row: billRow,
    installments: z.number(),
    rolloverCount: z.number(),
    predecessor: z.nullable(related),
    successor: z.nullable(related),
  }),
});

/** A loan's part of a split, as the form of a write-off takes it: over all its bills. */
const splitLoan = z.object({
  orderNo: z.string(),
  uses: z.array(
    z.object({
      flowNo: z.string(),
      paymentCode: z.string(),
      paymentChannel: z.string(),
      writableCents: z.number(),
      amountCents: z.number(),
    }),
  ),
  /** Every bill that owes, in the order in which the payments reach them. */
  bills: z.array(
    z.object({
      billNo: z.string(),
      termNo: z.number(),
      dueDate: z.string(),
      beforeCents: z.number(),
      afterCents: z.number(),
    }),
  ),
});

export const bestSplit = defineEndpoint({
  name: 'repayment.bestSplit',
  method: 'GET',
  path: 'postLoan/bill/bestSplit/{billNo}',
  access: { code: ['afterLoan:writeOff:commitMulti'] },
  kind: 'query',
  summary: 'How the payments of a bill’s customer settle most bills of all their loans; nothing is changed',
  request: z.strictObject({ billNo: businessNo }),
  reply: z.object({
    loans: z.array(splitLoan),
    settledCount: z.number(),
    usedCents: z.number(),
    /** What no bill owes, or no loan may take: it stays with the payments. */
    leftCents: z.number(),
  }),
});
export type BestSplit = z.output<typeof bestSplit.reply>;
