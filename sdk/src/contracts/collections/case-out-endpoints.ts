import * as z from 'zod/mini';
import { badDebtRow } from './bad-debt-row.ts';
import { partsOf } from './case-endpoint-parts.ts';
import { badDebtForm, casesReasonForm, casesReply } from './case-forms.ts';
import {
  CASE_SORT_FIELDS,
  caseDetail,
  caseFilters,
  caseLevel,
  caseListReply,
  type CaseScope,
  outReason,
} from './collection.ts';
import { defineEndpoint } from '../endpoint.ts';
import { exportReply, exportRequest, listReply } from '../list.ts';
import { postedJournal } from '../platform/posted.ts';

/** A case that left collection, with the payment that closed it and how often it came back before. */
export const outDetail = z.extend(caseDetail, {
  /** Null where no payment did: its bills are void, or what closed it was undone since. */
  closing: z.nullable(
    z.object({
      applicationNo: z.string(),
      appliedAt: z.string(),
      appliedCents: z.number(),
      journals: z.array(postedJournal),
    }),
  ),
  /** How often a rollback brought it back into collection. */
  returns: z.number(),
  /** How many bills of the order were rolled over. */
  rollovers: z.number(),
});

/** Of one system: the pool of bad debt, and cases that left collection. */
export function outEndpoints(scope: CaseScope) {
  const { prefix, code, name, list, one, page, pool, file } = partsOf(scope);
  return {
    badDebtExport: file('badDebt.export', 'badDebt/export', pool, 'The pool of bad debt as a file, made by a job.'),
    badDebtPage: defineEndpoint({
      name: name('badDebt.page'),
      method: 'POST',
      path: `badDebt/${prefix}page`,
      access: pool,
      kind: 'query',
      summary: 'The pool of bad debt.',
      request: list,
      reply: listReply(badDebtRow),
    }),
    badDebtAgeing: defineEndpoint({
      name: name('badDebt.ageing'),
      method: 'POST',
      path: `badDebt/${prefix}ageing`,
      access: pool,
      kind: 'query',
      summary: 'The pool of bad debt by its age, and what would come back of it as the last year’s did.',
      request: z.strictObject({}),
      reply: z.object({
        /** Of what entered the pool in the last 365 days, how much came back since; null where nothing entered. */
        recoveredPercent: z.nullable(z.number()),
        bands: z.array(
          z.object({
            fromDpd: z.number(),
            /** Null: no end. */
            toDpd: z.nullable(z.number()),
            cases: z.number(),
            dueCents: z.number(),
            expectedCents: z.nullable(z.number()),
          }),
        ),
      }),
    }),
    badDebtCandidates: defineEndpoint({
      name: name('badDebt.candidatePage'),
      method: 'POST',
      path: `badDebt/${prefix}candidate/page`,
      access: pool,
      kind: 'query',
      summary: 'Cases that may enter the pool by their days past due, or of any age on evidence.',
      request: list,
      reply: listReply(badDebtRow),
    }),
    badDebtEnter: defineEndpoint({
      name: name('badDebt.enter'),
      method: 'POST',
      path: `badDebt/${prefix}enter`,
      access: code('badDebt:enter'),
      kind: 'command',
      preview: true,
      summary: 'Takes cases into the pool of bad debt; posts nothing.',
      request: badDebtForm,
      reply: casesReply,
    }),
    badDebtCancel: defineEndpoint({
      name: name('badDebt.cancel'),
      method: 'POST',
      path: `badDebt/${prefix}cancel`,
      access: code('badDebt:cancel'),
      kind: 'command',
      preview: true,
      summary: 'Returns cases from the pool to collection, as they came.',
      request: casesReasonForm,
      reply: casesReply,
    }),
    outPage: defineEndpoint({
      name: name('caseSettle.outPage'),
      method: 'POST',
      path: `caseSettle/${prefix}out/page`,
      access: { page: [page('OutCollectionList')] },
      kind: 'query',
      summary: 'Cases that left collection.',
      request: list,
      reply: caseListReply,
    }),
    outOne: defineEndpoint({
      name: name('caseSettle.outOne'),
      method: 'GET',
      path: `caseSettle/${prefix}out/{caseId}`,
      access: { page: [page('OutCollectionList')] },
      kind: 'query',
      summary: 'A case that left collection, with the payment that closed it and its journal.',
      request: one,
      reply: outDetail,
    }),
    outSummary: defineEndpoint({
      name: name('caseSettle.outSummary'),
      method: 'POST',
      path: `caseSettle/${prefix}out/summary`,
      access: { page: [page('OutCollectionList')] },
      kind: 'query',
      summary: 'How many cases left collection, how, and what was collected.',
      request: z.strictObject({ filters: caseFilters }),
      reply: z.object({
        cases: z.number(),
        collectedCents: z.number(),
        deductedCents: z.number(),
        byReason: z.array(z.object({ outReason, cases: z.number() })),
      }),
    }),
    outExport: defineEndpoint({
      name: name('caseSettle.outExport'),
      method: 'POST',
      path: `caseSettle/${prefix}out/export`,
      access: { page: [page('OutCollectionList')] },
      kind: 'command',
      summary: 'The cases that left collection as a file, made by a job.',
      request: exportRequest(caseFilters, CASE_SORT_FIELDS),
      reply: exportReply,
    }),
  };
}

/** By bill: which instalment is late first, and at which level late ones are settled. */
export const outCures = defineEndpoint({
  name: 'caseSettleStage.outCures',
  method: 'GET',
  path: 'caseSettle/stage/outCures',
  access: { page: ['/AdminContent/CollectionSystemNew/OutCollectionListNew'] },
  kind: 'query',
  summary: 'Late bills by instalment: how many were an order’s first, and at which level they were settled.',
  request: z.object({}),
  reply: z.object({
    /** Of cases that began within so many days. */
    days: z.number(),
    terms: z.array(
      z.object({
        termNo: z.number(),
        /** Of orders, the first instalment that was late. */
        firstMissed: z.number(),
        missed: z.number(),
        open: z.number(),
        /** Settled, by the level at which they were. */
        cured: z.array(z.object({ caseLevel, cases: z.number() })),
      }),
    ),
  }),
});
