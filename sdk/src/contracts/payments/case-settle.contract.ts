import * as z from 'zod/mini';
import { defineEndpoint } from '../endpoint.ts';
import {
  businessNo,
  dayRange,
  exportReply,
  exportRequest,
  listReply,
  listRequest,
  peopleFilter,
  peopleReply,
  reason,
  textFilter,
} from '../list.ts';
import {
  billsOfOrder,
  flowRow,
  flowsOfOrder,
  taskRow,
  writeOffCommit,
  writeOffFile,
  writeOffImport,
  writeOffPreview,
  writeOffRetry,
  writeOffSave,
  writeOffUpdate,
} from './payment.contract.ts';
import { candidate } from './flow.contract.ts';
import { repayType, taskStatus } from './payment-words.ts';
import { repayChannel } from './repayment-words.ts';
import { postedJournal } from '../platform/posted.ts';
import { component } from '../money.ts';
import type { CaseScope } from '../collections/collection.ts';
import { systemOf } from '../collections/systems.ts';

/** SETTLE_RESULT. What an approved batch made of one row. */
export const importResult = z.enum(['SUCCESS', 'FAILURE']);
/** A write-off on a case: what was prepared, and how its payment and its bills stand now. */
export const settleRow = z.extend(z.omit(taskRow, { allowedActions: true }), {
  termNo: z.nullable(z.number()),
  merchantNo: z.string(),
  /** Masked where the caller is. */
  customerName: z.string(),
  /** Of the newest case of the order, or of the bill. */
  collectorName: z.nullable(z.string()),
  /** The first of its payments; null where none is held yet, as are its figures. */
  flowNo: z.nullable(z.string()),
  paymentChannel: z.nullable(z.string()),
  repayTime: z.nullable(z.string()),
  /** Of all its payments that are held. */
  flowAmountCents: z.number(),
  writableCents: z.number(),
  /** What settles the bill, or the order, as charged last. */
  payoffCents: z.number(),
  /** What earlier bills of the order owe. */
  olderDueCents: z.number(),
  /** What an approved batch made of it; null where no batch has run it. */
  importResult: z.nullable(importResult),
  allowedActions: z.array(z.enum(['update', 'commit', 'retry'])),
});
export type SettleRow = z.output<typeof settleRow>;

const filters = z.strictObject({
  orderNo: textFilter,
  billNo: textFilter,
  termNo: z.optional(z.string().check(z.trim(), z.regex(/^\d{1,2}$/, 'A number, e.g. 2'))),
  flowNo: textFilter,
  paymentChannel: z.optional(repayChannel),
  repayType: z.optional(repayType),
  finishStatus: z.optional(taskStatus),
  repayTime: dayRange,
  /** Who prepared it. */
  createdBy: peopleFilter,
  importResult: z.optional(importResult),
  /** Its payments went to other bills of the order, too. */
  reachedSiblings: z.optional(z.boolean()),
});
const SORTS = ['createdAt'] as const;

/** A payment that nobody claimed, with the orders in collection that it may be for, the likeliest first. */
export const unmatchedRow = z.extend(
  z.pick(flowRow, {
    flowNo: true,
    paymentCode: true,
    paymentChannel: true,
    payerName: true,
    payerPhone: true,
    accountReference: true,
    flowAmountCents: true,
    writableCents: true,
    repayTime: true,
  }),
  { candidates: z.array(candidate), allowedActions: z.array(z.enum(['apply'])) },
);
export type UnmatchedRow = z.output<typeof unmatchedRow>;
const unmatchedFilters = z.strictObject({
  paymentCode: textFilter,
  paymentChannel: z.optional(repayChannel),
  repayTime: dayRange,
});
const UNMATCHED_SORTS = ['repayTime'] as const;

/** Write-offs on cases of one system; the same commands as on any order. */
function caseSettleEndpoints(scope: CaseScope) {
  const { page, code, name, prefix } = systemOf(scope);
  const seen = { page: [page('CancelAfterVerificationManagement')] };
  const commits = code('writeOff:commit', 'writeOff:commitMulti');
  const drafts = code('writeOff:save', 'writeOff:update', 'writeOff:commit', 'writeOff:commitMulti');
  return {
    page: defineEndpoint({
      name: name('caseSettle', 'page'),
      method: 'POST',
      path: `caseSettle/${prefix}page`,
      access: seen,
      kind: 'query',
      summary: 'Write-offs on what is in collection: drafts, and what became of them; the newest first',
      request: listRequest(filters, SORTS),
      reply: listReply(settleRow),
    }),
    people: defineEndpoint({
      name: name('caseSettle', 'people'),
      method: 'GET',
      path: `caseSettle/${prefix}people`,
      access: seen,
      kind: 'query',
      summary: 'Who prepared write-offs on what is in collection',
      request: z.object({}),
      reply: peopleReply,
    }),
    exportList: defineEndpoint({
      name: name('caseSettle', 'export'),
      method: 'POST',
      path: `caseSettle/${prefix}export`,
      access: seen,
      kind: 'command',
      summary: 'The filtered or the selected write-offs as a file, made by a job',
      request: exportRequest(filters, SORTS),
      reply: exportReply,
    }),
    detail: defineEndpoint({
      name: name('caseSettle', 'detail'),
      method: 'GET',
      path: `caseSettle/${prefix}task/{taskNo}`,
      access: seen,
      kind: 'query',
      summary: 'A write-off with what it posted',
      request: z.strictObject({ taskNo: businessNo }),
      reply: z.object({
        row: settleRow,
        /** What it paid of each bill by component, and what is owed of that now; the oldest bill first. */
        matrix: z.array(
          z.object({
            billNo: z.string(),
            termNo: z.number(),
            component,
            paidCents: z.number(),
            leftCents: z.number(),
          }),
        ),
        journals: z.array(postedJournal),
      }),
    }),
    plan: defineEndpoint({
      name: name('caseSettle', 'plan'),
      method: 'POST',
      path: `caseSettle/${prefix}plan`,
      access: seen,
      kind: 'query',
      summary: 'The bills of an order in collection by component',
      request: billsOfOrder.request,
      reply: billsOfOrder.reply,
    }),
    flows: defineEndpoint({
      name: name('caseSettle', 'flowSearch'),
      method: 'POST',
      path: `caseSettle/${prefix}flow/search`,
      access: seen,
      kind: 'query',
      summary: 'Payments of the customer of an order in collection, those that can still be used first',
      request: flowsOfOrder.request,
      reply: flowsOfOrder.reply,
    }),
    unmatched: defineEndpoint({
      name: name('caseSettle', 'unmatched'),
      method: 'POST',
      path: `caseSettle/${prefix}flow/unmatched`,
      access: seen,
      kind: 'query',
      summary: 'Payments that nobody claimed, the oldest first, each with the orders in collection that it may be for',
      request: listRequest(unmatchedFilters, UNMATCHED_SORTS),
      reply: listReply(unmatchedRow),
    }),
    unmatchedExport: defineEndpoint({
      name: name('caseSettle', 'unmatchedExport'),
      method: 'POST',
      path: `caseSettle/${prefix}flow/unmatched/export`,
      access: seen,
      kind: 'command',
      summary: 'The filtered or the selected unmatched payments with their likeliest orders as a file, made by a job',
      request: exportRequest(unmatchedFilters, UNMATCHED_SORTS),
      reply: exportReply,
    }),
    preview: defineEndpoint({
      name: name('caseSettle', 'preview'),
      method: 'POST',
      path: `caseSettle/${prefix}preview`,
      access: drafts,
      kind: 'query',
      summary: 'What a write-off on a case would do',
      request: writeOffPreview.request,
      reply: writeOffPreview.reply,
    }),
    save: defineEndpoint({
      name: name('caseSettle', 'save'),
      method: 'POST',
      path: `caseSettle/${prefix}save`,
      access: code('writeOff:save'),
      kind: 'command',
      preview: true,
      summary: 'Keeps a write-off on a case as a draft; nothing is posted',
      request: writeOffSave.request,
      reply: writeOffSave.reply,
    }),
    update: defineEndpoint({
      name: name('caseSettle', 'update'),
      method: 'POST',
      path: `caseSettle/${prefix}update`,
      access: code('writeOff:update'),
      kind: 'command',
      preview: true,
      summary: 'Amends a draft; refused with STALE where somebody else did meanwhile',
      request: writeOffUpdate.request,
      reply: writeOffUpdate.reply,
    }),
    commit: defineEndpoint({
      name: name('caseSettle', 'commit'),
      method: 'POST',
      path: `caseSettle/${prefix}commit`,
      access: commits,
      kind: 'command',
      preview: true,
      summary: 'Applies payments to what is in collection; several at once need commitMulti',
      request: writeOffCommit.request,
      reply: writeOffCommit.reply,
    }),
    retry: defineEndpoint({
      name: name('caseSettle', 'retry'),
      method: 'POST',
      path: `caseSettle/${prefix}retry`,
      access: commits,
      kind: 'command',
      preview: true,
      summary: 'Tries a write-off that ended in ERROR again, under its own key',
      request: writeOffRetry.request,
      reply: writeOffCommit.reply,
    }),
    /** A file of write-offs as the body, in bytes, as for any order. */
    importFile: defineEndpoint({
      name: name('caseSettle', 'importFile'),
      method: 'POST',
      path: `caseSettle/${prefix}importFile`,
      access: code('writeOff:import'),
      kind: 'command',
      summary: 'Tries out a file of up to 10,000 write-offs by a job, a line an item; what passes goes to an approver',
      request: writeOffFile.request,
      reply: writeOffFile.reply,
    }),
    submitMany: defineEndpoint({
      name: name('caseSettle', 'submitMany'),
      method: 'POST',
      path: `caseSettle/${prefix}submit`,
      access: code('writeOff:import'),
      kind: 'command',
      preview: true,
      summary: 'Asks an approver to commit drafts that were selected; what each would be refused with now is said',
      request: z.strictObject({
        taskNos: z
          .array(businessNo)
          .check(z.minLength(1, 'Choose at least 1'), z.maxLength(200, 'At most 200 at a time')),
        reason,
      }),
      reply: z.object({
        changeNo: z.string(),
        /** None: it awaits approval. */
        jobNo: z.optional(z.nullable(z.string())),
        items: z.array(
          z.object({ subjectNo: z.string(), error: z.nullable(z.string()), text: z.nullable(z.string()) }),
        ),
      }),
    }),
    importRows: defineEndpoint({
      name: name('caseSettle', 'import'),
      method: 'POST',
      path: `caseSettle/${prefix}import`,
      access: code('writeOff:import'),
      kind: 'command',
      preview: true,
      summary: 'Keeps write-offs on cases as drafts and asks an approver to commit them',
      request: writeOffImport.request,
      reply: writeOffImport.reply,
    }),
  };
}

export const byOrder = caseSettleEndpoints('ORDER');
export const byBill = caseSettleEndpoints('BILL');
