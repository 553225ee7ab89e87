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
import { marketingLanguage, templateNo } from './sms-marketing-template.contract.ts';
import { groupDrop, groupRules, SMS_MARKETING_TASK_PAGE } from './user-group.contract.ts';

const AT = 'marketingManage/smsTask';
const seen = { page: [SMS_MARKETING_TASK_PAGE] } as const;

/** SMS_TASK_STATUS. */
export const smsTaskStatus = z.enum([
  'DRAFT',
  'PENDING_APPROVAL',
  'QUEUED',
  'RUNNING',
  'PAUSED',
  'FAILED',
  'DONE',
  'STOPPED',
]);
/** SMS_RECIPIENT_STATUS. HELD_OUT gets nothing and is compared with. */
export const recipientStatus = z.enum(['PENDING', 'SENT', 'DELIVERED', 'FAILED', 'UNKNOWN', 'SKIPPED', 'HELD_OUT']);

/** SMS_SKIP. Why somebody gets nothing: as the group says it, the contact gate at the moment itself, or a stop. */
export const smsSkip = z.enum([
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
  'STOPPED',
]);

const taskNo = z.string().check(z.regex(/^SM\d+$/));
const whole = (least: number, most: number) =>
  z.int().check(z.minimum(least, `${least} to ${most}`), z.maximum(most, `${least} to ${most}`));
const arm = z.strictObject({ templateNo, sharePercent: whole(1, 100) });

/** SMS_AUDIENCE. Whom a campaign goes to. */
export const smsAudience = z.enum(['USER_GROUP', 'LIST_BATCH', 'CUSTOMER_FILTER', 'FILE']);
/** Numbers of a file. */
export const MAX_PHONES = 10_000;

/** Whom; what belongs to another kind of audience is left out. */
const audience = {
  audienceType: z.optional(smsAudience),
  userGroupNo: z.optional(z.string().check(z.trim(), z.maxLength(20))),
  /** Of a list that was imported. */
  batchNo: z.optional(z.string().check(z.trim(), z.maxLength(20))),
  /** Of a filter and of a file. */
  merchantNo: z.optional(businessNo),
  rules: z.optional(groupRules),
  /** Of a file; a change without them keeps those of before. */
  phones: z.optional(
    z
      .array(z.string().check(z.regex(/^254\d{9}$/, '254 plus 9 digits, e.g. 254712345678')))
      .check(z.minLength(1, 'Choose at least 1'), z.maxLength(MAX_PHONES, 'At most 10,000')),
  ),
};
type AudienceParts = { readonly [Part in keyof typeof audience]?: unknown };
/** Each kind of audience with the field that says whom. */
const namesGroup = z.refine<AudienceParts>(
  ({ audienceType = 'USER_GROUP', userGroupNo }: AudienceParts) =>
    audienceType !== 'USER_GROUP' || (typeof userGroupNo === 'string' && userGroupNo !== ''),
  { error: 'User group number cannot be empty', path: ['userGroupNo'] },
);
const namesBatch = z.refine<AudienceParts>(
  ({ audienceType, batchNo }: AudienceParts) =>
    audienceType !== 'LIST_BATCH' || (typeof batchNo === 'string' && batchNo !== ''),
  { error: 'Content cannot be blank', path: ['batchNo'] },
);
const namesMerchant = z.refine<AudienceParts>(
  ({ audienceType, merchantNo }: AudienceParts) =>
    (audienceType !== 'CUSTOMER_FILTER' && audienceType !== 'FILE') || merchantNo !== undefined,
  { error: 'Choose at least 1', path: ['merchantNo'] },
);

const taskForm = z
  .strictObject({
    taskNo: z.optional(taskNo),
    version: z.optional(z.int()),
    taskName: z
      .string()
      .check(z.trim(), z.minLength(1, 'Content cannot be blank'), z.maxLength(30, 'At most 30 characters')),
    ...audience,
    /** Of `userGroup.check`, for a user group. */
    checkToken: z.optional(z.string().check(z.maxLength(64))),
    arms: z.array(arm).check(z.minLength(1, 'Choose at least 1'), z.maxLength(3, 'At most 3')),
    holdOutPercent: whole(0, 50),
    scheduledAt: z.iso.datetime({ offset: true }),
    ratePerMinute: whole(1, 600),
    budgetCents: z.int().check(z.minimum(1, 'Must be above 0'), z.maximum(1_000_000_000_00)),
    /** An application counts for the message for so many days. */
    attributionDays: whole(1, 30),
    /** Writes to each person in the hour in which they answered most often, from the start on. */
    byCustomerHour: z.optional(z.boolean()),
    /** What texts call {{link}}. */
    linkUrl: z.optional(
      z.nullable(z.string().check(z.trim(), z.regex(/^https:\/\/\S+$/, 'Must begin with https://'), z.maxLength(200))),
    ),
    /** What texts call {{validUntil}}: the offer's last day. */
    validUntil: z.optional(z.nullable(z.iso.date())),
  })
  .check(
    namesGroup,
    namesBatch,
    namesMerchant,
    z.refine(({ arms }) => arms.reduce((sum, { sharePercent }) => sum + sharePercent, 0) === 100, {
      error: 'Shares must add up to 100',
      path: ['arms'],
    }),
    z.refine(({ arms }) => new Set(arms.map((one) => one.templateNo)).size === arms.length, {
      error: 'Each template once',
      path: ['arms'],
    }),
  );

export const SMS_TASK_ACTIONS = ['update', 'submit', 'approve', 'return', 'pause', 'resume', 'retry', 'stop'] as const;

export const taskRow = z.object({
  taskNo: z.string(),
  merchantNo: z.string(),
  merchantName: z.string(),
  taskName: z.string(),
  audienceType: smsAudience,
  userGroupNo: z.nullable(z.string()),
  batchNo: z.nullable(z.string()),
  /** Of a filter. */
  rules: z.nullable(groupRules),
  /** The group's name, or the batch's number. */
  audienceName: z.nullable(z.string()),
  /** At the check, or of the snapshot once it started. */
  audienceCount: z.number(),
  templateNames: z.array(z.string()),
  arms: z.array(z.object({ templateNo: z.string(), sharePercent: z.number() })),
  holdOutPercent: z.number(),
  status: smsTaskStatus,
  /** Why it paused or failed. */
  fault: z.nullable(z.string()),
  sentCount: z.number(),
  deliveredCount: z.number(),
  failedCount: z.number(),
  skippedCount: z.number(),
  pendingCount: z.number(),
  optOutCount: z.number(),
  convertedCount: z.number(),
  estimatedCostCents: z.number(),
  costCents: z.number(),
  budgetCents: z.number(),
  ratePerMinute: z.number(),
  attributionDays: z.number(),
  byCustomerHour: z.boolean(),
  linkUrl: z.nullable(z.string()),
  validUntil: z.nullable(z.string()),
  scheduledAt: z.string(),
  createdByName: z.string(),
  approvedByName: z.nullable(z.string()),
  version: z.number(),
  allowedActions: z.array(z.enum(SMS_TASK_ACTIONS)),
});
export type TaskRow = z.output<typeof taskRow>;

const filters = z.strictObject({
  taskNo: textFilter,
  taskName: textFilter,
  status: z.optional(smsTaskStatus),
  templateNo: textFilter,
  merchantNo: z.optional(businessNo),
  audienceType: z.optional(smsAudience),
  userGroupNo: textFilter,
  scheduledAt: dayRange,
});
const SORTS = ['scheduledAt'] as const;

/** One arm of a task, the hold-out last. */
export const armResult = z.object({
  /** A, B or C; null: the hold-out. */
  arm: z.nullable(z.string()),
  templateName: z.nullable(z.string()),
  people: z.number(),
  sent: z.number(),
  delivered: z.number(),
  /** Who withdrew within the task’s window. */
  optedOut: z.number(),
  applied: z.number(),
  disbursed: z.number(),
  costCents: z.number(),
  /** Two-sided, of applications against the hold-out, or against A where there is none; null: too few to say. */
  pValue: z.nullable(z.number()),
});
export type ArmResult = z.output<typeof armResult>;

export const page = defineEndpoint({
  name: 'smsMarketingTask.page',
  method: 'POST',
  path: `${AT}/page`,
  access: seen,
  kind: 'query',
  summary: 'SMS campaigns and how far they came',
  request: listRequest(filters, SORTS),
  reply: listReply(taskRow),
});

/** Errors: SMS_TASK_NOT_FOUND. */
export const detail = defineEndpoint({
  name: 'smsMarketingTask.detail',
  method: 'GET',
  path: `${AT}/{taskNo}`,
  access: seen,
  kind: 'query',
  summary: 'A campaign with its arms, why people were skipped, and what was done to it',
  request: z.object({ taskNo }),
  reply: z.object({
    row: taskRow,
    arms: z.array(armResult),
    skips: z.array(z.object({ reason: smsSkip, people: z.number() })),
    /** By the gateway's own code; null where it gave none. */
    failures: z.array(z.object({ code: z.nullable(z.string()), people: z.number() })),
    /** By hour, EAT. */
    sentByHour: z.array(z.object({ hour: z.string(), sent: z.number(), delivered: z.number() })),
    history: z.array(historyEntry),
  }),
});

export const recipientRow = z.object({
  recipientId: z.number(),
  /** Masked. */
  phone: z.string(),
  arm: z.nullable(z.string()),
  recipientStatus,
  skippedFor: z.nullable(smsSkip),
  providerCode: z.nullable(z.string()),
  costCents: z.nullable(z.number()),
  sentAt: z.nullable(z.string()),
  nextAt: z.nullable(z.string()),
});
export type RecipientRow = z.output<typeof recipientRow>;

export const recipients = defineEndpoint({
  name: 'smsMarketingTask.recipients',
  method: 'POST',
  path: `${AT}/recipients/page`,
  access: seen,
  kind: 'query',
  summary: 'The people of a campaign, of one at a time',
  request: listRequest(z.strictObject({ taskNo, recipientStatus: z.optional(recipientStatus) }), ['recipientId']),
  reply: listReply(recipientRow),
});

/** What a campaign would send now, as its form and its approver see it. */
export const taskEstimate = z.object({
  /** Everybody of the audience. */
  people: z.number(),
  /** Further customers with a number that is counted already. */
  duplicates: z.number(),
  /** Numbers of a file or a list that belong to no customer of the merchant. */
  unknown: z.number(),
  /** Of numbers that were given by somebody to whom phones are hidden: who of them is a customer is not told. */
  isUpperBound: z.boolean(),
  /** Who gets no message, and why. */
  drops: z.array(z.object({ reason: groupDrop, people: z.number() })),
  /** May be written to, and are held out for the comparison. */
  heldOut: z.number(),
  messages: z.number(),
  segments: z.number(),
  costCents: z.number(),
  arms: z.array(
    z.object({
      templateNo: z.string(),
      templateName: z.string(),
      messages: z.number(),
      /** SMS each, with the opt-out text. */
      segmentCount: z.number(),
      /** As it leaves, but for the variables. */
      text: z.string(),
    }),
  ),
});
export type TaskEstimate = z.output<typeof taskEstimate>;

/** Errors: USER_GROUP_NOT_FOUND, SMS_BATCH_NOT_FOUND, SMS_TASK_NOT_FOUND, REFERENCE_UNKNOWN, MARKETING_TEMPLATE_NOT_ENABLED. */
export const estimate = defineEndpoint({
  name: 'smsMarketingTask.estimate',
  method: 'POST',
  path: `${AT}/estimate`,
  access: { code: ['marketing:smsTask:save', 'marketing:smsTask:control', 'marketing:smsTask:approve'] },
  kind: 'query',
  summary: 'Whom a campaign would reach now, who falls out and why, its messages and their cost',
  request: z
    .strictObject({
      /** Of a task that is kept: its own audience, whatever else is said of one. */
      taskNo: z.optional(taskNo),
      ...audience,
      arms: z.array(arm).check(z.minLength(1, 'Choose at least 1'), z.maxLength(3, 'At most 3')),
      holdOutPercent: whole(0, 50),
    })
    .check(
      z.refine(
        ({ taskNo: kept, audienceType = 'USER_GROUP', userGroupNo }) =>
          kept !== undefined || audienceType !== 'USER_GROUP' || (userGroupNo ?? '') !== '',
        { error: 'User group number cannot be empty', path: ['userGroupNo'] },
      ),
    ),
  reply: taskEstimate,
});

export const templates = defineEndpoint({
  name: 'smsMarketingTask.templates',
  method: 'GET',
  path: `${AT}/templates`,
  access: { page: [...seen.page, '/AdminContent/OperationSystem/AiMarketingPushTask'] },
  kind: 'query',
  summary: 'Enabled texts of the caller’s merchants, for the forms of campaigns and AI pushes',
  request: z.object({}),
  reply: z.array(
    z.object({
      templateNo: z.string(),
      templateName: z.string(),
      merchantName: z.string(),
      language: marketingLanguage,
      /** With the opt-out text. */
      segmentCount: z.number(),
    }),
  ),
});

/**
 * Errors: USER_GROUP_UNCHECKED, USER_GROUP_EMPTY, SMS_TASK_PAST, SMS_TASK_OVER_BUDGET, MARKETING_TEMPLATE_NOT_ENABLED,
 * SMS_TASK_LINK_MISSING, SMS_TASK_DATE_MISSING, SMS_TASK_DATE_PAST, MARKETING_LINK_FOREIGN,
 * REFERENCE_UNKNOWN; of a change also SMS_TASK_NOT_FOUND, STALE, ILLEGAL_TRANSITION.
 */
export const save = defineEndpoint({
  name: 'smsMarketingTask.save',
  method: 'POST',
  path: `${AT}/save`,
  access: { code: ['marketing:smsTask:save'] },
  kind: 'command',
  preview: true,
  summary: 'Drafts a campaign or changes its draft',
  request: taskForm,
  reply: z.object({
    taskNo: z.string(),
    version: z.number(),
    audienceCount: z.number(),
    estimatedCostCents: z.number(),
  }),
});

const step = <const Name extends string>(does: Name, code: string, summary: string) =>
  defineEndpoint({
    name: `smsMarketingTask.${does}`,
    method: 'POST',
    path: `${AT}/${does}`,
    access: { code: [code] },
    kind: 'command',
    preview: true,
    summary,
    request: z.strictObject({ taskNo, reason: z.optional(reason) }),
    reply: z.object({ taskNo: z.string(), status: smsTaskStatus, version: z.number() }),
  });
const CONTROL = 'marketing:smsTask:control';
const APPROVE = 'marketing:smsTask:approve';

export const submit = step('submit', CONTROL, 'Sends a draft for approval');
export const approve = step('approve', APPROVE, 'Releases a campaign that another person wrote');
export const sendBack = step('return', APPROVE, 'Returns a campaign to its draft');
export const pause = step('pause', CONTROL, 'Sends nothing until it is resumed');
export const resume = step('resume', CONTROL, 'Goes on where it paused');
export const retry = step('retry', CONTROL, 'Goes on where it failed');
export const stop = step('stop', CONTROL, 'Ends a campaign for good; what left cannot be called back');

export const exportList = defineEndpoint({
  name: 'smsMarketingTask.export',
  method: 'POST',
  path: `${AT}/export`,
  access: { code: ['marketing:smsTask:export'] },
  kind: 'command',
  summary: 'The filtered or the selected campaigns as a file, made by a job',
  request: exportRequest(filters, SORTS),
  reply: exportReply,
});
