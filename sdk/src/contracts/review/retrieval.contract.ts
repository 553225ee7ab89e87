import * as z from 'zod/mini';
import { defineEndpoint } from '../endpoint.ts';
import { businessNo, exportReply, exportRequest, listReply, listRequest, reason } from '../list.ts';

export const retrievalItemStatus = z.enum(['WAITING', 'SUCCESS', 'FAILURE']);

export const RETRIEVAL_PAGE = '/AdminContent/AuditSystem/MachineReviewRetrieval';
const seen = { page: [RETRIEVAL_PAGE] } as const;
const submits = { code: ['audit:retrieval:submit'] } as const;
const approves = { code: ['audit:retrieval:approve'] } as const;
const family = 'loans/audit/retrieval';

/** Orders one batch takes, duplicates dropped. */
export const MAX_RETRIEVED = 1_000;

export const retrievalTarget = z.enum([
  'TO_ALLOCATE',
  'PENDING_REVIEW',
  'PENDING_DISBURSEMENT',
  'MACHINE_REFUSED',
  'REFUSED',
  'DISBURSED',
]);
export type RetrievalTarget = z.output<typeof retrievalTarget>;
/** Targets that an approver releases: money follows. */
export const CHECKED_TARGETS: readonly RetrievalTarget[] = ['PENDING_DISBURSEMENT', 'DISBURSED'];

export const batchStatus = z.enum(['PENDING', 'REJECTED', 'RUNNING', 'SUCCESS', 'PARTIAL_SUCCESS', 'FAILURE']);
export type BatchStatus = z.output<typeof batchStatus>;

/** As people paste them: anything that could be a number; what is not is a faulty line. */
const orderNos = z.array(z.string().check(z.trim(), z.minLength(1), z.maxLength(64, 'At most 64 characters'))).check(
  z.minLength(1, 'SELECTION_EMPTY'),
  z.refine((list) => new Set(list).size <= MAX_RETRIEVED, 'At most 1,000 orders at a time'),
);
const instant = z.iso.datetime({ offset: true, error: 'Invalid date and time' });

const requested = {
  orderNos,
  targetStatus: retrievalTarget,
  /** With DISBURSED alone. */
  auditTime: z.optional(instant),
  lendingTime: z.optional(instant),
};

interface Times {
  readonly targetStatus: RetrievalTarget;
  readonly auditTime?: string | undefined;
  readonly lendingTime?: string | undefined;
}
const isDisbursed = ({ targetStatus }: Times) => targetStatus === 'DISBURSED';
const timesOfDisbursed = [
  z.refine<Times>((form) => !isDisbursed(form) || form.auditTime !== undefined, {
    path: ['auditTime'],
    message: 'The approval time cannot be empty',
  }),
  z.refine<Times>((form) => !isDisbursed(form) || form.lendingTime !== undefined, {
    path: ['lendingTime'],
    message: 'The lending time cannot be empty',
  }),
  z.refine<Times>(
    ({ auditTime, lendingTime }) =>
      auditTime === undefined || lendingTime === undefined || Date.parse(lendingTime) >= Date.parse(auditTime),
    { path: ['lendingTime'], message: 'Lending time shall not be earlier than the audit date' },
  ),
] as const;

export const submitForm = z.strictObject({ ...requested, reason }).check(...timesOfDisbursed);
export type SubmitForm = z.input<typeof submitForm>;

/** Why a line cannot be returned: a name of the error catalogue, and the text in the caller's language. */
const fault = z.nullable(z.object({ error: z.string(), msg: z.string() }));

export const check = defineEndpoint({
  name: 'retrieval.check',
  method: 'POST',
  path: `${family}/check`,
  access: submits,
  kind: 'query',
  summary: 'Each line as it would be returned, or what speaks against it; writes nothing',
  request: z.strictObject({ orderNos, targetStatus: retrievalTarget }),
  reply: z.object({
    items: z.array(
      z.object({
        orderNo: z.string(),
        merchantName: z.nullable(z.string()),
        orderStatus: z.nullable(z.string()),
        amountCents: z.nullable(z.number()),
        fault,
      }),
    ),
    duplicates: z.number(),
    eligible: z.number(),
    faulty: z.number(),
    /** Of the eligible: what is paid out again, or recognised as paid. */
    totalCents: z.number(),
    needsChecker: z.boolean(),
  }),
});

export const submit = defineEndpoint({
  name: 'retrieval.submit',
  method: 'POST',
  path: `${family}/submit`,
  access: submits,
  kind: 'command',
  preview: true,
  summary: 'Returns orders by a job, or asks an approver; refused whole where a line is faulty',
  request: submitForm,
  reply: z.object({
    batchNo: z.string(),
    /** Null while it awaits approval. */
    jobNo: z.nullable(z.string()),
  }),
});

export const batchRow = z.object({
  batchNo: z.string(),
  targetStatus: retrievalTarget,
  reason: z.string(),
  auditTime: z.nullable(z.string()),
  lendingTime: z.nullable(z.string()),
  orderCount: z.number(),
  successCount: z.number(),
  failCount: z.number(),
  totalCents: z.number(),
  batchStatus,
  makerName: z.string(),
  checkerName: z.nullable(z.string()),
  checkerNote: z.nullable(z.string()),
  createdAt: z.string(),
  decidedAt: z.nullable(z.string()),
  jobNo: z.nullable(z.string()),
  /** The batch that this one takes back. */
  reversesBatchNo: z.nullable(z.string()),
  version: z.number(),
  allowedActions: z.array(z.enum(['approve', 'reject', 'reverse'])),
});
export type BatchRow = z.output<typeof batchRow>;

const batchFilters = z.strictObject({
  batchNo: z.optional(businessNo),
  orderNo: z.optional(businessNo),
  targetStatus: z.optional(retrievalTarget),
  batchStatus: z.optional(batchStatus),
  makerUserNo: z.optional(businessNo),
  /** Days in EAT, both included. */
  createdAt: z.optional(z.strictObject({ from: z.optional(z.iso.date()), to: z.optional(z.iso.date()) })),
});
const BATCH_SORTS = ['createdAt', 'batchNo'] as const;

export const page = defineEndpoint({
  name: 'retrieval.page',
  method: 'POST',
  path: `${family}/page`,
  access: seen,
  kind: 'query',
  summary: 'Batches of the caller’s merchants, newest first',
  request: listRequest(batchFilters, BATCH_SORTS),
  reply: listReply(batchRow),
});

export const exportList = defineEndpoint({
  name: 'retrieval.exportList',
  method: 'POST',
  path: `${family}/export`,
  access: seen,
  kind: 'command',
  summary: 'The filtered or the selected batches as a file, made by a job',
  request: exportRequest(batchFilters, BATCH_SORTS),
  reply: exportReply,
});

export const detail = defineEndpoint({
  name: 'retrieval.detail',
  method: 'GET',
  path: `${family}/{batchNo}`,
  access: seen,
  kind: 'query',
  summary: 'One batch with what became of each order',
  request: z.object({ batchNo: businessNo }),
  reply: z.object({
    ...batchRow.shape,
    items: z.array(
      z.object({
        lineNo: z.number(),
        orderNo: z.string(),
        fromStatus: z.string(),
        /** Of the order, now. */
        orderStatus: z.string(),
        amountCents: z.nullable(z.number()),
        itemStatus: retrievalItemStatus,
        fault,
        doneAt: z.nullable(z.string()),
      }),
    ),
  }),
});

const decided = { method: 'POST', kind: 'command', preview: true, access: approves } as const;
const one = { batchNo: businessNo, version: z.int() };

export const approve = defineEndpoint({
  ...decided,
  name: 'retrieval.approve',
  path: `${family}/approve`,
  summary: 'Releases a waiting batch: its orders are returned by a job. CHANGE_OWN',
  request: z.strictObject({ ...one, note: z.optional(reason) }),
  reply: z.object({ batchNo: z.string(), jobNo: z.string() }),
});

export const reject = defineEndpoint({
  ...decided,
  name: 'retrieval.reject',
  path: `${family}/reject`,
  summary: 'Refuses a waiting batch with a note its maker reads; nothing moves',
  request: z.strictObject({ ...one, note: reason }),
  reply: z.object({ batchNo: z.string() }),
});

export const reverse = defineEndpoint({
  name: 'retrieval.reverse',
  method: 'POST',
  path: `${family}/reverse`,
  access: submits,
  kind: 'command',
  preview: true,
  summary: 'Takes refused orders of a batch back to their refusal, where nobody touched them since',
  request: z.strictObject({ batchNo: businessNo, reason }),
  reply: z.object({ batchNos: z.array(z.string()), orders: z.number() }),
});
