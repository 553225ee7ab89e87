import * as z from 'zod/mini';
import { defineEndpoint } from '../endpoint.ts';
import { businessNo, exportReply, exportRequest, listReply, listRequest, reason } from '../list.ts';

export const warningLevel = z.enum(['INFO', 'ATTENTION', 'URGENT']);
export const warningStatus = z.enum(['OPEN', 'ACKNOWLEDGED', 'RESOLVED']);
export const warningSource = z.enum([
  'PAYOUT_UNKNOWN',
  'PAYOUT_FAILED',
  'LOW_BALANCE',
  'LIMIT_REACHED',
  'NO_ROUTE',
  'FLOW_UNMATCHED',
  'CALLBACK_REFUSED',
  'NOT_BACKDATED',
  'LEASE_RUNNING_OUT',
  'END_OF_DAY_LATE',
  'REPORT_DIFFERS',
  'ATTENDANCE',
  'JOB_PARTLY_FAILED',
  'REVEAL_BUDGET',
  'SIGN_IN_FAILURES',
  'DISK_LOW',
  'SECTION_FAILED',
  'KEY_EXPIRING',
  'MODEL_DRIFT',
  'WEBHOOK_FAILING',
  'RECEIPTS_SILENT',
  'HOTLINE_FAILING',
  'CODE_BURST',
  'ROBOT_SILENT',
]);
export const warningAction = z.enum(['acknowledge', 'assign', 'resolve', 'snooze']);
export type WarningAction = z.output<typeof warningAction>;
/** An ISO 8601 moment. */
const moment = z.iso.datetime({ offset: true });

/** Today, or the last so many days, in East Africa Time. */
export const warningDays = z.enum(['D1', 'D7', 'D30']);

export const warningFilters = z.strictObject({
  warningLevel: z.optional(warningLevel),
  warningStatus: z.optional(warningStatus),
  sourceType: z.optional(warningSource),
  merchantNo: z.optional(businessNo),
  assigneeUserNo: z.optional(businessNo),
  /** Raised at or after, and before. */
  raisedFrom: z.optional(moment),
  raisedTo: z.optional(moment),
  raisedWithin: z.optional(warningDays),
  /** True leaves out what is resolved. */
  isLive: z.optional(z.boolean()),
  /** True hides what is snoozed until later; false shows it too. */
  hideSnoozed: z.optional(z.boolean()),
});

export const warningRow = z.object({
  warningNo: z.string(),
  warningLevel,
  sourceType: warningSource,
  /** What it is about, in the caller's language, without personal data. */
  subject: z.string(),
  /** Integer cents; null where no money is at stake. */
  amountCents: z.nullable(z.number()),
  merchantNo: z.nullable(z.string()),
  merchantName: z.nullable(z.string()),
  raisedAt: z.string(),
  warningStatus,
  assigneeUserNo: z.nullable(z.string()),
  assigneeName: z.nullable(z.string()),
  snoozedUntil: z.nullable(z.string()),
  /** The page that shows the subject; null where there is none. */
  subjectPath: z.nullable(z.string()),
  resolvedByName: z.nullable(z.string()),
  resolvedAt: z.nullable(z.string()),
  note: z.nullable(z.string()),
  version: z.number(),
  allowedActions: z.array(warningAction),
});
export type WarningRow = z.output<typeof warningRow>;

/** Everybody has it: what it shows is cut down to their roles and merchants. */
export const WARNINGS_PAGE = '/AdminContent/WarningNotify';
const SORTS = ['raisedAt', 'warningLevel', 'warningStatus', 'amountCents'] as const;

export const page = defineEndpoint({
  name: 'warning.page',
  method: 'POST',
  path: 'user/warning/page',
  access: 'signedIn',
  kind: 'query',
  summary: 'Warnings for the caller’s roles and merchants',
  request: listRequest(warningFilters, SORTS),
  reply: listReply(warningRow),
});

export const exportList = defineEndpoint({
  name: 'warning.exportList',
  method: 'POST',
  path: 'user/warning/export',
  access: 'signedIn',
  kind: 'command',
  summary: 'The filtered or the selected warnings as a file, made by a job',
  request: exportRequest(warningFilters, SORTS),
  reply: exportReply,
});

export const assignees = defineEndpoint({
  name: 'warning.assignees',
  method: 'GET',
  path: 'user/warning/assignees',
  access: 'signedIn',
  kind: 'query',
  summary: 'Who took on warnings that the caller sees, by name',
  request: z.object({}),
  reply: z.array(z.object({ userNo: z.string(), realName: z.string() })),
});

export const causes = defineEndpoint({
  name: 'warning.causes',
  method: 'POST',
  path: 'user/warning/causes',
  access: 'signedIn',
  kind: 'query',
  summary: 'How many warnings each cause has under the same filters, the most first',
  request: z.strictObject({ filters: warningFilters }),
  reply: z.array(
    z.object({
      sourceType: warningSource,
      count: z.number(),
      urgent: z.number(),
      /** What to do about warnings of this source, one line, in the caller’s language. */
      runbook: z.string(),
    }),
  ),
});

export const detail = defineEndpoint({
  name: 'warning.detail',
  method: 'GET',
  path: 'user/warning/{warningNo}',
  access: 'signedIn',
  kind: 'query',
  summary: 'One warning with what happened to it',
  request: z.object({ warningNo: businessNo }),
  reply: z.object({
    ...warningRow.shape,
    /** What to do about warnings of this source, one line, in the caller's language. */
    runbook: z.string(),
    history: z.array(
      z.object({
        action: z.string(),
        byName: z.string(),
        at: z.string(),
        note: z.nullable(z.string()),
      }),
    ),
    /** Colleagues it may be handed to: they see it, and are not frozen. */
    assignees: z.array(z.object({ userNo: z.string(), realName: z.string() })),
  }),
});

const warningNos = z.array(businessNo).check(z.minLength(1, 'SELECTION_EMPTY'), z.maxLength(100));
/** One item is refused like any call; of several each succeeds or fails individually. */
const batchReply = z.object({
  items: z.array(z.object({ warningNo: z.string(), done: z.boolean(), reason: z.nullable(z.string()) })),
});

export const acknowledge = defineEndpoint({
  name: 'warning.acknowledge',
  method: 'POST',
  path: 'user/warning/acknowledge',
  access: { code: ['host:warning:acknowledge'] },
  kind: 'command',
  preview: true,
  summary: 'Takes warnings on: OPEN → ACKNOWLEDGED, the caller becomes assignee',
  request: z.strictObject({ warningNos }),
  reply: batchReply,
});

export const assign = defineEndpoint({
  name: 'warning.assign',
  method: 'POST',
  path: 'user/warning/assign',
  access: { code: ['host:warning:assign'] },
  kind: 'command',
  preview: true,
  summary: 'Hands a warning to a colleague who sees it',
  request: z.strictObject({ warningNo: businessNo, assigneeUserNo: businessNo }),
  reply: warningRow,
});

export const resolve = defineEndpoint({
  name: 'warning.resolve',
  method: 'POST',
  path: 'user/warning/resolve',
  access: { code: ['host:warning:resolve'] },
  kind: 'command',
  preview: true,
  summary: 'Closes warnings with a note',
  request: z.strictObject({ warningNos, note: reason }),
  reply: batchReply,
});

export const snooze = defineEndpoint({
  name: 'warning.snooze',
  method: 'POST',
  path: 'user/warning/snooze',
  access: { code: ['host:warning:acknowledge'] },
  kind: 'command',
  preview: true,
  summary: 'Hides a warning until a time, at most 7 days ahead',
  request: z.strictObject({ warningNo: businessNo, until: moment }),
  reply: warningRow,
});
