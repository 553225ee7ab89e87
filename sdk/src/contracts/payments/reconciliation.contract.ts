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
import { historyEntry } from '../platform/history.ts';
import { postedJournal } from '../platform/posted.ts';

export * from './statement-columns.ts';

const PAGE = '/AdminContent/AfterLoanSystem/ReconciliationManagement';
const seen = { page: [PAGE] } as const;

/** RECON_STATUS. OPEN: no statement yet. A day is closed at a difference of 0 alone. */
export const reconStatus = z.enum(['OPEN', 'DIFFERENT', 'BALANCED', 'CLOSED']);
/**
 * RECON_DIFF_TYPE. MISSING_HERE: the statement has it, we do not; MISSING_THERE: the other way; AMOUNT: both, with other
 * amounts; PAYOUT_STATUS: paid by the statement, not yet by us; PAYOUT_MISSING: paid by us alone; CHANNEL_FEE: not booked;
 * TWICE: a reference and its amount again with other details, so the same movement or another one; PAID_TWICE: a payout
 * that the statement has a second time.
 */
export const reconDiffType = z.enum([
  'MISSING_HERE',
  'MISSING_THERE',
  'AMOUNT',
  'PAYOUT_STATUS',
  'PAYOUT_MISSING',
  'CHANNEL_FEE',
  'TWICE',
  'PAID_TWICE',
]);
export type ReconDiffType = z.output<typeof reconDiffType>;

/** RECON_DIRECTION. Money in or money out, by the statement or, where it has none, by our books. */
export const direction = z.enum(['IN', 'OUT']);

const runId = z.string().check(z.regex(/^RD\d+$/));
const diffId = z.string().check(z.regex(/^DF\d+$/));
const accountId = z.string().check(z.regex(/^BANK\.[A-Z0-9_-]+$/, 'Please choose'));

export const reconDay = z.object({
  runId: z.string(),
  businessDate: z.string(),
  accountId: z.string(),
  accountName: z.string(),
  paymentCompany: z.string(),
  statementTotalCents: z.number(),
  ourTotalCents: z.number(),
  diffCents: z.number(),
  matchedCount: z.number(),
  diffCount: z.number(),
  reconStatus,
  closedBy: z.nullable(z.string()),
  version: z.number(),
  allowedActions: z.array(z.enum(['match', 'close', 'reopen'])),
});
export type ReconDay = z.output<typeof reconDay>;

const dayFilters = z.strictObject({
  businessDate: dayRange,
  accountId: z.optional(accountId),
  reconStatus: z.optional(reconStatus),
  /** Days that have a difference of this kind, this direction, this person’s. */
  diffType: z.optional(reconDiffType),
  direction: z.optional(direction),
  ownerUserNo: z.optional(businessNo),
});
const DAY_SORTS = ['businessDate', 'diffCents'] as const;

export const page = defineEndpoint({
  name: 'reconciliation.page',
  method: 'POST',
  path: 'reconciliation/page',
  access: seen,
  kind: 'query',
  summary: 'Days of accounts, newest first',
  request: listRequest(dayFilters, DAY_SORTS),
  reply: listReply(reconDay),
});
export const exportList = defineEndpoint({
  name: 'reconciliation.export',
  method: 'POST',
  path: 'reconciliation/export',
  access: seen,
  kind: 'command',
  summary: 'The filtered or the selected days as a file, made by a job',
  request: exportRequest(dayFilters, DAY_SORTS),
  reply: exportReply,
});
export const detail = defineEndpoint({
  name: 'reconciliation.detail',
  method: 'GET',
  path: 'reconciliation/{runId}',
  access: seen,
  kind: 'query',
  summary: 'A day with its statements and what was done to it',
  request: z.object({ runId }),
  reply: z.extend(reconDay, {
    statements: z.array(
      z.object({ fileName: z.string(), lines: z.number(), importedByName: z.string(), importedAt: z.string() }),
    ),
    /** What is different, by kind. */
    byType: z.array(z.object({ diffType: reconDiffType, count: z.number(), gapCents: z.number() })),
    history: z.array(historyEntry),
  }),
});

/**
 * RESOLUTION_WAY. What resolving does: book the fee, record the receipt, reverse or adjust our payment, claim money back,
 * leave a repeated line out or count it.
 */
export const resolutionWay = z.enum(['bookFee', 'record', 'reverse', 'adjust', 'claim', 'leaveOut', 'count']);
export type ResolutionWay = z.output<typeof resolutionWay>;

export const difference = z.object({
  diffId: z.string(),
  runId: z.string(),
  businessDate: z.string(),
  accountName: z.string(),
  diffType: reconDiffType,
  /** The channel's serial number. */
  serial: z.string(),
  statementCents: z.nullable(z.number()),
  ourCents: z.nullable(z.number()),
  happenedAt: z.string(),
  details: z.string(),
  flowNo: z.nullable(z.string()),
  attemptNo: z.nullable(z.string()),
  ownerUserNo: z.nullable(z.string()),
  ownerName: z.nullable(z.string()),
  /** How the last three of the same look were resolved, all alike; a proposal alone. */
  proposedWay: z.nullable(resolutionWay),
  /** How often that was approved. */
  proposedTimes: z.number(),
  /** The reason that the newest was given. */
  proposedReason: z.nullable(z.string()),
  allowedActions: z.array(z.enum(['resolve', 'count', 'query'])),
});
export type Difference = z.output<typeof difference>;
const differenceFilters = z.strictObject({
  runId: z.optional(runId),
  diffType: z.optional(reconDiffType),
  direction: z.optional(direction),
  accountId: z.optional(accountId),
  businessDate: dayRange,
  serial: textFilter,
  ownerUserNo: z.optional(businessNo),
  /** True: only what nobody works on. */
  isWithoutOwner: z.optional(z.boolean()),
});
const DIFFERENCE_SORTS = ['businessDate', 'happenedAt'] as const;

export const differencePage = defineEndpoint({
  name: 'reconciliation.differencePage',
  method: 'POST',
  path: 'reconciliation/difference/page',
  access: seen,
  kind: 'query',
  summary: 'What the last matching of each day found, oldest first',
  request: listRequest(differenceFilters, DIFFERENCE_SORTS),
  reply: listReply(difference),
});
export const differenceExport = defineEndpoint({
  name: 'reconciliation.differenceExport',
  method: 'POST',
  path: 'reconciliation/difference/export',
  access: seen,
  kind: 'command',
  summary: 'The filtered or the selected differences as a file, made by a job',
  request: exportRequest(differenceFilters, DIFFERENCE_SORTS),
  reply: exportReply,
});

export const differenceJournals = defineEndpoint({
  name: 'reconciliation.differenceJournals',
  method: 'GET',
  path: 'reconciliation/difference/{diffId}',
  access: seen,
  kind: 'query',
  summary: 'What the books posted for the payment or the payout of a difference, oldest first',
  request: z.object({ diffId }),
  reply: z.object({ diffId: z.string(), journals: z.array(postedJournal) }),
});

export const askChannel = defineEndpoint({
  name: 'reconciliation.askChannel',
  method: 'POST',
  path: 'reconciliation/difference/ask',
  access: { code: ['afterLoan:reconDifference:resolve'] },
  kind: 'signal',
  summary: 'Asks the channel for a payment that its statement has not; what it said is kept',
  request: z.strictObject({ diffId }),
  reply: z.object({
    /** Null where the channel does not know the payment. */
    told: z.nullable(z.object({ amountCents: z.number(), repayTime: z.string() })),
  }),
});

export const accounts = defineEndpoint({
  name: 'reconciliation.accounts',
  method: 'GET',
  path: 'reconciliation/accounts',
  access: seen,
  kind: 'query',
  summary: 'The accounts of the caller’s merchants',
  request: z.object({}),
  reply: z.array(
    z.object({
      accountId: z.string(),
      accountName: z.string(),
      /** Its bank gives statements of itself, or M-Pesa the payments that it received. */
      isFetchable: z.boolean(),
    }),
  ),
});

const matched = z.object({
  runId: z.string(),
  reconStatus,
  matchedCount: z.number(),
  diffCount: z.number(),
  diffCents: z.number(),
});
const command = { method: 'POST', kind: 'command', preview: true } as const;
export const importStatement = defineEndpoint({
  ...command,
  name: 'reconciliation.importStatement',
  path: 'reconciliation/statement/import',
  access: { code: ['afterLoan:reconStatement:import'] },
  summary:
    'Takes in a statement of the M-Pesa organisation portal (CSV, XLSX) or of a bank (CSV, XLSX by the saved columns; MT940; camt.053) and matches the day. STATEMENT_UNREADABLE, STATEMENT_LINE, STATEMENT_COLUMNS, STATEMENT_OTHER_ACCOUNT, STATEMENT_CURRENCY, STATEMENT_SUMS, STATEMENT_OTHER_DAY, STATEMENT_KNOWN, DAY_CLOSED',
  request: z.strictObject({
    accountId,
    businessDate: z.iso.date(),
    fileName: z.string().check(z.trim(), z.minLength(1, 'Please choose'), z.maxLength(100, 'FILE_NAME_TOO_LONG')),
    /** The text of a CSV, MT940 or camt.053 file; the bytes of an XLSX file in base64. */
    content: z.string().check(z.minLength(1, 'Please choose'), z.maxLength(900_000, 'At most 900 KB')),
  }),
  reply: matched,
});
/** The statement as the body, in bytes, up to 10 MB: for files that are too long for `importStatement`. */
export const importStatementFile = defineEndpoint({
  method: 'POST',
  kind: 'command',
  name: 'reconciliation.importStatementFile',
  path: 'reconciliation/statement/importFile',
  access: { code: ['afterLoan:reconStatement:import'] },
  summary:
    'As statement/import, by a job: lines are checked part by part, then all of them or none are taken in and matched. Besides: STATEMENT_FAULTY',
  request: z.strictObject({
    accountId,
    businessDate: z.iso.date(),
    fileName: z.string().check(z.trim(), z.minLength(1, 'Please choose'), z.maxLength(100, 'FILE_NAME_TOO_LONG')),
  }),
  reply: z.object({ jobNo: z.string(), lines: z.number() }),
});
export const fetchStatement = defineEndpoint({
  ...command,
  name: 'reconciliation.fetchStatement',
  path: 'reconciliation/statement/fetch',
  access: { code: ['afterLoan:reconStatement:import'] },
  summary:
    'Asks a bank for its statement of a day that is over (camt.053), or M-Pesa for the payments it received in the last 48 hours, takes it in and matches the day, as a job. GATEWAY_MISSING, STATEMENT_NOT_READY',
  request: z.strictObject({ accountId, businessDate: z.iso.date() }),
  reply: z.object({ jobNo: z.string() }),
});
export const run = defineEndpoint({
  ...command,
  name: 'reconciliation.run',
  path: 'reconciliation/run',
  access: { code: ['afterLoan:reconStatement:import'] },
  summary: 'Matches a day again. DAY_CLOSED',
  request: z.strictObject({ runId }),
  reply: matched,
});
const asked = z.object({ changeNo: z.string() });
export const resolve = defineEndpoint({
  ...command,
  name: 'reconciliation.resolve',
  path: 'reconciliation/difference/resolve',
  access: { code: ['afterLoan:reconDifference:resolve'] },
  summary:
    'Submits what a difference asks for: the receipt, its reversal or adjustment, the fee, the claim on whoever was paid twice. FLOW_HAS_APPLICATIONS, ABOVE_WRITABLE, ILLEGAL_TRANSITION, DAY_CLOSED',
  request: z.strictObject({
    diffId,
    reason,
    /** Of a line that repeats a reference: it is counted as another movement, not left out as the same one. */
    isAnother: z.optional(z.boolean()),
  }),
  reply: asked,
});
const diffIds = z.array(diffId).check(z.minLength(1, 'SELECTION_EMPTY'), z.maxLength(200, 'At most 200 at a time'));
export const owners = defineEndpoint({
  name: 'reconciliation.owners',
  method: 'GET',
  path: 'reconciliation/owners',
  access: seen,
  kind: 'query',
  summary: 'Who may work on differences',
  request: z.object({}),
  reply: z.array(z.object({ userNo: z.string(), realName: z.string() })),
});
export const assignMany = defineEndpoint({
  ...command,
  name: 'reconciliation.assignMany',
  path: 'reconciliation/difference/assignMany',
  access: { code: ['afterLoan:reconDifference:resolve'] },
  summary: 'Hands differences to one person, or to nobody, as a job. DAY_CLOSED, REFERENCE_UNKNOWN',
  request: z.strictObject({ diffIds, ownerUserNo: z.nullable(businessNo) }),
  reply: z.object({ jobNo: z.string() }),
});
export const resolveMany = defineEndpoint({
  ...command,
  name: 'reconciliation.resolveMany',
  path: 'reconciliation/difference/resolveMany',
  access: { code: ['afterLoan:reconDifference:resolve'] },
  summary: 'Submits what each difference asks for, as a job; an approver decides each. ILLEGAL_TRANSITION, DAY_CLOSED',
  request: z.strictObject({ diffIds, reason }),
  reply: z.object({ jobNo: z.string() }),
});
const stated = z.strictObject({ runId, reason });
export const close = defineEndpoint({
  ...command,
  name: 'reconciliation.close',
  path: 'reconciliation/close',
  access: { code: ['afterLoan:reconDay:close'] },
  summary: 'Submits closing a day, matched again when it is approved. DIFFERENCES_OPEN, DAY_CLOSED',
  request: stated,
  reply: asked,
});
export const reopen = defineEndpoint({
  ...command,
  name: 'reconciliation.reopen',
  path: 'reconciliation/reopen',
  access: { code: ['afterLoan:reconDay:close'] },
  summary: 'Submits reopening a closed day. ILLEGAL_TRANSITION',
  request: stated,
  reply: asked,
});
