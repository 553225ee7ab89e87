import * as z from 'zod/mini';
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

const seen = { page: ['/AdminContent/AfterLoanSystem/BalanceManagement'] } as const;

export const balanceSource = z.enum(['MANUAL', 'CHANNEL']);
/** Who keeps the money. */
export const paymentCompany = z.enum(['MPESA', 'BANK']);

/** BALANCE_FETCH. Of the last question to the channel, unless it was answered: under way, unanswered, refused. */
export const balanceFetch = z.enum(['WAITING', 'NO_ANSWER', 'FAILED']);

export const balanceRow = z.object({
  accountId: z.string(),
  accountCode: z.string(),
  paymentCompany,
  accountName: z.string(),
  bankName: z.nullable(z.string()),
  /** As it was stated last; null where nobody has entered one. */
  lastBalanceCents: z.nullable(z.number()),
  /** What the books say now. */
  ledgerBalanceCents: z.number(),
  /** Sent and not answered yet: it may have left the account, and the books still have it there. */
  inFlightCents: z.number(),
  /** Stated less booked at the end of its day; null without a statement. */
  differenceCents: z.nullable(z.number()),
  lowWaterCents: z.nullable(z.number()),
  entryDate: z.nullable(z.string()),
  source: z.nullable(balanceSource),
  enteredBy: z.nullable(z.string()),
  /** When it was stated; null where nobody has entered one. */
  enteredAt: z.nullable(z.string()),
  fetchStatus: z.nullable(balanceFetch),
  /** Why the channel refused to tell. */
  fetchFault: z.nullable(z.string()),
  allowedActions: z.array(z.enum(['enter', 'fetch', 'correct', 'lowWater'])),
});
export type BalanceRow = z.output<typeof balanceRow>;

export const balanceFilters = z.strictObject({
  paymentCompany: z.optional(paymentCompany),
  accountName: textFilter,
  bankCode: textFilter,
  entryDate: dayRange,
  /** True: only where the statement differs from the books. */
  onlyDifferent: z.optional(z.boolean()),
  /** True: only where less is left than the low-water mark. */
  belowLowWater: z.optional(z.boolean()),
});
export type BalanceFilters = z.output<typeof balanceFilters>;
const SORTS = ['accountName', 'differenceCents', 'entryDate'] as const;

export const page = defineEndpoint({
  name: 'balance.page',
  method: 'POST',
  path: 'balanceManage/page',
  access: seen,
  kind: 'query',
  summary: 'Each account’s balance as it was stated, beside what the books say.',
  request: listRequest(balanceFilters, SORTS),
  reply: listReply(balanceRow),
});

export const exportList = defineEndpoint({
  name: 'balance.export',
  method: 'POST',
  path: 'balanceManage/export',
  access: seen,
  kind: 'command',
  summary: 'The filtered or the selected balances as a file, made by a job',
  request: exportRequest(balanceFilters, SORTS),
  reply: exportReply,
});

export const balanceEntry = z.object({
  entryNo: z.string(),
  accountId: z.string(),
  entryDate: z.string(),
  balanceCents: z.number(),
  source: balanceSource,
  remark: z.nullable(z.string()),
  enteredBy: z.nullable(z.string()),
  enteredAt: z.string(),
  /** The entry that it corrects. */
  replacesNo: z.nullable(z.string()),
  /** True: a correction took its place. */
  isReplaced: z.boolean(),
  reason: z.nullable(z.string()),
  checkerName: z.nullable(z.string()),
});
export type BalanceEntry = z.output<typeof balanceEntry>;

export const entryPage = defineEndpoint({
  name: 'balance.entryPage',
  method: 'POST',
  path: 'balanceManage/entry/page',
  access: seen,
  kind: 'query',
  summary: 'What was stated of accounts, corrected entries among them, the newest first.',
  request: listRequest(z.strictObject({ accountId: z.optional(businessNo), entryDate: dayRange }), ['enteredAt']),
  reply: listReply(balanceEntry),
});

export const detail = defineEndpoint({
  name: 'balance.detail',
  method: 'GET',
  path: 'balanceManage/{accountId}',
  access: seen,
  kind: 'query',
  summary: 'An account: its stated and booked balances by day, and what a difference is made of.',
  request: z.object({ accountId: businessNo }),
  reply: z.object({
    row: balanceRow,
    /** The last 30 days, oldest first. */
    days: z.array(z.object({ day: z.string(), statedCents: z.nullable(z.number()), ledgerCents: z.number() })),
    parts: z.object({
      inFlightCents: z.number(),
      unmatchedCents: z.number(),
      feeCents: z.number(),
      /** The difference less what payouts on their way explain of a shortfall. */
      unexplainedCents: z.nullable(z.number()),
    }),
    entries: z.array(balanceEntry),
  }),
});

const cents = z.int().check(z.minimum(-1_000_000_000_000_00), z.maximum(1_000_000_000_000_00));

export const entrySave = defineEndpoint({
  name: 'balance.entrySave',
  method: 'POST',
  path: 'balanceManage/entry/save',
  access: { code: ['afterLoan:balance:save'] },
  kind: 'command',
  preview: true,
  summary: 'Writes down the balance of an account as it was stated at the end of a day; nothing is posted.',
  request: z.strictObject({
    accountId: businessNo,
    /** Overdrafts exist. */
    balanceCents: cents,
    entryDate: z.iso.date(),
    /** Compulsory where it differs from the books by more than KES 100. */
    remark: z.optional(z.string().check(z.trim(), z.maxLength(200, 'At most 200 characters'))),
  }),
  reply: z.object({ entryNo: z.string() }),
});

export const entryFetch = defineEndpoint({
  name: 'balance.entryFetch',
  method: 'POST',
  path: 'balanceManage/entry/fetch',
  access: { code: ['afterLoan:balance:save'] },
  kind: 'command',
  preview: true,
  summary:
    'Asks M-Pesa for the balance of accounts; each answer is an entry, in seconds. Null: of all that can be asked. BALANCE_NOT_ASKED',
  request: z.strictObject({
    accountIds: z.nullable(z.array(businessNo).check(z.minLength(1, 'Please choose'), z.maxLength(200))),
  }),
  reply: z.object({ asked: z.number() }),
});

export const entryCorrect = defineEndpoint({
  name: 'balance.entryCorrect',
  method: 'POST',
  path: 'balanceManage/entry/correct',
  access: { code: ['afterLoan:balance:correct'] },
  kind: 'command',
  preview: true,
  summary: 'Asks to correct the latest entry of an account; the old one stays readable.',
  request: z.strictObject({
    accountId: businessNo,
    balanceCents: cents,
    reason,
    voucherIds: z.array(businessNo).check(z.minLength(1, 'Certificate cannot be empty'), z.maxLength(20)),
  }),
  reply: z.object({ changeNo: z.string() }),
});

export const lowWaterSave = defineEndpoint({
  name: 'balance.lowWaterSave',
  method: 'POST',
  path: 'balanceManage/lowWater/save',
  access: { code: ['afterLoan:balance:save'] },
  kind: 'command',
  preview: true,
  summary: 'Sets the balance below which an account is marked; null for none.',
  request: z.strictObject({ accountId: businessNo, lowWaterCents: z.nullable(z.int().check(z.minimum(0))) }),
  reply: z.object({ accountId: z.string(), lowWaterCents: z.nullable(z.number()) }),
});
