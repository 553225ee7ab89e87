import * as z from 'zod/mini';
import { defineEndpoint } from '../endpoint.ts';
import { businessNo, exportReply, exportRequest, listReply, listRequest, peopleReply, reason } from '../list.ts';
import { rollbackFull, rollbackPreview } from './payment.contract.ts';
import { REPAY_SORTS, repayFilters, repayRow, rollbackType } from './case-repay.contract.ts';
import type { CaseScope } from '../collections/collection.ts';
import { systemOf } from '../collections/systems.ts';

/** Rollbacks of what cases of one system were paid with; the same commands as of any order. */
function caseRollbackEndpoints(scope: CaseScope) {
  const { page, code, name, prefix } = systemOf(scope);
  const seen = { page: [page('RollbackFlow')] };
  return {
    page: defineEndpoint({
      name: name('caseRollback', 'page'),
      method: 'POST',
      path: `rollbackSerial/${prefix}page`,
      access: seen,
      kind: 'query',
      summary: 'Write-offs on what is in collection, live and rolled back; the newest first',
      request: listRequest(repayFilters, REPAY_SORTS),
      reply: listReply(repayRow),
    }),
    people: defineEndpoint({
      name: name('caseRollback', 'people'),
      method: 'GET',
      path: `rollbackSerial/${prefix}people`,
      access: seen,
      kind: 'query',
      summary: 'Who rolled back write-offs of the caller’s merchants',
      request: z.object({}),
      reply: peopleReply,
    }),
    exportList: defineEndpoint({
      name: name('caseRollback', 'export'),
      method: 'POST',
      path: `rollbackSerial/${prefix}export`,
      access: seen,
      kind: 'command',
      summary: 'The filtered or the selected write-offs as a file, made by a job',
      request: exportRequest(repayFilters, REPAY_SORTS),
      reply: exportReply,
    }),
    preview: defineEndpoint({
      name: name('caseRollback', 'preview'),
      method: 'POST',
      path: `rollbackSerial/${prefix}preview`,
      access: code('rollback:settle', 'rollback:full'),
      kind: 'query',
      summary: 'What a rollback would undo: applications, journals, bills, waivers, successors',
      request: rollbackPreview.request,
      reply: rollbackPreview.reply,
    }),
    whatIf: defineEndpoint({
      name: name('caseRollback', 'whatIf'),
      method: 'POST',
      path: `rollbackSerial/${prefix}whatIf`,
      access: code('rollback:settle', 'rollback:full'),
      kind: 'query',
      summary:
        'What bills owe now, once write-offs are undone, and once the same payments, waivers and coupons are applied again',
      request: z.omit(rollbackPreview.request, { reason: true }),
      reply: z.object({
        bills: z.array(
          z.object({
            billNo: z.string(),
            termNo: z.number(),
            nowCents: z.number(),
            undoneCents: z.number(),
            againCents: z.number(),
            isSettledNow: z.boolean(),
            isSettledUndone: z.boolean(),
            isSettledAgain: z.boolean(),
          }),
        ),
        /** In the order of their days. */
        flows: z.array(
          z.object({
            flowNo: z.string(),
            amountCents: z.number(),
            /** The code of what refused it, else null. */
            error: z.nullable(z.string()),
            /** Waived, and taken off by a coupon, with it again. */
            waivedCents: z.number(),
            couponCents: z.number(),
            /** The code of what refused its waiver or coupon now: it was applied without; else null. */
            loweringRefused: z.nullable(z.string()),
          }),
        ),
      }),
    }),
    settle: defineEndpoint({
      name: name('caseRollback', 'settle'),
      method: 'POST',
      path: `rollbackSerial/${prefix}settle`,
      access: code('rollback:settle'),
      kind: 'command',
      preview: true,
      summary: 'Undoes the newest live write-off of an order or bill in collection',
      request: rollbackFull.request,
      reply: rollbackFull.reply,
    }),
    full: defineEndpoint({
      name: name('caseRollback', 'full'),
      method: 'POST',
      path: `rollbackSerial/${prefix}full`,
      access: code('rollback:full'),
      kind: 'command',
      preview: true,
      summary: 'Undoes all live write-offs of an order or bill in collection, last first, in one transaction',
      request: rollbackFull.request,
      reply: rollbackFull.reply,
    }),
    bulk: defineEndpoint({
      name: name('caseRollback', 'bulk'),
      method: 'POST',
      path: `rollbackSerial/${prefix}bulk/apply`,
      access: code('rollback:full', 'rollback:settle'),
      kind: 'command',
      preview: true,
      summary: 'Asks to undo write-offs of many orders, or bills; somebody else decides it, then they are a job',
      request: z.strictObject({
        rollbackType,
        /** Orders; of collection by bill, bills. */
        nos: z.array(businessNo).check(z.minLength(1, 'Choose at least 1'), z.maxLength(200, 'At most 200 at a time')),
        reason,
      }),
      reply: z.object({
        changeNo: z.string(),
        /** What each would be refused with now. */
        items: z.array(
          z.object({ subjectNo: z.string(), error: z.nullable(z.string()), text: z.nullable(z.string()) }),
        ),
      }),
    }),
  };
}

export const byOrder = caseRollbackEndpoints('ORDER');
export const byBill = caseRollbackEndpoints('BILL');
