import * as z from 'zod/mini';
import { defineEndpoint } from '../endpoint.ts';
import { businessNo, dayRange, exportReply, exportRequest, listReply, listRequest, textFilter } from '../list.ts';

const seen = { page: ['/AdminContent/AfterLoanSystem/LoanManagement'] } as const;
const phone = z.string().check(z.trim(), z.regex(/^254\d{9}$/, '254 plus 9 digits, e.g. 254712345678'));
const idCardNo = z.string().check(z.trim(), z.regex(/^\d{7,9}$/, '7 to 9 digits'));

export const payoutType = z.enum(['MOBILE_MONEY', 'BANK', 'E_WALLET']);
/** Orders that were passed, from there until their money is out or they are given up. */
export const payoutOrderStatus = z.enum([
  'PENDING_DISBURSEMENT',
  'DISBURSING',
  'DISBURSE_FAILED',
  'DISBURSED',
  'CLOSED',
  'VOIDED',
]);
/** Those states in the groups that people look for: of ORDER_STATUS_TYPE those that a passed order can be in. */
export const PAYOUT_STATUS_TYPES = {
  PAYOUT: ['PENDING_DISBURSEMENT', 'DISBURSING', 'DISBURSE_FAILED'],
  LOAN: ['DISBURSED', 'CLOSED'],
  ENDED: ['VOIDED'],
} as const satisfies Readonly<Record<string, readonly z.output<typeof payoutOrderStatus>[]>>;
export const payoutStatusType = z.enum(['PAYOUT', 'LOAN', 'ENDED']);
/** Of the newest attempt. UNKNOWN is in progress as well: the channel has not said how it ended. */
export const payoutStatus = z.enum(['IN_PROGRESS', 'SUCCESS', 'FAILURE', 'UNKNOWN']);
export const holdReason = z.enum(['NO_ROUTE', 'LIMIT_REACHED', 'FLOAT_LOW']);
export const payoutOrderAction = z.enum(['disburse', 'replay', 'cancel', 'changePayee', 'offlineLoan']);

/** A row of its merchant's traffic limits, and how many applications it admitted today (EAT). */
const admission = z.object({
  /** 0: new customers. 1 and more: who settled at least so many loans. -1: anybody. */
  settledOrderCount: z.number(),
  /** A day; -1: unlimited. */
  dailyLimit: z.number(),
  admittedToday: z.number(),
});
export type Admission = z.output<typeof admission>;

export const payoutOrderRow = z.object({
  orderNo: z.string(),
  thirdPartyOrderNo: z.nullable(z.string()),
  merchantNo: z.string(),
  merchantName: z.string(),
  /** Masked where the caller is. */
  customerName: z.string(),
  /** Masked. */
  phone: z.string(),
  payoutType,
  /** Where the money goes, masked. */
  payoutAccount: z.string(),
  approvedAmountCents: z.number(),
  /** What the customer gets or got: the approved amount less fees kept back. */
  actualLoanAmountCents: z.nullable(z.number()),
  lendingChannel: z.nullable(z.string()),
  orderStatus: payoutOrderStatus,
  payoutStatus: z.nullable(payoutStatus),
  /** Of the newest attempt, where it failed. */
  failCode: z.nullable(z.string()),
  failReason: z.nullable(z.string()),
  /** Why it is not sent; null where nothing holds it back. */
  holdReason: z.nullable(holdReason),
  /** What admitted it; null where no limit did, or nobody wrote it down. */
  trafficLimit: z.nullable(admission),
  attemptCount: z.number(),
  auditTime: z.nullable(z.string()),
  lendingTime: z.nullable(z.string()),
  /** A request about it awaits approval. */
  hasWaitingChange: z.boolean(),
  version: z.number(),
  allowedActions: z.array(payoutOrderAction),
});
export type PayoutOrderRow = z.output<typeof payoutOrderRow>;

export const payoutOrderFilters = z.strictObject({
  orderNo: textFilter,
  thirdPartyOrderNo: textFilter,
  /** The channel's number of a payout. */
  disbursementCode: textFilter,
  /** Exact. */
  phone: z.optional(phone),
  /** Exact. */
  idCardNo: z.optional(idCardNo),
  merchantNo: z.optional(businessNo),
  /** One state, or a whole group of them. */
  orderStatus: z.optional(z.union([payoutOrderStatus, payoutStatusType])),
  payoutStatus: z.optional(payoutStatus),
  payoutType: z.optional(payoutType),
  lendingChannel: textFilter,
  failCode: textFilter,
  holdReason: z.optional(holdReason),
  lendingTime: dayRange,
});
export type PayoutOrderFilters = z.output<typeof payoutOrderFilters>;
const SORTS = ['auditTime', 'lendingTime', 'approvedAmountCents'] as const;

export const page = defineEndpoint({
  name: 'payoutOrder.page',
  method: 'POST',
  path: 'payManage/page',
  access: seen,
  kind: 'query',
  summary: 'Orders from approval to money out, the newest approval first.',
  request: listRequest(payoutOrderFilters, SORTS),
  reply: listReply(payoutOrderRow),
});

export const exportList = defineEndpoint({
  name: 'payoutOrder.export',
  method: 'POST',
  path: 'payManage/export',
  access: { code: ['afterLoan:payout:export'] },
  kind: 'command',
  summary: 'The filtered or the selected orders as a file, made by a job',
  request: exportRequest(payoutOrderFilters, SORTS),
  reply: exportReply,
});

const accountChange = z.object({
  changedAt: z.string(),
  before: z.nullable(z.string()),
  after: z.string(),
  byName: z.string(),
  checkerName: z.nullable(z.string()),
  reason: z.nullable(z.string()),
});

export const detail = defineEndpoint({
  name: 'payoutOrder.detail',
  method: 'GET',
  path: 'payManage/{orderNo}',
  access: { code: ['afterLoan:payout:query'] },
  kind: 'query',
  summary:
    'An order on its way out: changes of its account, journals, and the limit that holds it. Attempts are read by its number.',
  request: z.object({ orderNo: businessNo }),
  reply: z.object({
    row: payoutOrderRow,
    accountChanges: z.array(accountChange),
    journals: z.array(
      z.object({
        journalId: z.number(),
        businessDate: z.string(),
        kind: z.string(),
        reversesId: z.nullable(z.number()),
        attemptNo: z.string(),
        amountCents: z.number(),
      }),
    ),
    /** The merchant's limit of the day; null where it has none. */
    limit: z.nullable(
      z.object({
        loanType: z.string(),
        /** −1: unlimited. */
        dailyAmountLimitCents: z.number(),
        /** −1: unlimited. */
        dailyOrderLimit: z.number(),
        usedCents: z.number(),
        usedOrders: z.number(),
      }),
    ),
    /** The merchant's traffic limits. */
    trafficLimits: z.array(admission),
  }),
});
