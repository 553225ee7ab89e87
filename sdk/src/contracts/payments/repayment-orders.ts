import * as z from 'zod/mini';
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
import { phoneFilter, REPAYMENT_EXPORT, serialFilter } from './repayment-words.ts';

const PAGE = '/AdminContent/AfterLoanSystem/RepaymentManagement';

/** Orders whose money was paid out. */
export const loanStatus = z.enum(['DISBURSED', 'CLOSED']);
export const repaymentAction = z.enum([
  'writeOff',
  'zeroSettle',
  'repayLink',
  'virtualAccount',
  'settleRollback',
  'fullRollback',
]);

export const orderRow = z.object({
  orderNo: z.string(),
  merchantNo: z.string(),
  customerNo: z.string(),
  /** Masked where the caller is. */
  customerName: z.string(),
  /** Masked. */
  phone: z.string(),
  installments: z.number(),
  /** All that was charged on its bills, paid or not. */
  billAmountCents: z.number(),
  /** All that is owed, and what is still claimed of bills that were charged off. */
  amountDueCents: z.number(),
  actualPaidCents: z.number(),
  unpaidPrincipalCents: z.number(),
  interestCents: z.number(),
  lateFeeCents: z.number(),
  managementFeeCents: z.number(),
  serviceFeeCents: z.number(),
  exciseCents: z.number(),
  liquidatedDamagesCents: z.number(),
  extensionServiceFeeCents: z.number(),
  couponWrittenOffCents: z.number(),
  deductionCents: z.number(),
  /** What the order’s payments left as the customer’s credit. */
  overpaymentCents: z.number(),
  /** Of the oldest bill that owes something; of the last one where none does. */
  dueDate: z.nullable(z.string()),
  /** Of the newest bill that was settled. */
  actualDate: z.nullable(z.string()),
  overdueFlag: z.boolean(),
  overdueDays: z.number(),
  rolloverFlag: z.boolean(),
  rolloverCount: z.number(),
  repaymentCode: z.string(),
  /** Of the newest payment used on it. */
  paymentCode: z.nullable(z.string()),
  paymentChannel: z.nullable(z.string()),
  lendingTime: z.string(),
  orderStatus: loanStatus,
  /** The oldest bill that owes something: what a payment reaches first. */
  openBillNo: z.nullable(z.string()),
  /** What that bill owes: closed at zero, it is paid by credit or waived. */
  openBillDueCents: z.number(),
  allowedActions: z.array(repaymentAction),
});
export type OrderRow = z.output<typeof orderRow>;

const filters = z.strictObject({
  orderNo: textFilter,
  phone: phoneFilter,
  /** Exact. */
  idCardNo: z.optional(z.string().check(z.trim(), z.regex(/^\d{7,9}$/, '7 to 9 digits'))),
  repaymentCode: z.optional(z.string().check(z.trim(), z.maxLength(32))),
  paymentCode: serialFilter,
  merchantNo: z.optional(businessNo),
  orderStatus: z.optional(loanStatus),
  overdueDays: daysFilter,
  /** Of any of its bills. */
  dueDate: dayRange,
  /** Of any of its bills. */
  actualDate: dayRange,
  hasOverpayment: z.optional(z.boolean()),
  lendingTime: dayRange,
});
const SORTS = ['lendingTime'] as const;

export const orderPage = defineEndpoint({
  name: 'repayment.orderPage',
  method: 'POST',
  path: 'rePayManage/page',
  access: { page: [PAGE] },
  kind: 'query',
  summary: 'Loans with all their bills summed, the newest loan first',
  request: listRequest(filters, SORTS),
  reply: listReply(orderRow),
});

export const orderExport = defineEndpoint({
  name: 'repayment.orderExport',
  method: 'POST',
  path: 'rePayManage/export',
  access: { code: [REPAYMENT_EXPORT] },
  kind: 'command',
  summary: 'The filtered or the selected loans as a file, made by a job',
  request: exportRequest(filters, SORTS),
  reply: exportReply,
});

const relief = z.object({
  no: z.string(),
  billNo: z.string(),
  amountCents: z.number(),
  status: z.string(),
  at: z.string(),
});

export const order = defineEndpoint({
  name: 'repayment.order',
  method: 'GET',
  path: 'rePayManage/{orderNo}',
  access: { page: [PAGE] },
  kind: 'query',
  summary: 'A loan: what settles it on each of the next 14 days, its coupons, waivers and extensions',
  request: z.strictObject({ orderNo: businessNo }),
  reply: z.object({
    row: orderRow,
    /** What settles the whole loan that day, late fees and interest until then included. */
    payoffs: z.array(z.object({ day: z.string(), payoffCents: z.number() })),
    coupons: z.array(relief),
    deductions: z.array(relief),
    rollovers: z.array(
      z.object({
        billNo: z.string(),
        successorBillNo: z.string(),
        extensionFeeCents: z.number(),
        dueDate: z.string(),
        at: z.string(),
      }),
    ),
  }),
});
