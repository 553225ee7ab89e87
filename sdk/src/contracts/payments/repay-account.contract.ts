import * as z from 'zod/mini';
import { defineEndpoint } from '../endpoint.ts';
import { businessNo, exportReply, exportRequest, listReply, listRequest, reason, textFilter } from '../list.ts';
import { historyEntry } from '../platform/history.ts';
import { accountFields, accountRow, asked, filledText } from './money-account.ts';

const PAGE = '/AdminContent/AfterLoanSystem/RepaymentAccountManagement';
const seen = { page: [PAGE] } as const;

/** What a customer types as the account. */
export const codeRule = z.enum(['ORDER_NO', 'PHONE', 'VIRTUAL']);

export const repayAccountRow = z.object({
  ...accountRow,
  paymentChannel: z.string(),
  codeRule,
  minCents: z.number(),
  maxCents: z.number(),
  /** Virtual numbers from and to, without their check digit; null without a range. */
  rangeFrom: z.nullable(z.string()),
  rangeTo: z.nullable(z.string()),
  /** Payment links that customers can pay by now; 10,000 where there are more. */
  openLinks: z.number(),
  /** Virtual account numbers that were issued of it; 10,000 where there are more. */
  virtualNumbers: z.number(),
  /** Neither links nor numbers are more than were counted. */
  isCountExact: z.boolean(),
  todayReceivedCents: z.number(),
  unmatchedCents: z.number(),
  lastFlowTime: z.nullable(z.string()),
  /** Minutes since the last payment; null before the first. */
  quietMinutes: z.nullable(z.number()),
  /** On nine of ten of the last 28 days it was quiet for at most so long at this time; null with too little history. */
  usualQuietMinutes: z.nullable(z.number()),
  /** It is enabled and quiet for more than twice the usual: a warning tells of it. */
  isSilent: z.boolean(),
  allowedActions: z.array(z.enum(['update', 'disable', 'enable', 'virtualRange'])),
});
export type RepayAccountRow = z.output<typeof repayAccountRow>;

export const repayAccountFilters = z.strictObject({
  paymentChannel: textFilter,
  bankCode: textFilter,
  merchantNo: z.optional(businessNo),
  enabled: z.optional(z.boolean()),
  /** Cents: only accounts with more unmatched money than this. */
  unmatchedOver: z.optional(z.strictObject({ from: z.optional(z.int()), to: z.optional(z.int()) })),
});
const SORTS = ['todayReceivedCents', 'unmatchedCents', 'lastFlowTime'] as const;

export const page = defineEndpoint({
  name: 'repayAccount.page',
  method: 'POST',
  path: 'loansRepayBankMent/page',
  access: seen,
  kind: 'query',
  summary: 'The accounts that customers pay in to.',
  request: listRequest(repayAccountFilters, SORTS),
  reply: listReply(repayAccountRow),
});

export const exportList = defineEndpoint({
  name: 'repayAccount.export',
  method: 'POST',
  path: 'loansRepayBankMent/export',
  access: seen,
  kind: 'command',
  summary: 'The filtered or the selected receiving accounts as a file, made by a job',
  request: exportRequest(repayAccountFilters, SORTS),
  reply: exportReply,
});

export const detail = defineEndpoint({
  name: 'repayAccount.detail',
  method: 'GET',
  path: 'loansRepayBankMent/{accountId}',
  access: seen,
  kind: 'query',
  summary: 'A receiving account: its payments of today, and its history.',
  request: z.object({ accountId: businessNo }),
  reply: z.object({
    row: repayAccountRow,
    /** Payment links that customers can pay by now, the first to end first, at most 50. */
    links: z.array(
      z.object({
        linkNo: z.string(),
        orderNo: z.string(),
        amountCents: z.number(),
        expiresAt: z.string(),
      }),
    ),
    /** Received today, the newest 50. */
    flows: z.array(
      z.object({
        flowNo: z.string(),
        paymentCode: z.string(),
        amountCents: z.number(),
        flowStatus: z.string(),
        receivedAt: z.string(),
      }),
    ),
    history: z.array(historyEntry),
  }),
});

/** For forms and filters. */
export const options = defineEndpoint({
  name: 'repayAccount.options',
  method: 'GET',
  path: 'loansRepayBankMent/options',
  access: 'signedIn',
  kind: 'query',
  summary: 'Enabled receiving accounts of the caller’s merchants, by name',
  request: z.object({}),
  reply: z.array(z.object({ accountCode: z.string(), accountName: z.string(), paymentChannel: z.string() })),
});

const bound = z.int().check(z.minimum(100_00, 'KES 100 to 250,000'), z.maximum(250_000_00, 'KES 100 to 250,000'));
const form = z.strictObject({
  ...accountFields,
  paymentChannel: filledText(32),
  codeRule,
  /** The bounds of links. */
  minCents: bound,
  maxCents: bound,
  reason,
});
export type RepayAccountForm = z.output<typeof form>;

export const save = defineEndpoint({
  name: 'repayAccount.save',
  method: 'POST',
  path: 'loansRepayBankMent/save',
  access: { code: ['afterLoan:repayAccount:save'] },
  kind: 'command',
  preview: true,
  summary: 'Asks for a new receiving account; it is created once another person agrees',
  request: form,
  reply: asked,
});
export const update = defineEndpoint({
  name: 'repayAccount.update',
  method: 'POST',
  path: 'loansRepayBankMent/update',
  access: { code: ['afterLoan:repayAccount:save'] },
  kind: 'command',
  preview: true,
  summary: 'Asks to change a receiving account; it is changed once another person agrees. LINKS_OPEN',
  request: z.extend(form, { accountId: businessNo, version: z.int() }),
  reply: asked,
});
export const state = defineEndpoint({
  name: 'repayAccount.state',
  method: 'POST',
  path: 'loansRepayBankMent/state',
  access: { code: ['afterLoan:repayAccount:state'] },
  kind: 'command',
  preview: true,
  summary: 'Disables a receiving account at once, or asks to enable it again',
  request: z.strictObject({ accountId: businessNo, enabled: z.boolean(), reason }),
  reply: asked,
});
const digits = z.string().check(z.trim(), z.regex(/^\d{6,12}$/, '6 to 12 digits'));
export const virtualRange = defineEndpoint({
  name: 'repayAccount.virtualRange',
  method: 'POST',
  path: 'loansRepayBankMent/virtualRange',
  access: { code: ['afterLoan:repayAccount:save'] },
  kind: 'command',
  preview: true,
  summary: 'Asks for the range that virtual account numbers are taken from; set once another person agrees',
  request: z.strictObject({ accountId: businessNo, version: z.int(), from: digits, to: digits, reason }),
  reply: asked,
});
