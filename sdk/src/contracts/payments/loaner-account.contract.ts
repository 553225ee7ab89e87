import * as z from 'zod/mini';
import { defineEndpoint } from '../endpoint.ts';
import { businessNo, exportReply, exportRequest, listReply, listRequest, reason, textFilter } from '../list.ts';
import { historyEntry } from '../platform/history.ts';
import { accountFields, accountRow, asked, filledText } from './money-account.ts';

const PAGE = '/AdminContent/AfterLoanSystem/LoanerManagement';
const seen = { page: [PAGE] } as const;

export const loanerAccountRow = z.object({
  ...accountRow,
  loanerName: z.string(),
  lendingChannel: z.string(),
  /** As it was stated last; null where nobody has entered one. */
  lastBalanceCents: z.nullable(z.number()),
  inFlightCents: z.number(),
  todayPaidCents: z.number(),
  dailyLimitCents: z.number(),
  /** Number and channel are fixed after the first payout. */
  isUsed: z.boolean(),
  allowedActions: z.array(z.enum(['update', 'disable', 'enable'])),
});
export type LoanerAccountRow = z.output<typeof loanerAccountRow>;

export const loanerAccountFilters = z.strictObject({
  loanerName: textFilter,
  merchantNo: z.optional(businessNo),
  lendingChannel: textFilter,
  bankCode: textFilter,
  enabled: z.optional(z.boolean()),
});
const SORTS = ['loanerName', 'todayPaidCents'] as const;

export const page = defineEndpoint({
  name: 'loanerAccount.page',
  method: 'POST',
  path: 'loan-bank/page',
  access: seen,
  kind: 'query',
  summary: 'The accounts that loans are paid out from.',
  request: listRequest(loanerAccountFilters, SORTS),
  reply: listReply(loanerAccountRow),
});

export const exportList = defineEndpoint({
  name: 'loanerAccount.export',
  method: 'POST',
  path: 'loan-bank/export',
  access: seen,
  kind: 'command',
  summary: 'The filtered or the selected payout accounts as a file, made by a job',
  request: exportRequest(loanerAccountFilters, SORTS),
  reply: exportReply,
});

export const detail = defineEndpoint({
  name: 'loanerAccount.detail',
  method: 'GET',
  path: 'loan-bank/{accountId}',
  access: seen,
  kind: 'query',
  summary: 'A payout account: the routes that use it, its attempts of today, and its history.',
  request: z.object({ accountId: businessNo }),
  reply: z.object({
    row: loanerAccountRow,
    routes: z.array(z.object({ routeName: z.string(), merchantNo: z.string(), autoSend: z.boolean() })),
    /** Orders that wait to leave by it. */
    waitingOrders: z.number(),
    /** Of today, the newest 50. */
    attempts: z.array(
      z.object({
        attemptNo: z.string(),
        subjectNo: z.string(),
        amountCents: z.number(),
        attemptStatus: z.string(),
        createdAt: z.string(),
      }),
    ),
    /** When it is empty at the pace of the last three hours; null where nothing leaves or no balance is known. */
    emptyAt: z.nullable(z.string()),
    /** What it lacks to keep that pace until 00:00 EAT; null where it lacks nothing. */
    missingCents: z.nullable(z.number()),
    history: z.array(historyEntry),
  }),
});

/** For forms: where an offline loan may have left from. */
export const options = defineEndpoint({
  name: 'loanerAccount.options',
  method: 'GET',
  path: 'loan-bank/options',
  access: 'signedIn',
  kind: 'query',
  summary: 'Enabled payout accounts of the caller’s merchants, by name',
  request: z.object({}),
  reply: z.array(z.object({ accountCode: z.string(), accountName: z.string() })),
});

const form = z.strictObject({
  ...accountFields,
  loanerName: filledText(64),
  lendingChannel: filledText(32),
  dailyLimitCents: z.int().check(z.minimum(1, 'Must be above 0')),
  reason,
});
export type LoanerAccountForm = z.output<typeof form>;

export const save = defineEndpoint({
  name: 'loanerAccount.save',
  method: 'POST',
  path: 'loan-bank/save',
  access: { code: ['afterLoan:loanerAccount:save'] },
  kind: 'command',
  preview: true,
  summary: 'Asks for a new payout account; it is created once another person agrees',
  request: form,
  reply: asked,
});
export const update = defineEndpoint({
  name: 'loanerAccount.update',
  method: 'POST',
  path: 'loan-bank/update',
  access: { code: ['afterLoan:loanerAccount:save'] },
  kind: 'command',
  preview: true,
  summary: 'Asks to change a payout account; it is changed once another person agrees',
  request: z.extend(form, { accountId: businessNo, version: z.int() }),
  reply: asked,
});
export const state = defineEndpoint({
  name: 'loanerAccount.state',
  method: 'POST',
  path: 'loan-bank/state',
  access: { code: ['afterLoan:loanerAccount:state'] },
  kind: 'command',
  preview: true,
  summary: 'Disables a payout account at once, or asks to enable it again',
  request: z.strictObject({ accountId: businessNo, enabled: z.boolean(), reason }),
  reply: asked,
});
