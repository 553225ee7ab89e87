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
import { willingness } from './call-parts.ts';
import { voiceLanguage } from './robot-task.contract.ts';
import { groupDrop } from './user-group.contract.ts';

export const AI_PUSH_TASK_PAGE = '/AdminContent/OperationSystem/AiMarketingPushTask';
const AT = '94Ai/pushTask';
const seen = { page: [AI_PUSH_TASK_PAGE] } as const;
const CREATE = { code: ['operation:aiPushTask:create'] } as const;

/** AI_PUSH_CHANNEL. */
export const pushChannel = z.enum(['AI_CALL', 'SMS', 'PUSH']);
/** AI_PUSH_TASK_STATUS. */
export const pushTaskStatus = z.enum(['PENDING', 'APPROVED', 'REJECTED', 'RUNNING', 'DONE', 'STOPPED']);
/** AI_PUSH_OUTCOME of one person. CONNECTED: the call was answered, the SMS delivered, the push taken for the phone. LEFT_OUT: the task was stopped. */
export const pushOutcome = z.enum([
  'PENDING',
  'SENT',
  'CONNECTED',
  'NOT_CONNECTED',
  'FAILED',
  'UNKNOWN',
  'SKIPPED',
  'LEFT_OUT',
]);
/** AI_PUSH_FAULT. Why a task waits, or was stopped automatically. */
export const pushFault = z.enum([
  'GROUP_CHANGED',
  'BUDGET_USED',
  'TEMPLATE_DISABLED',
  'GATEWAY_REFUSES',
  'PLAN_DISABLED',
  /** The pilot's people were contacted: the rest wait for somebody's word. */
  'PILOT_DONE',
]);
/** People of a pilot. */
export const PILOT_PEOPLE = 100;
/** AI_PUSH_DROP. Why somebody gets nothing: as the check of the group says it, or the contact gate at the moment itself. */
export const pushDrop = z.enum([
  ...groupDrop.options,
  'DEATH',
  'DISPUTE',
  'COMPLAINT',
  'OFFICIAL',
  'WRONG_NUMBER',
  'OBJECTED',
  'DO_NOT_CALL',
  'NO_PARTY',
  'NOT_AGREED',
  'HOURS',
  /** Of a push: the app is on no phone of theirs. */
  'NO_DEVICE',
]);
/** AI_PUSH_LISTING. What a call did to the telemarketing list. */
export const pushListing = z.enum(['LISTED', 'EXISTS', 'UNWANTED', 'ENDED', 'NOTED']);

const taskNo = z.string().check(z.regex(/^PT\d+$/));
const whole = (least: number, most: number) =>
  z.int().check(z.minimum(least, `${least} to ${most}`), z.maximum(most, `${least} to ${most}`));

export const PUSH_TASK_ACTIONS = ['approve', 'reject', 'start', 'proceed', 'stop'] as const;

export const taskRow = z.object({
  taskNo: z.string(),
  taskName: z.string(),
  userGroupNo: z.string(),
  groupName: z.string(),
  merchantNo: z.string(),
  merchantName: z.string(),
  channelType: pushChannel,
  /** The template of an SMS or a push, the robot plan of a call. */
  pushContent: z.string(),
  /** People that a pilot contacts before the rest; null without one, and once the rest was let go. */
  pilotPeople: z.nullable(z.number()),
  /** People of the group: at the check, and of the snapshot once it started. */
  audience: z.number(),
  /** Of them who may be contacted: by the check, and by the contact gate once it started. */
  allowed: z.number(),
  sent: z.number(),
  connected: z.number(),
  willing: z.number(),
  estimatedCostCents: z.number(),
  costCents: z.number(),
  budgetCents: z.number(),
  concurrency: z.number(),
  scheduledAt: z.string(),
  /** Percent of the audience with whom the task is finished. */
  progress: z.number(),
  status: pushTaskStatus,
  fault: z.nullable(pushFault),
  makerName: z.string(),
  decidedByName: z.nullable(z.string()),
  decisionReason: z.nullable(z.string()),
  createdAt: z.string(),
  version: z.number(),
  allowedActions: z.array(z.enum(PUSH_TASK_ACTIONS)),
});
export type TaskRow = z.output<typeof taskRow>;

const filters = z.strictObject({
  taskNo: textFilter,
  taskName: textFilter,
  userGroupNo: textFilter,
  channelType: z.optional(pushChannel),
  status: z.optional(pushTaskStatus),
  merchantNo: z.optional(businessNo),
  createdAt: dayRange,
});
const SORTS = ['createdAt', 'scheduledAt'] as const;

export const recordRow = z.object({
  recordId: z.number(),
  taskNo: z.string(),
  taskName: z.string(),
  channelType: pushChannel,
  customerNo: z.string(),
  /** Masked. */
  phone: z.string(),
  outcome: pushOutcome,
  /** Why it was skipped, or is put off. */
  dropReason: z.nullable(pushDrop),
  willingness: z.nullable(willingness),
  listing: z.nullable(pushListing),
  talkSeconds: z.nullable(z.number()),
  costCents: z.nullable(z.number()),
  sentAt: z.nullable(z.string()),
  nextAt: z.nullable(z.string()),
});
export type RecordRow = z.output<typeof recordRow>;

const recordFilters = z.strictObject({
  taskNo: textFilter,
  outcome: z.optional(pushOutcome),
  willingness: z.optional(willingness),
});
const RECORD_SORTS = ['recordId', 'sentAt'] as const;

export const page = defineEndpoint({
  name: 'aiPushTask.page',
  method: 'POST',
  path: `${AT}/page`,
  access: seen,
  kind: 'query',
  summary: 'AI push tasks and how far they came',
  request: listRequest(filters, SORTS),
  reply: listReply(taskRow),
});

/** Errors: AI_PUSH_NOT_FOUND. */
export const detail = defineEndpoint({
  name: 'aiPushTask.detail',
  method: 'GET',
  path: `${AT}/{taskNo}`,
  access: seen,
  kind: 'query',
  summary: 'A task with its funnel, its outcomes and why people dropped out',
  request: z.object({ taskNo }),
  reply: z.object({
    row: taskRow,
    /** When those who wait would have been contacted, within contact hours; null where nobody waits. */
    expectedEndAt: z.nullable(z.string()),
    /** Before it started: of the group as it is now. */
    drops: z.array(z.object({ reason: pushDrop, people: z.number() })),
    outcomes: z.array(z.object({ outcome: pushOutcome, people: z.number() })),
    willingness: z.array(z.object({ willingness, people: z.number() })),
    listings: z.array(z.object({ listing: pushListing, people: z.number() })),
    history: z.array(historyEntry),
  }),
});

export const recordPage = defineEndpoint({
  name: 'aiPushTask.recordPage',
  method: 'POST',
  path: `${AT}/record/page`,
  access: seen,
  kind: 'query',
  summary: 'The people of tasks that started, each with what came of it',
  request: listRequest(recordFilters, RECORD_SORTS),
  reply: listReply(recordRow),
});

/**
 * Errors: USER_GROUP_NOT_FOUND, USER_GROUP_UNCHECKED, USER_GROUP_EMPTY, MARKETING_TEMPLATE_NOT_ENABLED, AI_PUSH_PAST,
 * AI_PUSH_OVER_BUDGET, AI_PUSH_PLAN_NOT_ENABLED, MESSAGE_CHANNEL_CLOSED where the merchant's app has no enabled push account.
 */
export const create = defineEndpoint({
  name: 'aiPushTask.create',
  method: 'POST',
  path: `${AT}/create`,
  access: CREATE,
  kind: 'command',
  preview: true,
  summary: 'Writes a task for an approver; its user group was checked first',
  request: z
    .strictObject({
      taskName: z
        .string()
        .check(z.trim(), z.minLength(1, 'Content cannot be blank'), z.maxLength(30, 'At most 30 characters')),
      userGroupNo: z.string().check(z.trim(), z.minLength(1, 'User group number cannot be empty'), z.maxLength(20)),
      /** Of `userGroup.check`. */
      checkToken: z.string().check(z.maxLength(64)),
      channelType: pushChannel,
      /** Of an SMS or a push. */
      templateNo: z.nullable(z.string().check(z.trim(), z.maxLength(20))),
      /** Of a call: the enabled robot plan of the merchant whose script and language the robot speaks. */
      planNo: z.nullable(z.string().check(z.regex(/^RP\d+$/))),
      /** Contacts 100 people of the group, chosen at random, and waits for `proceed` before the rest. */
      isPilot: z.optional(z.boolean()),
      scheduledAt: z.iso.datetime({ offset: true }),
      /** Calls at a time; of SMS and pushes, those on their way to the gateway. */
      concurrency: whole(1, 200),
      budgetCents: z.int().check(z.minimum(1, 'Must be above 0'), z.maximum(1_000_000_000_00)),
    })
    .check(
      z.refine(({ channelType, templateNo }) => channelType === 'AI_CALL' || (templateNo ?? '') !== '', {
        error: 'Content cannot be blank',
        path: ['templateNo'],
      }),
      z.refine(({ channelType, planNo }) => channelType !== 'AI_CALL' || planNo !== null, {
        error: 'Content cannot be blank',
        path: ['planNo'],
      }),
    ),
  reply: z.object({
    taskNo: z.string(),
    status: pushTaskStatus,
    version: z.number(),
    allowed: z.number(),
    estimatedCostCents: z.number(),
  }),
});

const moved = z.object({ taskNo: z.string(), status: pushTaskStatus, version: z.number() });

/**
 * Errors: AI_PUSH_NOT_FOUND, MAKER_IS_CHECKER, ILLEGAL_TRANSITION, USER_GROUP_UNCHECKED, MARKETING_TEMPLATE_NOT_ENABLED,
 * AI_PUSH_PLAN_NOT_ENABLED.
 */
export const audit = defineEndpoint({
  name: 'aiPushTask.audit',
  method: 'POST',
  path: `${AT}/audit`,
  access: { code: ['operation:config:audit'] },
  kind: 'command',
  preview: true,
  summary: 'Approves a task that another person created, or rejects it with the reason',
  request: z.strictObject({ taskNo, isApproved: z.boolean(), remark: z.optional(reason) }).check(
    z.refine(({ isApproved, remark }) => isApproved || remark !== undefined, {
      error: 'Content cannot be blank',
      path: ['remark'],
    }),
  ),
  reply: moved,
});

/**
 * Errors: AI_PUSH_NOT_FOUND, ILLEGAL_TRANSITION, USER_GROUP_UNCHECKED, MARKETING_TEMPLATE_NOT_ENABLED,
 * AI_PUSH_PLAN_NOT_ENABLED.
 */
export const start = defineEndpoint({
  name: 'aiPushTask.start',
  method: 'POST',
  path: `${AT}/start`,
  access: CREATE,
  kind: 'command',
  preview: true,
  summary: 'Starts an approved task before its time',
  request: z.strictObject({ taskNo }),
  reply: moved,
});

/** Errors: AI_PUSH_NOT_FOUND, ILLEGAL_TRANSITION where no pilot waits. */
export const proceed = defineEndpoint({
  name: 'aiPushTask.proceed',
  method: 'POST',
  path: `${AT}/proceed`,
  access: CREATE,
  kind: 'command',
  preview: true,
  summary: 'Lets a running task go on from its pilot to the rest of its people',
  request: z.strictObject({ taskNo }),
  reply: moved,
});

/** The enabled robot plans of the caller’s merchants, for the form. */
export const plans = defineEndpoint({
  name: 'aiPushTask.plans',
  method: 'GET',
  path: `${AT}/plans`,
  access: seen,
  kind: 'query',
  summary: 'Enabled robot plans of marketing and telemarketing, whose script a push may speak',
  request: z.object({}),
  reply: z.array(
    z.object({
      planNo: z.string(),
      planName: z.string(),
      merchantNo: z.string(),
      merchantName: z.string(),
      scriptCode: z.string(),
      voiceLanguage,
    }),
  ),
});

/** Errors: AI_PUSH_NOT_FOUND, ILLEGAL_TRANSITION. */
export const stop = defineEndpoint({
  name: 'aiPushTask.stop',
  method: 'POST',
  path: `${AT}/stop`,
  access: { code: ['operation:aiPushTask:stop'] },
  kind: 'command',
  preview: true,
  summary: 'Ends a task for good: calls in progress end, nobody else is contacted',
  request: z.strictObject({ taskNo, reason: z.optional(reason) }),
  reply: moved,
});

export const exportList = defineEndpoint({
  name: 'aiPushTask.export',
  method: 'POST',
  path: `${AT}/export`,
  access: seen,
  kind: 'command',
  summary: 'The filtered or the selected tasks as a file, made by a job',
  request: exportRequest(filters, SORTS),
  reply: exportReply,
});

export const recordExport = defineEndpoint({
  name: 'aiPushTask.recordExport',
  method: 'POST',
  path: `${AT}/record/export`,
  access: seen,
  kind: 'command',
  summary: 'The filtered or the selected people of tasks as a file, made by a job',
  request: exportRequest(recordFilters, RECORD_SORTS),
  reply: exportReply,
});
