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
import { customerStatus } from './call-list.contract.ts';
import { optionCode, willingness } from './call-parts.ts';
import { jobStarted } from './case-forms.ts';
import { caseFilters } from './collection.ts';
import { templateNo } from './sms-marketing-template.contract.ts';

export const robotStatus = z.enum([
  'DRAFT',
  'PENDING_APPROVAL',
  'QUEUED',
  'RUNNING',
  'PAUSED',
  'FAILED',
  'DONE',
  'STOPPED',
]);
export const aiStatus = z.enum(['CREATED', 'SENT', 'FAILED', 'UNKNOWN', 'RUNNING', 'PAUSED', 'DONE', 'STOPPED']);
const phone = z.string().check(z.trim(), z.regex(/^254\d{9}$/, '254 plus 9 digits, e.g. 254712345678'));
const taskName = z
  .string()
  .check(z.trim(), z.minLength(1, 'Content cannot be blank'), z.maxLength(30, 'At most 30 characters'));
export const scriptCode = z.string().check(z.trim(), z.regex(/^[A-Z][A-Z0-9_]{1,31}$/));
export const voiceLanguage = z.enum(['en', 'sw']);
export const robotCallStatus = z.enum(['QUEUED', 'DIALLED', 'DONE', 'REFUSED', 'LEFT_OUT']);
const clock = z.string().check(z.regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'A time, e.g. 08:30'));
const many = <Item extends z.ZodMiniType>(item: Item) =>
  z.array(item).check(z.minLength(1, 'Choose at least 1'), z.maxLength(1000, 'At most 1000 at a time'));

/** How calls are made, whatever the section. */
export const dialling = {
  taskName,
  scriptCode,
  voiceLanguage,
  /** EAT; within contact hours. */
  dialFrom: clock,
  dialTo: clock,
  maxAttempts: z.int().check(z.minimum(1, '1 to 3'), z.maximum(3, '1 to 3')),
  retryGapMinutes: z.int().check(z.minimum(60, '60 to 1,440'), z.maximum(1440, '60 to 1,440')),
  startAt: z.iso.datetime({ offset: true }),
};
const hours = z.refine<{ readonly dialFrom: string; readonly dialTo: string }>(
  ({ dialFrom, dialTo }) => dialFrom < dialTo,
  { error: 'Must be after the start', path: ['dialTo'] },
);
/** The collection text that goes to whom no attempt reached; null or left out: none does. */
export const smsTemplateCode = z.optional(z.nullable(businessNo));
/** Which cases of a merchant, as lists of cases filter them. */
const audience = z.pick(caseFilters, {
  caseLevel: true,
  dpd: true,
  loanType: true,
  collectorUserNo: true,
  untouchedToday: true,
  brokenPromise: true,
}).shape;
export const caseAudience = z
  .strictObject({
    ...dialling,
    smsTemplateCode,
    /** Cases by number; else those of the merchant that match when the task is made. Later ones are not called. */
    caseIds: z.optional(many(businessNo)),
    merchantNo: z.optional(businessNo),
    ...audience,
  })
  .check(
    hours,
    z.refine(({ caseIds, merchantNo }) => caseIds !== undefined || merchantNo !== undefined, {
      path: ['merchantNo'],
      error: 'All options must be filled',
    }),
  );
export const audienceForm = z.strictObject({ merchantNo: businessNo, ...audience });
export type AudienceForm = z.output<typeof audienceForm>;

/** Whom calls are for: cases that match, entries of the telemarketing list that match, or a user group. */
export const planAudience = z.strictObject({
  ...audience,
  listType: z.optional(optionCode),
  marketingTarget: z.optional(optionCode),
  customerStatus: z.optional(customerStatus),
  willingness: z.optional(willingness),
  batchNo: z.optional(businessNo),
  userGroupNo: z.optional(z.string().check(z.regex(/^UG\d+$/, 'User group number cannot be empty'))),
});
export type PlanAudience = z.output<typeof planAudience>;
const OF_CASES = ['caseLevel', 'dpd', 'loanType', 'collectorUserNo', 'untouchedToday', 'brokenPromise'] as const;
/** By which of them each section chooses. */
export const AUDIENCE_FIELDS = {
  collection: OF_CASES,
  collectionStage: OF_CASES,
  marketing: ['userGroupNo'],
  telemarketing: ['listType', 'marketingTarget', 'customerStatus', 'willingness', 'batchNo'],
} as const satisfies Record<string, readonly (keyof PlanAudience)[]>;

const groupAudience = z.pick(planAudience, { userGroupNo: true });
const listAudience = z.pick(planAudience, {
  listType: true,
  marketingTarget: true,
  customerStatus: true,
  willingness: true,
  batchNo: true,
});
/** What follows a call about an offer. */
const followUp = {
  /** Calls in the air at once. */
  concurrency: z.optional(z.nullable(z.int().check(z.minimum(1, '1 to 100'), z.maximum(100, '1 to 100')))),
  /** A marketing text, sent through the contact gate after these labels. */
  followUpTemplateNo: z.optional(z.nullable(templateNo)),
  followUpLabels: z.optional(z.array(willingness)),
  /** Whoever is willing is listed for telemarketing. */
  handsOver: z.optional(z.boolean()),
};
const followsUp = z.refine<{
  readonly followUpTemplateNo?: string | null | undefined;
  readonly followUpLabels?: readonly string[] | undefined;
}>(({ followUpTemplateNo, followUpLabels = [] }) => (followUpTemplateNo == null) === (followUpLabels.length === 0), {
  path: ['followUpLabels'],
  error: 'All options must be filled',
});
/** Of a draft, for the same people. */
const draftForm = z
  .strictObject({ taskNo: z.string().check(z.regex(/^RT\d+$/)), version: z.int(), ...dialling, ...followUp })
  .check(hours, followsUp);
export type DraftForm = z.output<typeof draftForm>;
/** Numbers, or who matches when the task is made; later ones are not called. */
const offerAudience = <Filter extends z.ZodMiniType>(filter: Filter) =>
  z
    .strictObject({
      ...dialling,
      ...followUp,
      merchantNo: businessNo,
      phones: z.optional(many(phone)),
      audience: z.optional(filter),
    })
    .check(
      hours,
      z.refine(({ phones, audience: chosen }) => (phones === undefined) !== (chosen === undefined), {
        path: ['phones'],
        error: 'All options must be filled',
      }),
      followsUp,
    );
export const marketingForm = offerAudience(groupAudience);
export const telemarketingForm = offerAudience(listAudience);
export type OfferForm = z.output<typeof marketingForm> | z.output<typeof telemarketingForm>;

/** In the order in which pages offer them. */
export const ROBOT_ACTIONS = [
  ...(['submit', 'queue', 'approve', 'return'] as const),
  ...(['pause', 'resume', 'retry', 'stop'] as const),
] as const;
const action = z.enum(ROBOT_ACTIONS);
export type RobotAction = z.output<typeof action>;
export const robotRow = z.object({
  taskNo: z.string(),
  merchantNo: z.string(),
  taskName: z.string(),
  /** The plan that made it; null where a person did. */
  planNo: z.nullable(z.string()),
  planName: z.nullable(z.string()),
  scriptCode: z.string(),
  taskStatus: robotStatus,
  fault: z.nullable(z.string()),
  startAt: z.string(),
  createdByName: z.string(),
  approvedByName: z.nullable(z.string()),
  total: z.number(),
  waiting: z.number(),
  dialled: z.number(),
  connected: z.number(),
  /** Of those called, in percent; null before the first. */
  answerRate: z.nullable(z.number()),
  willing: z.number(),
  gateRefused: z.number(),
  leftOut: z.number(),
  createdAt: z.string(),
  version: z.number(),
  /** Of those called, whom nobody answered. */
  unreached: z.number(),
  /** Of offers: the price of calls as the provider told it; who withdrew, or applied, within 7 days of the start. */
  costCents: z.number(),
  optOutCount: z.number(),
  convertedCount: z.number(),
  /** Listed for telemarketing, and sent the text that follows. */
  transferred: z.number(),
  followUps: z.number(),
  /** Of collection: cases, borrowers, and cases that the call for another case of the borrower speaks for. */
  cases: z.number(),
  borrowers: z.number(),
  merged: z.number(),
  /** Owed by its cases as it was made. */
  totalDueCents: z.number(),
  /** Promised by its borrowers after it began, until the end of that day. */
  promises: z.number(),
  /** Paid on the cases that it spoke for, on the day it began. */
  repaidSameDayCents: z.number(),
  allowedActions: z.array(z.enum([...ROBOT_ACTIONS, 'again', 'update'])),
});
export type RobotRow = z.output<typeof robotRow>;

const robotFilters = z.strictObject({
  taskNo: textFilter,
  taskName: textFilter,
  planName: textFilter,
  taskStatus: z.optional(robotStatus),
  scriptCode: textFilter,
  merchantNo: z.optional(businessNo),
  createdAt: dayRange,
  startAt: dayRange,
});

export const robotDetail = z.extend(robotRow, {
  voiceLanguage,
  /** EAT, `08:30`. */
  dialFrom: z.string(),
  dialTo: z.string(),
  maxAttempts: z.number(),
  retryGapMinutes: z.number(),
  endedAt: z.nullable(z.string()),
  /** Sent to whom no attempt reached. */
  smsTemplateCode: z.nullable(z.string()),
  concurrency: z.nullable(z.number()),
  followUpTemplateNo: z.nullable(z.string()),
  followUpTemplateName: z.nullable(z.string()),
  followUpLabels: z.array(z.string()),
  handsOver: z.boolean(),
  /** Of people who answered, by what was heard. */
  labels: z.array(z.object({ willingness: z.nullable(z.string()), people: z.number() })),
  /** Why people were refused or left out, and of how many that is true. */
  refusals: z.array(z.object({ outcome: z.string(), people: z.number() })),
});

/** One person of a task and how far calling them came. */
export const robotCall = z.object({
  itemNo: z.number(),
  /** Masked. */
  phone: z.string(),
  caseNo: z.nullable(z.string()),
  /** Other cases of the borrower that the call speaks for. */
  alsoCaseNos: z.array(z.string()),
  itemStatus: robotCallStatus,
  attempts: z.number(),
  /** How the last call ended, what the gate said, or why the person was left out. */
  outcome: z.nullable(z.string()),
  willingness: z.nullable(z.string()),
  /** Of the last call; null before its end. */
  talkSeconds: z.nullable(z.number()),
  nextAt: z.nullable(z.string()),
});
export type RobotCall = z.output<typeof robotCall>;

const moved = z.object({ taskNo: z.string(), taskStatus: robotStatus, version: z.number() });
const made = z.extend(moved, { total: z.number(), leftOut: z.number() });
const taskNo = z.string().check(z.regex(/^RT\d+$/));
const chosen = <Item extends z.ZodMiniType>(item: Item) =>
  z.array(item).check(z.minLength(1, 'Choose at least 1'), z.maxLength(100, 'At most 100 at a time'));

interface Codes {
  readonly create: string;
  readonly control: string;
  readonly approve: string;
  /** Null where whoever sees the page may take its list away. */
  readonly export: string | null;
}

/** A section's tasks. Each has rights and pages of its own; what they do is the same. */
function tasksOf<const Name extends string>(name: Name, at: string, seen: string, codes: Codes, create: string) {
  const command = <const Action extends string>(does: Action, code: string, summary: string, path: string = does) =>
    defineEndpoint({
      name: `${name}.${does}`,
      method: 'POST',
      path: `${at}/${path}`,
      access: { code: [code] },
      kind: 'command',
      preview: true,
      summary,
      request: z.strictObject({ taskNo, reason: z.optional(reason) }),
      reply: moved,
    });
  return {
    page: defineEndpoint({
      name: `${name}.page`,
      method: 'POST',
      path: `${at}/page`,
      access: { page: [seen] },
      kind: 'query',
      summary: 'Batches of robot calls, the newest first.',
      request: listRequest(robotFilters, ['createdAt']),
      reply: listReply(robotRow),
    }),
    exportList: defineEndpoint({
      name: `${name}.export`,
      method: 'POST',
      path: `${at}/export`,
      access: codes.export === null ? { page: [seen] } : { code: [codes.export] },
      kind: 'command',
      summary: 'The filtered or the selected tasks as a file, made by a job',
      request: exportRequest(robotFilters, ['createdAt']),
      reply: exportReply,
    }),
    detail: defineEndpoint({
      name: `${name}.detail`,
      method: 'GET',
      path: `${at}/task/{taskNo}`,
      access: { page: [seen] },
      kind: 'query',
      summary: 'A task with its settings, and why people were not called. ROBOT_TASK_NOT_FOUND',
      request: z.object({ taskNo }),
      reply: robotDetail,
    }),
    calls: defineEndpoint({
      name: `${name}.calls`,
      method: 'POST',
      path: `${at}/calls/page`,
      access: { page: [seen] },
      kind: 'query',
      summary: 'The people of a task and how far calling them came',
      request: listRequest(z.strictObject({ taskNo, itemStatus: z.optional(robotCallStatus) }), ['itemNo']),
      reply: listReply(robotCall),
    }),
    create: <Request extends z.ZodMiniType>(request: Request) =>
      defineEndpoint({
        name: `${name}.create`,
        method: 'POST',
        path: `${at}/${create}`,
        access: { code: [codes.create] },
        kind: 'command',
        preview: true,
        summary: 'Writes a batch of robot calls; people in another live batch are left out',
        request,
        reply: made,
      }),
    again: command('again', codes.create, 'Makes a new task of those whom nobody answered in one that is over.'),
    submit: command('submit', codes.control, 'Submits a draft for approval.'),
    queue: command('queue', codes.control, 'Starts a small draft without approval.', 'start'),
    approve: command('approve', codes.approve, 'Lets a batch be dialled; never its maker.'),
    return: command('return', codes.approve, 'Gives a batch back to its maker as a draft.'),
    pause: command('pause', codes.control, 'Dials nobody more until it is resumed.'),
    resume: command('resume', codes.control, 'Goes on dialling.'),
    retry: command('retry', codes.control, 'Goes on where a failed batch stopped.'),
    stop: command('stop', codes.control, 'Ends a batch; calls under way end as they do.'),
    stopMany: defineEndpoint({
      name: `${name}.stopMany`,
      method: 'POST',
      path: `${at}/stop/many`,
      access: { code: [codes.control] },
      kind: 'command',
      preview: true,
      summary: 'Ends several batches, as a job. ROBOT_TASK_NOT_FOUND and ILLEGAL_TRANSITION of single ones.',
      request: z.strictObject({ taskNos: chosen(taskNo), reason: z.optional(reason) }),
      reply: jobStarted,
    }),
  };
}

const of = (area: string) => ({
  create: `${area}:robotTask:create`,
  control: `${area}:robotTask:stop`,
  approve: `${area}:robotTask:stop`,
  export: null,
});
const offers = (area: string) => ({
  create: `${area}:robot:save`,
  control: `${area}:robot:control`,
  approve: `${area}:robot:approve`,
  export: `${area}:robot:export`,
});
export const collectionTasks = tasksOf(
  'rudderTask',
  'rudderTask',
  '/AdminContent/CollectionSystem/RoboticTask',
  of('collection'),
  'create',
);
export const stageTasks = tasksOf(
  'rudderTaskStage',
  'rudderTask/stage',
  '/AdminContent/CollectionSystemNew/RoboticTaskNew',
  of('collectionStage'),
  'create',
);
export const marketingTasks = tasksOf(
  'marketingRobot',
  'marketingManage/robotTask',
  '/AdminContent/MarketingManagement/RoboticTask',
  offers('marketing'),
  'save',
);
export const telemarketingTasks = tasksOf(
  'telemarketingRobot',
  'telemarketing/robotTask',
  '/AdminContent/TelemarketingSystem/RoboticTask',
  offers('telemarketing'),
  'save',
);
export type RobotTaskEndpoints = typeof collectionTasks;
const audienceOf = (name: string, at: string, code: string) =>
  defineEndpoint({
    name: `${name}.audience`,
    method: 'POST',
    path: `${at}/audience`,
    access: { code: [code] },
    kind: 'query',
    summary: 'How many a task with these filters would call now, and who is left out',
    request: audienceForm,
    reply: z.object({ cases: z.number(), borrowers: z.number(), inOtherTask: z.number(), dueCents: z.number() }),
  });
const statusOf = (name: string, at: string, seen: string) =>
  defineEndpoint({
    name: `${name}.status`,
    method: 'GET',
    path: `${at}/status`,
    access: { page: [seen] },
    kind: 'query',
    summary: 'How far the tasks are that are not over, and when calls may be made again',
    request: z.object({}),
    reply: z.object({
      running: z.number(),
      queued: z.number(),
      paused: z.number(),
      failed: z.number(),
      /** To be called by them, and with whom they are through. */
      people: z.number(),
      done: z.number(),
      /** When contact hours begin; null within them. */
      nextAllowedAt: z.nullable(z.string()),
    }),
  });
export const collectionStatus = statusOf('rudderTask', 'rudderTask', '/AdminContent/CollectionSystem/RoboticTask');
export const stageStatus = statusOf(
  'rudderTaskStage',
  'rudderTask/stage',
  '/AdminContent/CollectionSystemNew/RoboticTaskNew',
);
export const collectionAudience = audienceOf('rudderTask', 'rudderTask', 'collection:robotTask:create');
export const stageAudience = audienceOf('rudderTaskStage', 'rudderTask/stage', 'collectionStage:robotTask:create');
export const collectionCreate = collectionTasks.create(caseAudience);
export const stageCreate = stageTasks.create(caseAudience);
export const marketingCreate = marketingTasks.create(marketingForm);
export const telemarketingCreate = telemarketingTasks.create(telemarketingForm);
const reachOf = <const Name extends string, Filter extends z.ZodMiniType>(
  name: Name,
  at: string,
  code: string,
  filter: Filter,
) =>
  defineEndpoint({
    name: `${name}.audience`,
    method: 'POST',
    path: `${at}/audience`,
    access: { code: [code] },
    kind: 'query',
    summary: 'How many a task for them would call now, and who falls out',
    request: z.strictObject({ merchantNo: businessNo, audience: filter }),
    reply: z.object({
      /** Numbers that match, each once. */
      people: z.number(),
      inOtherTask: z.number(),
      /** Whom the contact gate would refuse now, hours apart: blocked, not agreed, or at their limit. */
      refused: z.number(),
    }),
  });
export const marketingAudience = reachOf(
  'marketingRobot',
  'marketingManage/robotTask',
  'marketing:robot:save',
  groupAudience,
);
export const telemarketingAudience = reachOf(
  'telemarketingRobot',
  'telemarketing/robotTask',
  'telemarketing:robot:save',
  listAudience,
);

const updateOf = <const Name extends string>(name: Name, at: string, code: string) =>
  defineEndpoint({
    name: `${name}.update`,
    method: 'POST',
    path: `${at}/update`,
    access: { code: [code] },
    kind: 'command',
    preview: true,
    summary:
      'Changes one’s own draft, for the same people. ROBOT_TASK_NOT_FOUND, STALE, ILLEGAL_TRANSITION, FORBIDDEN, ROBOT_HOURS, MARKETING_TEMPLATE_NOT_ENABLED',
    request: draftForm,
    reply: moved,
  });
export const marketingUpdate = updateOf('marketingRobot', 'marketingManage/robotTask', 'marketing:robot:save');
export const telemarketingUpdate = updateOf(
  'telemarketingRobot',
  'telemarketing/robotTask',
  'telemarketing:robot:save',
);

const textsOf = <const Name extends string>(name: Name, at: string, code: string) =>
  defineEndpoint({
    name: `${name}.texts`,
    method: 'GET',
    path: `${at}/texts`,
    access: { code: [code] },
    kind: 'query',
    summary: 'Approved texts of a merchant that may follow a call',
    request: z.object({ merchantNo: businessNo }),
    reply: z.array(z.object({ value: z.string(), label: z.string() })),
  });
export const marketingTexts = textsOf('marketingRobot', 'marketingManage/robotTask', 'marketing:robot:save');
export const telemarketingTexts = textsOf('telemarketingRobot', 'telemarketing/robotTask', 'telemarketing:robot:save');

const aiTaskNo = z.string().check(z.regex(/^AI\d+$/));
export const aiRow = z.object({
  taskNo: z.string(),
  merchantNo: z.string(),
  taskName: z.string(),
  scriptCode: z.string(),
  taskStatus: aiStatus,
  fault: z.nullable(z.string()),
  sent: z.number(),
  gateRefused: z.number(),
  called: z.number(),
  connected: z.number(),
  /** Called, so the vendor says, an hour ago or longer, and no end reported. */
  callbackMissing: z.number(),
  costCents: z.number(),
  createdByName: z.string(),
  /** The robot plan that made it; null where a person did. */
  planName: z.nullable(z.string()),
  createdAt: z.string(),
  syncedAt: z.nullable(z.string()),
  version: z.number(),
  allowedActions: z.array(z.enum(['send', 'pause', 'resume', 'stop', 'sync'])),
});
export type AiRow = z.output<typeof aiRow>;
const aiFilters = z.strictObject({
  taskName: textFilter,
  taskNo: textFilter,
  taskStatus: z.optional(aiStatus),
  merchantNo: z.optional(businessNo),
  /** Of a case in it. */
  caseScope: z.optional(z.enum(['ORDER', 'BILL'])),
  caseLevel: z.optional(z.enum(['S0', 'S1', 'S2', 'S3', 'S4', 'S5'])),
  createdAt: dayRange,
});
export const aiPage = defineEndpoint({
  name: 'aiTask.page',
  method: 'POST',
  path: '94Ai/task/page',
  access: { page: ['/AdminContent/CollectionSystem/NineFourAiTask'] },
  kind: 'query',
  summary: 'Calling tasks as the vendor holds them, the newest first.',
  request: listRequest(aiFilters, ['createdAt']),
  reply: listReply(aiRow),
});
export const aiExport = defineEndpoint({
  name: 'aiTask.export',
  method: 'POST',
  path: '94Ai/task/export',
  access: { page: ['/AdminContent/CollectionSystem/NineFourAiTask'] },
  kind: 'command',
  summary: 'The filtered or the selected tasks as a file, made by a job',
  request: exportRequest(aiFilters, ['createdAt']),
  reply: exportReply,
});

const aiFilter = {
  /** Of one system; absent: of both. */
  caseScope: z.optional(z.enum(['ORDER', 'BILL'])),
  ...audience,
};
const aiMoved = z.object({ taskNo: z.string(), taskStatus: aiStatus, version: z.number() });
export const aiCreate = defineEndpoint({
  name: 'aiTask.create',
  method: 'POST',
  path: '94Ai/task/create',
  access: { code: ['collection:ai94:create'] },
  kind: 'command',
  preview: true,
  summary: 'Asks the contact gate for each case and sends those it lets through to the vendor.',
  request: z
    .strictObject({
      taskName,
      scriptCode,
      voiceLanguage,
      /** Cases by number; else those of the merchant that match when the task is made. Later ones are not called. */
      caseIds: z.optional(many(businessNo)),
      ...aiFilter,
      merchantNo: z.optional(businessNo),
    })
    .check(
      z.refine(({ caseIds, merchantNo }) => caseIds !== undefined || merchantNo !== undefined, {
        path: ['merchantNo'],
        error: 'All options must be filled',
      }),
    ),
  reply: z.extend(aiMoved, { sent: z.number(), gateRefused: z.number(), leftOut: z.number() }),
});
export const aiAudience = defineEndpoint({
  name: 'aiTask.audience',
  method: 'POST',
  path: '94Ai/task/audience',
  access: { code: ['collection:ai94:create'] },
  kind: 'query',
  summary: 'How many a task with these filters would send now, and who is left out',
  request: z.strictObject({ ...aiFilter, merchantNo: businessNo }),
  reply: collectionAudience.reply,
});
const aiCommand = <const Action extends string>(does: Action, code: string, summary: string) =>
  defineEndpoint({
    name: `aiTask.${does}`,
    method: 'POST',
    path: `94Ai/task/${does}`,
    access: { code: [code] },
    kind: 'command',
    preview: true,
    summary,
    request: z.strictObject({ taskNo: aiTaskNo }),
    reply: aiMoved,
  });
export const aiSend = aiCommand('send', 'collection:ai94:create', 'Sends a failed task again.');
export const aiPause = aiCommand('pause', 'collection:ai94:stop', 'Asks the vendor to pause.');
export const aiResume = aiCommand('resume', 'collection:ai94:stop', 'Asks the vendor to go on.');
export const aiStop = aiCommand('stop', 'collection:ai94:stop', 'Asks the vendor to stop; calls in progress finish.');
export const aiSync = defineEndpoint({
  name: 'aiTask.sync',
  method: 'POST',
  path: '94Ai/task/sync',
  access: { code: ['collection:ai94:create', 'collection:ai94:stop'] },
  kind: 'command',
  preview: true,
  summary: 'Asks the vendor what became of a task, after the commit; it alone ends UNKNOWN.',
  request: z.strictObject({ taskNo: aiTaskNo }),
  reply: aiMoved,
});
const aiMany = (does: 'stop' | 'sync', code: readonly string[], summary: string) =>
  defineEndpoint({
    name: `aiTask.${does}Many`,
    method: 'POST',
    path: `94Ai/task/${does}/many`,
    access: { code: [...code] },
    kind: 'command',
    preview: true,
    summary,
    request: z.strictObject({ taskNos: chosen(aiTaskNo) }),
    reply: jobStarted,
  });
export const aiStopMany = aiMany('stop', ['collection:ai94:stop'], 'Asks the vendor to stop several tasks, as a job.');
export const aiSyncMany = aiMany(
  'sync',
  ['collection:ai94:create', 'collection:ai94:stop'],
  'Asks the vendor what became of several tasks, as a job.',
);
