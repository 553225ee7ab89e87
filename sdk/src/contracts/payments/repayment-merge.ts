import * as z from 'zod/mini';
import { caseLevel } from '../collections/collection.ts';
import { defineEndpoint } from '../endpoint.ts';
import { businessNo, dayRange, exportReply, exportRequest, listReply, listRequest, textFilter } from '../list.ts';
import { billPart } from '../money.ts';
import { repayType } from './payment-words.ts';
import { flowRow } from './payment-reads.ts';
import { phoneFilter, repayChannel, REPAYMENT_EXPORT, serialFilter } from './repayment-words.ts';

const PAGE = '/AdminContent/AfterLoanSystem/RepaymentManagementMerge';

/** In which collection system the payment was worked; NONE: nobody worked it. */
export const repaymentScope = z.enum(['ORDER', 'BILL', 'NONE']);
/** A person, the system alone, or a file that two people agreed on. */
export const repaymentSource = z.enum(['MANUAL', 'AUTO', 'BATCH']);
export const applicationStatus = z.enum(['LIVE', 'ROLLED_BACK']);
export const mergeAction = z.enum(['settleRollback', 'fullRollback', 'correctCredit']);

export const mergeRow = z.object({
  applicationNo: z.string(),
  caseScope: repaymentScope,
  caseNo: z.nullable(z.string()),
  orderNo: z.string(),
  /** Null for GENERIC, which goes over all bills of the order. */
  billNo: z.nullable(z.string()),
  merchantNo: z.string(),
  /** Masked where the caller is. */
  customerName: z.string(),
  paymentCode: z.string(),
  paymentChannel: z.string(),
  repayType,
  source: repaymentSource,
  appliedCents: z.number(),
  principalCents: z.number(),
  interestCents: z.number(),
  /** All that is neither principal nor interest, and what recovered a loss. */
  feesCents: z.number(),
  surplusCents: z.number(),
  levelAtRepay: z.nullable(caseLevel),
  collectorUserNo: z.nullable(z.string()),
  collectorName: z.nullable(z.string()),
  /** What a correction of its credit names it by, in its own collection system; empty where nobody worked it. */
  lineNos: z.array(z.string()),
  /** Whether a promise of the case was kept by it; null where there was none. */
  promiseKept: z.nullable(z.boolean()),
  repayTime: z.string(),
  appliedAt: z.string(),
  applicationStatus,
  allowedActions: z.array(mergeAction),
});
export type MergeRow = z.output<typeof mergeRow>;

const filters = z.strictObject({
  applicationNo: textFilter,
  caseScope: z.optional(repaymentScope),
  paymentCode: serialFilter,
  orderNo: textFilter,
  billNo: textFilter,
  phone: phoneFilter,
  repayType: z.optional(repayType),
  paymentChannel: z.optional(repayChannel),
  source: z.optional(repaymentSource),
  caseLevel: z.optional(caseLevel),
  collectorUserNo: z.optional(businessNo),
  repayTime: dayRange,
  appliedAt: dayRange,
  /** True: those that were rolled back. */
  reversed: z.optional(z.boolean()),
});
const SORTS = ['appliedAt'] as const;

export const mergePage = defineEndpoint({
  name: 'repayment.mergePage',
  method: 'POST',
  path: 'postLoan/merge/page',
  access: { page: [PAGE] },
  kind: 'query',
  summary: 'Every repayment, live and rolled back, with the collector it is credited to; the newest first',
  request: listRequest(filters, SORTS),
  reply: listReply(mergeRow),
});

export const mergeExport = defineEndpoint({
  name: 'repayment.mergeExport',
  method: 'POST',
  path: 'postLoan/merge/export',
  access: { code: [REPAYMENT_EXPORT] },
  kind: 'command',
  summary: 'The filtered or the selected repayments as a file, made by a job',
  request: exportRequest(filters, SORTS),
  reply: exportReply,
});

export const mergeSummary = defineEndpoint({
  name: 'repayment.mergeSummary',
  method: 'POST',
  path: 'postLoan/merge/summary',
  access: { page: [PAGE] },
  kind: 'query',
  summary: 'Sums of the filtered repayments beside what the ledger posted for them',
  request: z.strictObject({ filters }),
  reply: z.object({
    count: z.number(),
    /** Of those that are live. */
    appliedCents: z.number(),
    surplusCents: z.number(),
    /** What their journals took from the payments, rollbacks taken off. */
    ledgerCents: z.number(),
    /** Applied and surplus less the ledger: 0 unless something is wrong. */
    differenceCents: z.number(),
    /** Repayments whose own figures are not the ledger’s; at most 20. */
    applicationNos: z.array(z.string()),
  }),
});

export const merged = defineEndpoint({
  name: 'repayment.merged',
  method: 'GET',
  path: 'postLoan/merge/{applicationNo}',
  access: { page: [PAGE] },
  kind: 'query',
  summary: 'A repayment: its split, its payment, and who had the case around it',
  request: z.strictObject({ applicationNo: businessNo }),
  reply: z.object({
    row: mergeRow,
    parts: z.array(billPart),
    /** What of it recovered bills that were charged off. */
    recoveredCents: z.number(),
    flow: flowRow,
    assignments: z.array(
      z.object({
        assignedAt: z.string(),
        endedAt: z.nullable(z.string()),
        collectorName: z.string(),
        caseLevel,
        cause: z.string(),
      }),
    ),
  }),
});

export const collectors = defineEndpoint({
  name: 'repayment.collectors',
  method: 'GET',
  path: 'postLoan/merge/collectors',
  access: { page: [PAGE] },
  kind: 'query',
  summary: 'Collectors by department, those who left included: repayments stay credited to them',
  request: z.object({}),
  reply: z.array(
    z.object({
      deptName: z.string(),
      people: z.array(z.object({ userNo: z.string(), realName: z.string() })),
    }),
  ),
});
