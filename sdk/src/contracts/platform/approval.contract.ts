import * as z from 'zod/mini';
import { defineEndpoint } from '../endpoint.ts';
import { businessNo, reason } from '../list.ts';

/** CHANGE: a command that waits. VERSION: a version of a configuration. */
export const approvalKind = z.enum(['CHANGE', 'VERSION']);
const facts = z.record(z.string(), z.unknown());

/** Something that awaits the caller's decision, of whatever kind. */
export const approvalRow = z.object({
  approvalKind,
  /** The `changeNo` or the `versionId`. */
  approvalNo: z.string(),
  /** Counts changes of a version's record, for STALE; 0 for a change. */
  version: z.number(),
  /** The command or the configuration, in the caller's language. */
  title: z.string(),
  /** Whom or what it is about; empty where there is one of it. */
  subjectName: z.string(),
  /** Personal data is masked. Null where there was nothing before. */
  before: z.nullable(facts),
  after: facts,
  makerName: z.string(),
  reason: z.nullable(z.string()),
  createdAt: z.string(),
  /** When it expires undecided; null where it waits for as long as it takes. */
  lapsesAt: z.nullable(z.string()),
  /** The day from which a version is to apply; null for a change, which applies at once. */
  effectiveFrom: z.nullable(z.string()),
  /** The page where it stands among others of its kind; null where the caller may not open it. */
  path: z.nullable(z.string()),
  allowedActions: z.array(z.enum(['approve', 'reject'])),
});
export type ApprovalRow = z.output<typeof approvalRow>;

const own = { access: 'signedIn' } as const;

export const list = defineEndpoint({
  ...own,
  name: 'approval.list',
  method: 'GET',
  path: 'user/approval/list',
  kind: 'query',
  summary: 'What awaits the caller’s decision over all kinds of change: what expires first, then the oldest',
  request: z.object({}),
  reply: z.object({
    /** At most 200. */
    rows: z.array(approvalRow),
    /** Decisions that are taken on pages of their own: refunds, transfers, coupons and the like. */
    queues: z.array(
      z.object({
        key: z.string(),
        title: z.string(),
        count: z.number(),
        /** The page with the filter that shows them. */
        path: z.string(),
      }),
    ),
    /** Rows and queues together. */
    total: z.number(),
  }),
});

export const counts = defineEndpoint({
  ...own,
  name: 'approval.counts',
  method: 'GET',
  path: 'user/approval/counts',
  kind: 'query',
  summary: 'How much awaits the caller’s decision, in all and by page and kind',
  request: z.object({}),
  reply: z.object({
    total: z.number(),
    pages: z.array(
      z.object({
        path: z.string(),
        /** DECISION: of a kind that is decided on its own page. */
        approvalKind: z.enum([...approvalKind.options, 'DECISION']),
        count: z.number(),
        /** Of which kind how many: by the family of a change, the key of a configuration, or a queue. */
        families: z.record(z.string(), z.number()),
      }),
    ),
    /** Versions by key and subject, for the tab of one subject; at most 1,000. */
    subjects: z.optional(z.array(z.object({ family: z.string(), subjectNo: z.string(), count: z.number() }))),
  }),
});

const one = { approvalKind, approvalNo: businessNo, version: z.int() };
const command = { ...own, method: 'POST', kind: 'command', preview: true } as const;

export const approve = defineEndpoint({
  ...command,
  name: 'approval.approve',
  path: 'user/approval/approve',
  summary: 'Approves one of them, as the endpoint of its own kind does. CHANGE_OWN, CHANGE_CONCERNS_YOU, STALE',
  request: z.strictObject({ ...one, reason: z.optional(reason) }),
  reply: z.object({
    /** What the command answered; a one-time password is in it once. */
    result: z.unknown(),
  }),
});

export const reject = defineEndpoint({
  ...command,
  name: 'approval.reject',
  path: 'user/approval/reject',
  summary: 'Rejects one of them with a reason its maker reads',
  request: z.strictObject({ ...one, reason }),
  reply: z.object({}),
});
