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
  selected,
  textFilter,
} from '../list.ts';
import { historyEntry } from '../platform/history.ts';
import { postedJournal, voucher } from '../platform/posted.ts';

const RECHARGES = { page: ['/AdminContent/MerchantSystem/RechargeRecord'] } as const;
const CONSUMPTIONS = { page: ['/AdminContent/MerchantSystem/ConsumptionRecord'] } as const;
const AUDIT = 'merchant:recharge:audit';

export const rechargeStatus = z.enum(['PENDING', 'APPROVED', 'REJECTED', 'REVERSED']);
export const rechargeChannel = z.enum(['MPESA', 'BANK']);
export const consumptionStatus = z.enum(['CHARGED', 'REVERSING', 'REVERSED']);
export const consumptionType = z.enum(['ORDER_DELIVERED', 'LOAN_DISBURSED', 'DATA_QUERY', 'SMS_SENT', 'FACE_CHECK']);
const rechargeNo = z.string().check(z.regex(/^RC\d+$/));
const recordNo = z.string().check(z.regex(/^CM\d+$/));
const remark = z.optional(reason);

export const rechargeRow = z.object({
  rechargeNo: z.string(),
  merchantNo: z.string(),
  merchantName: z.string(),
  amountCents: z.number(),
  /** The balance with it; null before it was approved. */
  balanceAfterCents: z.nullable(z.number()),
  paymentChannel: rechargeChannel,
  /** The channel's serial number. */
  paymentCode: z.string(),
  /** Masked. */
  payerAccount: z.string(),
  paidAt: z.string(),
  voucherIds: z.array(z.string()),
  rechargeStatus,
  applicantName: z.string(),
  auditorName: z.nullable(z.string()),
  auditRemark: z.nullable(z.string()),
  createdAt: z.string(),
  auditedAt: z.nullable(z.string()),
  version: z.number(),
  allowedActions: z.array(z.enum(['approve', 'reject', 'reverse'])),
});
export type RechargeRow = z.output<typeof rechargeRow>;

export const rechargeFilters = z.strictObject({
  merchantNo: z.optional(businessNo),
  rechargeNo: textFilter,
  paymentCode: textFilter,
  paymentChannel: z.optional(rechargeChannel),
  rechargeStatus: z.optional(rechargeStatus),
  applicantUserNo: z.optional(businessNo),
  paidAt: dayRange,
});
const RECHARGE_SORTS = ['paidAt', 'createdAt', 'amountCents'] as const;

export const rechargePage = defineEndpoint({
  name: 'rechargeRecord.page',
  method: 'POST',
  path: 'rechargeRecord/page',
  access: RECHARGES,
  kind: 'query',
  summary: 'Money that merchants paid in, the newest first.',
  request: listRequest(rechargeFilters, RECHARGE_SORTS),
  reply: listReply(rechargeRow),
});

export const rechargeExport = defineEndpoint({
  name: 'rechargeRecord.export',
  method: 'POST',
  path: 'rechargeRecord/export',
  access: RECHARGES,
  kind: 'command',
  summary: 'The filtered or the selected recharges as a file, made by a job',
  request: exportRequest(rechargeFilters, RECHARGE_SORTS),
  reply: exportReply,
});

export const rechargePeople = defineEndpoint({
  name: 'rechargeRecord.people',
  method: 'GET',
  path: 'rechargeRecord/people',
  access: RECHARGES,
  kind: 'query',
  summary: 'Who recorded recharges of the caller’s merchants',
  request: z.object({}),
  reply: z.array(z.object({ userNo: z.string(), realName: z.string() })),
});

export const recharge = defineEndpoint({
  name: 'rechargeRecord.one',
  method: 'GET',
  path: 'rechargeRecord/{rechargeNo}',
  access: RECHARGES,
  kind: 'query',
  summary: 'A recharge with its journals and the payment that has its serial number.',
  request: z.object({ rechargeNo }),
  reply: z.object({
    row: rechargeRow,
    vouchers: z.array(voucher),
    journals: z.array(postedJournal),
    /** The payment we hold under the same channel and serial number. */
    flow: z.nullable(z.object({ flowNo: z.string(), amountCents: z.number(), repayTime: z.string() })),
    history: z.array(historyEntry),
  }),
});

export const rechargeApply = defineEndpoint({
  name: 'rechargeRecord.apply',
  method: 'POST',
  path: 'rechargeRecord/apply',
  access: { code: ['merchant:recharge:apply'] },
  kind: 'command',
  preview: true,
  summary:
    'Records money that a merchant paid in; it counts once another person checked it. ATTACHMENT_NOT_FOUND, SERIAL_REPEATED',
  request: z.strictObject({
    merchantNo: businessNo,
    amountCents: z.int().check(z.minimum(1, 'Must be above 0'), z.maximum(1_000_000_000_00)),
    paymentChannel: rechargeChannel,
    paymentCode: z.string().check(z.trim(), z.minLength(1, 'Content cannot be blank'), z.maxLength(64)),
    payerAccount: z.optional(z.string().check(z.trim(), z.maxLength(64))),
    paidAt: z.iso.datetime(),
    voucherIds: z.array(businessNo).check(z.minLength(1, 'The certificate cannot be empty'), z.maxLength(20)),
  }),
  reply: z.object({ rechargeNo: z.string(), rechargeStatus }),
});

export const rechargeAudit = defineEndpoint({
  name: 'rechargeRecord.audit',
  method: 'POST',
  path: 'rechargeRecord/audit',
  access: { code: [AUDIT] },
  kind: 'command',
  preview: true,
  summary:
    'Passes a recharge, which then can be spent, or rejects it with why; never its maker. A payment of the same serial number that was taken for a customer’s is reversed with it. RECHARGE_PAYMENT_DIFFERS, FLOW_HAS_APPLICATIONS',
  request: z.strictObject({ rechargeNo, isApproved: z.boolean(), remark }).check(
    z.refine(({ isApproved, remark }) => isApproved || remark !== undefined, {
      error: 'Content cannot be blank',
      path: ['remark'],
    }),
  ),
  reply: z.object({
    rechargeNo: z.string(),
    rechargeStatus,
    balanceAfterCents: z.nullable(z.number()),
  }),
});

export const rechargeReverse = defineEndpoint({
  name: 'rechargeRecord.reverse',
  method: 'POST',
  path: 'rechargeRecord/reverse',
  access: { code: ['merchant:recharge:reverse'] },
  kind: 'command',
  preview: true,
  summary: 'Asks to take an approved recharge back while the balance suffices; another person agrees.',
  request: z.strictObject({ rechargeNo, reason }),
  reply: z.object({ changeNo: z.string() }),
});

export const consumptionRow = z.object({
  recordNo: z.string(),
  merchantNo: z.string(),
  merchantName: z.string(),
  consumptionType,
  quantity: z.number(),
  unitPriceCents: z.number(),
  amountCents: z.number(),
  balanceAfterCents: z.number(),
  orderNo: z.nullable(z.string()),
  /** Of the order's customer, masked. */
  phone: z.nullable(z.string()),
  consumedAt: z.string(),
  consumptionStatus,
  reverseReason: z.nullable(z.string()),
  reverseRemark: z.nullable(z.string()),
  applicantName: z.nullable(z.string()),
  auditorName: z.nullable(z.string()),
  auditRemark: z.nullable(z.string()),
  version: z.number(),
  allowedActions: z.array(z.enum(['reverse', 'approve', 'reject'])),
});
export type ConsumptionRow = z.output<typeof consumptionRow>;

export const consumptionFilters = z.strictObject({
  merchantNo: z.optional(businessNo),
  consumptionType: z.optional(consumptionType),
  recordNo: textFilter,
  orderNo: textFilter,
  consumptionStatus: z.optional(consumptionStatus),
  consumedAt: dayRange,
  amountCents: centsRange,
});
const CONSUMPTION_SORTS = ['consumedAt', 'amountCents'] as const;
export type ConsumptionFilters = z.output<typeof consumptionFilters>;

export const consumptionPage = defineEndpoint({
  name: 'consumptionRecord.page',
  method: 'POST',
  path: 'consumptionRecord/page',
  access: CONSUMPTIONS,
  kind: 'query',
  summary: 'What was charged to merchants’ balances, the newest first.',
  request: listRequest(consumptionFilters, CONSUMPTION_SORTS),
  reply: listReply(consumptionRow),
});

export const consumptionExport = defineEndpoint({
  name: 'consumptionRecord.export',
  method: 'POST',
  path: 'consumptionRecord/export',
  access: CONSUMPTIONS,
  kind: 'command',
  summary: 'The filtered or the selected charges as a file, made by a job',
  request: exportRequest(consumptionFilters, CONSUMPTION_SORTS),
  reply: exportReply,
});

export const consumptionSummary = defineEndpoint({
  name: 'consumptionRecord.summary',
  method: 'POST',
  path: 'consumptionRecord/summary',
  access: CONSUMPTIONS,
  kind: 'query',
  summary: 'Totals of what matches, by type; what is reversed counts apart.',
  request: z.strictObject({ filters: consumptionFilters }),
  reply: z.object({
    /** Used, and waiting for the account to be filled. */
    unpaid: z.number(),
    unpaidCents: z.number(),
    records: z.number(),
    amountCents: z.number(),
    reversedCents: z.number(),
    byType: z.array(z.object({ consumptionType, records: z.number(), amountCents: z.number() })),
  }),
});

export const consumption = defineEndpoint({
  name: 'consumptionRecord.one',
  method: 'GET',
  path: 'consumptionRecord/{recordNo}',
  access: CONSUMPTIONS,
  kind: 'query',
  summary: 'A charge with its journals.',
  request: z.object({ recordNo }),
  reply: z.object({
    row: consumptionRow,
    /** The merchant’s balance now: what a reversal would be added to. */
    balanceCents: z.number(),
    /** The version of the price that applied at the moment of use; null where there was none. */
    price: z.nullable(z.object({ ruleId: z.string(), ruleName: z.string(), versionNo: z.number() })),
    /** What was asked and answered, without personal data; null for what was charged by hand. */
    exchange: z.nullable(
      z.object({
        request: z.string(),
        requestedAt: z.nullable(z.string()),
        reply: z.nullable(z.string()),
        repliedAt: z.nullable(z.string()),
      }),
    ),
    journals: z.array(postedJournal),
    history: z.array(historyEntry),
  }),
});

export const consumptionCharge = defineEndpoint({
  name: 'consumptionRecord.charge',
  method: 'POST',
  path: 'consumptionRecord/charge',
  access: { code: ['merchant:consumption:charge'] },
  kind: 'command',
  preview: true,
  summary: 'Charges a merchant by hand for what no order and no call charged automatically, once a cause.',
  request: z.strictObject({
    merchantNo: businessNo,
    consumptionType,
    causeNo: businessNo,
    orderNo: z.optional(businessNo),
    quantity: z.int().check(z.minimum(1, 'Must be an integer above 0'), z.maximum(1_000_000)),
    /** The merchant’s price of the moment where it is left out. */
    unitPriceCents: z.optional(z.int().check(z.minimum(1, 'Must be above 0'), z.maximum(1_000_000_00))),
    remark: reason,
  }),
  reply: z.object({
    recordNo: z.string(),
    consumptionStatus,
    amountCents: z.number(),
    balanceAfterCents: z.number(),
  }),
});

const CONFIG_PAGE = '/AdminContent/MerchantSystem/MerchantConfigManagement';
export const account = defineEndpoint({
  name: 'merchantConfig.prepaid',
  method: 'GET',
  path: 'merchant/config/prepaid/{merchantNo}',
  access: { page: [CONFIG_PAGE, ...RECHARGES.page] },
  kind: 'query',
  summary: 'A merchant’s prepaid balance, its credit line, and what is left of both.',
  request: z.object({ merchantNo: businessNo }),
  reply: z.object({
    merchantNo: z.string(),
    merchantName: z.string(),
    balanceCents: z.number(),
    creditLineCents: z.number(),
    availableCents: z.number(),
  }),
});
export const statement = defineEndpoint({
  name: 'merchantConfig.statement',
  method: 'GET',
  path: 'merchant/config/statement/{merchantNo}/{month}/{format}',
  access: { page: [CONFIG_PAGE, ...CONSUMPTIONS.page] },
  kind: 'query',
  replyForm: 'file',
  summary: 'What moved a merchant’s balance in a month (EAT), from the opening to the closing balance. NOT_FOUND',
  request: z.object({
    merchantNo: businessNo,
    month: z.string().check(z.regex(/^20\d\d-(0[1-9]|1[0-2])$/, 'A month, e.g. 2026-11')),
    format: z.enum(['pdf', 'xlsx']),
  }),
  reply: z.string(),
});
export const statementSend = defineEndpoint({
  name: 'merchantConfig.statementSend',
  method: 'POST',
  path: 'merchant/config/statement/send',
  access: { code: ['merchant:config:save'] },
  kind: 'command',
  preview: true,
  summary:
    'E-mails a month’s statement as a PDF to the address of the merchant’s service account. NOT_FOUND, SERVICE_ACCOUNT_MISSING, MESSAGE_CHANNEL_CLOSED',
  request: z.strictObject({
    merchantNo: businessNo,
    month: z.string().check(z.regex(/^20\d\d-(0[1-9]|1[0-2])$/, 'A month, e.g. 2026-11')),
  }),
  reply: z.object({
    /** Masked. */
    sentTo: z.string(),
  }),
});
export const creditLine = defineEndpoint({
  name: 'merchantConfig.creditLine',
  method: 'POST',
  path: 'merchant/config/creditLine',
  access: { code: ['merchant:config:save'] },
  kind: 'command',
  preview: true,
  summary: 'Asks how far a merchant’s balance may go below 0; another person agrees.',
  request: z.strictObject({
    merchantNo: businessNo,
    creditLineCents: z.int().check(z.minimum(0, '0 or more'), z.maximum(1_000_000_000_00)),
    reason,
  }),
  reply: z.object({ changeNo: z.string() }),
});

const consumptionMoved = z.object({ recordNo: z.string(), consumptionStatus });
export const consumptionReverse = defineEndpoint({
  name: 'consumptionRecord.reverse',
  method: 'POST',
  path: 'consumptionRecord/reverse',
  access: { code: ['merchant:consumption:reverse'] },
  kind: 'command',
  preview: true,
  summary: 'Asks to take a charge back, within 60 days; another person decides.',
  request: z.strictObject({
    recordNo,
    /** A code of the dictionary. */
    reverseReason: businessNo,
    remark: reason,
  }),
  reply: consumptionMoved,
});
export const consumptionReverseMany = defineEndpoint({
  name: 'consumptionRecord.reverseMany',
  method: 'POST',
  path: 'consumptionRecord/reverse/batch',
  access: { code: ['merchant:consumption:reverse'] },
  kind: 'command',
  summary: 'Asks to take charges of one merchant back, by a job; another person decides each.',
  request: z.strictObject({
    recordNos: selected,
    /** A code of the dictionary. */
    reverseReason: businessNo,
    remark: reason,
  }),
  reply: exportReply,
});
export const consumptionAudit = defineEndpoint({
  name: 'consumptionRecord.audit',
  method: 'POST',
  path: 'consumptionRecord/audit',
  access: { code: [AUDIT] },
  kind: 'command',
  preview: true,
  summary: 'Agrees to a reversal, which the balance gets back, or refuses it; never who asked.',
  request: z.strictObject({ recordNo, isApproved: z.boolean(), remark }),
  reply: consumptionMoved,
});
