import * as z from 'zod/mini';
import { batchAsked, someOf } from '../platform/batch.ts';
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
import { historyEntry } from '../platform/history.ts';
import { postedJournal, voucher } from '../platform/posted.ts';

const REFUND_PAGE = '/AdminContent/ChargeToAnAccountSystem/ClientRefundManagement';
const REFUND_AUDIT_PAGE = '/AdminContent/ChargeToAnAccountSystem/ClientRefundAuditManagement';
const PAGES = [REFUND_PAGE, REFUND_AUDIT_PAGE];

/** REFUND_STATUS, as staff speak of the payout. */
export const refundStatus = z.enum(['CREATED', 'IN_PROGRESS', 'SUCCESS', 'FAILURE']);
/** REFUND_AUDIT_STATUS. */
export const auditStatus = z.enum(['PENDING', 'APPROVED', 'REJECTED']);
/** REFUND_VERIFY_STATUS. */
export const verifyStatus = z.enum(['NOT_VERIFIED', 'PASSED', 'FAILED']);
/** REFUND_CHANNEL: to a phone over M-Pesa, or to a bank card. */
export const refundChannel = z.enum(['MPESA', 'BANK']);

export const refundAction = z.enum(['verify', 'ignoreVerify', 'approve', 'reject', 'payeeCheck', 'payout', 'reRefund']);
export type RefundAction = z.output<typeof refundAction>;

const phone = z.string().check(z.regex(/^254\d{9}$/, '254 plus 9 digits, e.g. 254712345678'));

const row = z.object({
  refundNo: z.string(),
  orderNo: z.nullable(z.string()),
  merchantNo: z.string(),
  customerNo: z.string(),
  /** Masked as the caller is, like the names below. */
  customerName: z.string(),
  phone: z.string(),
  flowNo: z.string(),
  paymentCode: z.string(),
  paymentChannel: z.string(),
  payerName: z.nullable(z.string()),
  payerPhone: z.nullable(z.string()),
  payeeName: z.string(),
  payeeAccount: z.string(),
  /** The payee's name as the channel has it, once it was asked. */
  registeredName: z.nullable(z.string()),
  /** True where the two are the same person by their words; null before the channel was asked. */
  nameMatch: z.nullable(z.boolean()),
  isOtherPayee: z.boolean(),
  isVerifyIgnored: z.boolean(),
  amountCents: z.number(),
  /** Of the flow, with what this refund holds of it. */
  creditCents: z.number(),
  refundChannel,
  /** BANK_NAME_TYPE, of a bank card. */
  payeeBankCode: z.nullable(z.string()),
  refundStatus,
  auditStatus,
  verifyStatus,
  /** True where the channel does not answer about its payout. */
  isUnknown: z.boolean(),
  reasonCode: z.nullable(z.string()),
  remark: z.nullable(z.string()),
  auditRemark: z.nullable(z.string()),
  voucherIds: z.array(z.string()),
  applicantUserNo: z.string(),
  applicantName: z.string(),
  checkerName: z.nullable(z.string()),
  secondCheckerName: z.nullable(z.string()),
  applyTime: z.string(),
  successTime: z.nullable(z.string()),
  failReason: z.nullable(z.string()),
  attemptCount: z.number(),
  /** Since when it waits for the next hand or the channel; null once it ended. */
  waitingSince: z.nullable(z.string()),
  allowedActions: z.array(refundAction),
});

export type RefundRow = z.output<typeof row>;

const filters = z.strictObject({
  refundNo: textFilter,
  orderNo: textFilter,
  phone: z.optional(phone),
  paymentCode: textFilter,
  refundStatus: z.optional(refundStatus),
  auditStatus: z.optional(auditStatus),
  verifyStatus: z.optional(verifyStatus),
  merchantNo: z.optional(businessNo),
  applicantUserNo: z.optional(businessNo),
  otherPayee: z.optional(z.boolean()),
  verifyIgnored: z.optional(z.boolean()),
  /** Waiting for longer than so many hours. */
  waitingOver: z.optional(z.coerce.number().check(z.int(), z.minimum(0), z.maximum(10_000))),
  refundChannel: z.optional(refundChannel),
  applyTime: dayRange,
  successTime: dayRange,
});
const SORTS = ['applyTime', 'amountCents', 'successTime'] as const;
const list = listRequest(filters, SORTS);

export const page = defineEndpoint({
  name: 'refund.page',
  method: 'POST',
  path: 'refund/page',
  access: { page: [REFUND_PAGE] },
  kind: 'query',
  summary: 'Refunds of customers’ credit, newest first',
  request: list,
  reply: listReply(row),
});

export const exportList = defineEndpoint({
  name: 'refund.export',
  method: 'POST',
  path: 'refund/export',
  access: { code: ['charge:refund:export'] },
  kind: 'command',
  summary: 'The filtered or the selected refunds as a file, made by a job',
  request: exportRequest(filters, SORTS),
  reply: exportReply,
});

export const auditPage = defineEndpoint({
  name: 'refund.auditPage',
  method: 'POST',
  path: 'refund/audit/page',
  access: { page: [REFUND_AUDIT_PAGE] },
  kind: 'query',
  summary: 'Refunds to verify, decide and release, those that wait longest first',
  request: list,
  reply: listReply(row),
});

/** A bill that is open beside the credit, and what paying it from the credit would leave. */
const openBill = z.object({
  orderNo: z.string(),
  billNo: z.string(),
  dueDate: z.string(),
  outstandingCents: z.number(),
  /** Of the bill, once the credit has paid it. */
  outstandingAfterCents: z.number(),
  creditAfterCents: z.number(),
});
/** What whoever decides should look at twice. */
export const refundSignal = z.enum(['PAYEE_ELSEWHERE', 'ACCOUNT_CHANGED_TODAY', 'SOON_AFTER_PAYMENT']);

const whole = z.extend(row, {
  vouchers: z.array(voucher),
  verifyIgnoredReason: z.nullable(z.string()),
  verifyIgnoredByName: z.nullable(z.string()),
  operatorName: z.nullable(z.string()),
  decidedAt: z.nullable(z.string()),
  /** Where the credit came from. */
  lineage: z.object({
    repayTime: z.string(),
    paidCents: z.number(),
    appliedCents: z.number(),
    surpluses: z.array(
      z.object({
        applicationNo: z.string(),
        orderNo: z.string(),
        billNo: z.nullable(z.string()),
        appliedCents: z.number(),
        surplusCents: z.number(),
        appliedAt: z.string(),
      }),
    ),
  }),
  openBill: z.nullable(openBill),
  signals: z.array(
    z.object({
      signal: refundSignal,
      /** Other customers whose refunds went to the same account. */
      customers: z.number(),
    }),
  ),
  /** Earlier refunds of the customer, newest first. */
  earlier: z.array(
    z.object({
      refundNo: z.string(),
      amountCents: z.number(),
      refundStatus,
      auditStatus,
      applyTime: z.string(),
      isOtherPayee: z.boolean(),
    }),
  ),
  journals: z.array(postedJournal),
  history: z.array(historyEntry),
});

export const detail = defineEndpoint({
  name: 'refund.detail',
  method: 'GET',
  path: 'refund/{refundNo}',
  access: { page: PAGES },
  kind: 'query',
  summary: 'One refund: where its credit came from, its payee, attempts and trail',
  request: z.object({ refundNo: businessNo }),
  reply: whole,
});

export const people = defineEndpoint({
  name: 'refund.people',
  method: 'GET',
  path: 'refund/people',
  access: { page: PAGES },
  kind: 'query',
  summary: 'Who requested refunds of the caller’s merchants',
  request: z.object({}),
  reply: z.array(z.object({ userNo: z.string(), realName: z.string() })),
});

export const creditPage = defineEndpoint({
  name: 'refund.creditPage',
  method: 'POST',
  path: 'refund/credit/page',
  access: { page: PAGES },
  kind: 'query',
  summary: 'A customer’s credit, a flow each: by order or by phone',
  request: z.strictObject({ orderNo: z.optional(businessNo), phone: z.optional(phone) }),
  reply: z.object({
    rows: z.array(
      z.object({
        flowNo: z.string(),
        orderNo: z.nullable(z.string()),
        merchantNo: z.string(),
        customerNo: z.string(),
        customerName: z.string(),
        paymentCode: z.string(),
        paymentChannel: z.string(),
        payerName: z.nullable(z.string()),
        payerPhone: z.nullable(z.string()),
        repayTime: z.string(),
        creditCents: z.number(),
        heldCents: z.number(),
        freeCents: z.number(),
        /** True where the payer is known: the money can go back to them. */
        isPayerKnown: z.boolean(),
        /** The customer's next bill that is open, in place of a refund. */
        openBill: z.nullable(openBill),
      }),
    ),
  }),
});

const state = z.object({
  refundNo: z.string(),
  refundStatus,
  auditStatus,
  verifyStatus,
});
const one = z.strictObject({ refundNo: businessNo });

const accountName = z
  .string()
  .check(z.trim(), z.minLength(1, 'All options must be filled'), z.maxLength(128, 'At most 128 characters'));

export const submit = defineEndpoint({
  name: 'refund.submit',
  method: 'POST',
  path: 'refund/submit',
  access: { code: ['charge:refund:submit'] },
  kind: 'command',
  preview: true,
  summary: 'Asks to give credit back; it is held from now on, nothing is posted',
  request: z.strictObject({
    flowNo: businessNo,
    /** 0 and less than the minimum are refused by name. */
    amountCents: z.int(),
    /** None: back to the payer. Somebody else needs vouchers and a second check. */
    payee: z.optional(
      z.nullable(
        z.discriminatedUnion('payoutType', [
          z.strictObject({
            payoutType: z.literal('MOBILE_MONEY'),
            payoutSubType: z.literal('MPESA'),
            accountName,
            eWalletAccount: phone,
          }),
          z.strictObject({
            payoutType: z.literal('BANK'),
            payoutSubType: z.literal('ACCOUNT'),
            accountName,
            /** BANK_NAME_TYPE. */
            bankCode: z.string().check(z.minLength(1, 'All options must be filled'), z.maxLength(64)),
            bankCardNo: z.string().check(z.regex(/^\d{6,20}$/, '6 to 20 digits')),
          }),
        ]),
      ),
    ),
    voucherIds: z.optional(z.array(z.string()).check(z.maxLength(20))),
    /** REFUND_REASON. */
    reasonCode: z.optional(z.nullable(z.string().check(z.trim(), z.maxLength(64)))),
    remark: reason,
  }),
  reply: state,
});

export const verify = defineEndpoint({
  name: 'refund.verify',
  method: 'POST',
  path: 'refund/verify',
  access: { code: ['charge:refund:check'] },
  kind: 'command',
  preview: true,
  summary: 'Compares the payee with the name that the channel has for the account, for M-Pesa with the ID number, too',
  request: z.strictObject({
    refundNo: businessNo,
    registeredName: accountName,
    /** The ID number that the channel has: required for M-Pesa, and where the phone is a customer's it has to be theirs. */
    registeredIdCardNo: z.optional(z.nullable(z.string().check(z.regex(/^\d{7,9}$/, '7 to 9 digits')))),
  }),
  reply: state,
});

export const ignoreVerify = defineEndpoint({
  name: 'refund.ignoreVerify',
  method: 'POST',
  path: 'refund/ignoreVerify',
  access: { code: ['charge:refund:ignoreVerify'] },
  kind: 'command',
  preview: true,
  summary: 'Goes on without verification, for a bank card, with the reason on record',
  request: z.strictObject({
    refundNo: businessNo,
    reason: z
      .string()
      .check(z.trim(), z.minLength(10, 'At least 10 characters'), z.maxLength(200, 'At most 200 characters')),
  }),
  reply: state,
});

export const approve = defineEndpoint({
  name: 'refund.approve',
  method: 'POST',
  path: 'refund/approve',
  access: { code: ['charge:refund:check'] },
  kind: 'command',
  preview: true,
  summary: 'Agrees to a refund',
  request: z.extend(one, { auditRemark: z.optional(reason) }),
  reply: state,
});

export const reject = defineEndpoint({
  name: 'refund.reject',
  method: 'POST',
  path: 'refund/reject',
  access: { code: ['charge:refund:check'] },
  kind: 'command',
  preview: true,
  summary: 'Refuses a refund; its credit is free again',
  request: z.extend(one, { auditRemark: reason }),
  reply: state,
});

export const payeeCheck = defineEndpoint({
  name: 'refund.payeeCheck',
  method: 'POST',
  path: 'refund/payeeCheck',
  access: { code: ['charge:refundPayee:check'] },
  kind: 'command',
  preview: true,
  summary: 'The second check of a payee who is not the payer, by a third person',
  request: z.extend(one, { auditRemark: z.optional(reason) }),
  reply: state,
});

export const payout = defineEndpoint({
  name: 'refund.payout',
  method: 'POST',
  path: 'refund/payout',
  access: { code: ['charge:refund:payout'] },
  kind: 'command',
  preview: true,
  summary: 'Pays an approved refund out; it cannot be undone',
  request: one,
  reply: z.extend(state, { attemptNo: z.string() }),
});

export const reRefund = defineEndpoint({
  name: 'refund.reRefund',
  method: 'POST',
  path: 'refund/reRefund',
  access: { code: ['charge:refund:payout'] },
  kind: 'command',
  preview: true,
  summary: 'Pays a refund again whose payout failed: a new attempt to the same payee',
  request: one,
  reply: z.extend(state, { attemptNo: z.string() }),
});

const batch = (action: 'batchApprove' | 'batchPayout' | 'batchReRefund', summary: string) =>
  defineEndpoint({
    name: `refund.${action}`,
    method: 'POST',
    path: `refund/${action}`,
    access: { code: ['charge:refundBatch:run'] },
    kind: 'command',
    preview: true,
    summary,
    request: z.strictObject({ refundNos: someOf(businessNo), reason }),
    reply: batchAsked,
  });
export const batchApprove = batch(
  'batchApprove',
  'Asks to agree to many refunds; once another person agrees they are a job',
);
export const batchPayout = batch(
  'batchPayout',
  'Asks to pay many refunds out; once another person agrees they are a job',
);
export const batchReRefund = batch(
  'batchReRefund',
  'Asks to pay many refunds again that failed; once another person agrees they are a job',
);
