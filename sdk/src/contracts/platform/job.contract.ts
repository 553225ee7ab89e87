import * as z from 'zod/mini';
import { defineEndpoint } from '../endpoint.ts';
import { businessNo, listReply, listRequest } from '../list.ts';

export const jobStatus = z.enum(['QUEUED', 'RUNNING', 'SUCCESS', 'PARTIAL_SUCCESS', 'FAILURE', 'CANCELLED']);
export type JobStatus = z.output<typeof jobStatus>;
export const jobItemStatus = z.enum(['QUEUED', 'SUCCESS', 'FAILURE', 'CANCELLED']);
export const jobAction = z.enum(['cancel', 'retry', 'download', 'downloadFailed']);

export const jobRow = z.object({
  jobNo: z.string(),
  kind: z.string(),
  /** In the caller's language. */
  title: z.string(),
  jobStatus,
  /** Items, or the rows of an export so far; 0 where that is not known yet. */
  total: z.number(),
  done: z.number(),
  succeeded: z.number(),
  failed: z.number(),
  /** Why the whole of it failed; null otherwise. */
  reason: z.nullable(z.string()),
  fileName: z.nullable(z.string()),
  /** When the file goes; null without one. */
  expiresAt: z.nullable(z.string()),
  createdAt: z.string(),
  startedAt: z.nullable(z.string()),
  finishedAt: z.nullable(z.string()),
  /** The job whose failed items this one tries again. */
  retryOf: z.nullable(z.string()),
  allowedActions: z.array(jobAction),
});
export type JobRow = z.output<typeof jobRow>;

const own = { access: 'signedIn' } as const;

export const page = defineEndpoint({
  ...own,
  name: 'job.page',
  method: 'POST',
  path: 'user/job/page',
  kind: 'query',
  summary: 'The caller’s own jobs: imports, exports, batch actions',
  request: listRequest(
    z.strictObject({
      jobStatus: z.optional(jobStatus),
      kind: z.optional(z.string().check(z.maxLength(64))),
      /** True: only those that wait or run. */
      isLive: z.optional(z.boolean()),
    }),
    ['createdAt', 'finishedAt'],
  ),
  reply: listReply(jobRow),
});

export const detail = defineEndpoint({
  ...own,
  name: 'job.detail',
  method: 'GET',
  path: 'user/job/{jobNo}',
  kind: 'query',
  summary: 'One of the caller’s own jobs',
  request: z.object({ jobNo: businessNo }),
  reply: jobRow,
});

export const items = defineEndpoint({
  ...own,
  name: 'job.items',
  method: 'POST',
  path: 'user/job/items',
  kind: 'query',
  summary: 'What became of each item of a job',
  request: z.strictObject({
    jobNo: businessNo,
    itemStatus: z.optional(jobItemStatus),
    page: z.int().check(z.minimum(1), z.maximum(100_000)),
    pageSize: z.union([z.literal(20), z.literal(50), z.literal(100)]),
  }),
  reply: listReply(
    z.object({
      /** Counted from 1; of an import, the row of the file without its head. */
      itemNo: z.number(),
      subjectNo: z.nullable(z.string()),
      itemStatus: jobItemStatus,
      /** Why it failed, in the language of the person who started the job. */
      reason: z.nullable(z.string()),
      /** A beside-the-field message an import may show at its cell. */
      field: z.nullable(z.string()),
    }),
  ),
});

const one = z.strictObject({ jobNo: businessNo });

export const cancel = defineEndpoint({
  ...own,
  name: 'job.cancel',
  method: 'POST',
  path: 'user/job/cancel',
  kind: 'command',
  preview: true,
  summary: 'Calls a job off: items not begun yet are left undone, what is done stays done',
  request: one,
  reply: jobRow,
});

export const retry = defineEndpoint({
  ...own,
  name: 'job.retry',
  method: 'POST',
  path: 'user/job/retry',
  kind: 'command',
  preview: true,
  summary: 'A new job with just the items that failed or were left undone',
  request: one,
  reply: jobRow,
});

export const file = defineEndpoint({
  ...own,
  name: 'job.file',
  method: 'GET',
  path: 'user/job/file/{jobNo}',
  kind: 'query',
  replyForm: 'file',
  summary: 'The file an export made, until it expires',
  request: z.object({ jobNo: businessNo }),
  reply: z.unknown(),
});
