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
import { jobStarted } from './case-forms.ts';
import { someOf } from './collection.ts';
import {
  audienceForm,
  audienceReply,
  caseAudience,
  chosen,
  draftOf,
  groupAudience,
  listAudience,
  marketingForm,
  robotVendor,
  taskName,
  telemarketingForm,
} from './robot-forms.ts';
import { robotCall, robotCallStatus, robotDetail, robotRow, robotStatus } from './robot-rows.ts';
import { SPEAKERS } from './inspection.contract.ts';
import { marketingScene } from './sms-marketing-template.contract.ts';

export {
  AUDIENCE_FIELDS,
  type AudienceForm,
  audienceForm,
  type DraftForm,
  caseAudience,
  marketingForm,
  type OfferForm,
  planAudience,
  type PlanAudience,
  scriptCode,
  telemarketingForm,
  voiceLanguage,
} from './robot-forms.ts';
export * from './robot-rows.ts';

const robotFilters = z.strictObject({
  taskNo: textFilter,
  taskName: textFilter,
  planName: textFilter,
  taskStatus: z.optional(robotStatus),
  vendor: z.optional(robotVendor),
  scene: z.optional(marketingScene),
  scriptCode: textFilter,
  merchantNo: z.optional(businessNo),
  /** Of a case in it: one of these products, and by bill one of these instalments, as they are typed. */
  productNo: someOf(businessNo),
  termNo: z.optional(z.string().check(z.trim(), z.regex(/^\d{1,3}([\s,;]+\d{1,3})*$/, 'Numbers, e.g. 1, 3'))),
  createdAt: dayRange,
  startAt: dayRange,
});

const moved = z.object({ taskNo: z.string(), taskStatus: robotStatus, version: z.number() });
const made = z.extend(moved, { total: z.number(), leftOut: z.number() });
/** AI…: a run that 94 AI carries out. */
const taskNo = z.string().check(z.regex(/^(RT|AI)\d+$/));

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
    reply: audienceReply,
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
const runOf = <const Name extends string>(name: Name, at: string, code: string) =>
  defineEndpoint({
    name: `${name}.runPlan`,
    method: 'POST',
    path: `${at}/runPlan`,
    access: { code: [code] },
    kind: 'command',
    preview: true,
    summary:
      'A task of an enabled plan beside its own times, of who matches now, by whoever dials for it. ROBOT_PLAN_NOT_FOUND, ROBOT_PLAN_NOT_ENABLED, ROBOT_AUDIENCE_EMPTY',
    request: z.strictObject({
      planNo: z.string().check(z.regex(/^RP\d+$/)),
      taskName,
      startAt: z.iso.datetime({ offset: true }),
    }),
    reply: made,
  });
export const collectionRunPlan = runOf('rudderTask', 'rudderTask', 'collection:robotTask:create');
export const stageRunPlan = runOf('rudderTaskStage', 'rudderTask/stage', 'collectionStage:robotTask:create');
export const marketingStatus = statusOf(
  'marketingRobot',
  'marketingManage/robotTask',
  '/AdminContent/MarketingManagement/RoboticTask',
);
export const telemarketingStatus = statusOf(
  'telemarketingRobot',
  'telemarketing/robotTask',
  '/AdminContent/TelemarketingSystem/RoboticTask',
);
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
      /** What calling the others would cost, as calls of the merchant did in the last 90 days; null where none did. */
      estimatedCostCents: z.nullable(z.number()),
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

const updateOf = <const Name extends string>(name: Name, at: string, code: string, other: 'scene' | 'transferGroup') =>
  defineEndpoint({
    name: `${name}.update`,
    method: 'POST',
    path: `${at}/update`,
    access: { code: [code] },
    kind: 'command',
    preview: true,
    summary:
      'Changes one’s own draft, for the same people. ROBOT_TASK_NOT_FOUND, STALE, ILLEGAL_TRANSITION, FORBIDDEN, ROBOT_HOURS, MARKETING_TEMPLATE_NOT_ENABLED',
    request: draftOf(other),
    reply: moved,
  });
export const marketingUpdate = updateOf(
  'marketingRobot',
  'marketingManage/robotTask',
  'marketing:robot:save',
  'transferGroup',
);
export const telemarketingUpdate = updateOf(
  'telemarketingRobot',
  'telemarketing/robotTask',
  'telemarketing:robot:save',
  'scene',
);

/** Trial calls of a person a day. */
export const MAX_TRIALS_PER_DAY = 10;
const oneCall = z.object({ taskNo, itemNo: z.coerce.number().check(z.int(), z.minimum(1)) });
/** What was said in calls about an offer, and how the script sounds before anybody is called. */
const soundOf = <const Name extends string>(name: Name, at: string, seen: string, area: string) => ({
  recording: defineEndpoint({
    name: `${name}.recording`,
    method: 'GET',
    path: `${at}/recording`,
    access: { page: [seen] },
    kind: 'query',
    replyForm: 'file',
    summary:
      'The recording of the last call; listening is logged. ROBOT_TASK_NOT_FOUND, RECORDING_NONE, RECORDING_EXPIRED',
    request: oneCall,
    reply: z.unknown(),
  }),
  transcript: defineEndpoint({
    name: `${name}.transcript`,
    method: 'GET',
    path: `${at}/transcript`,
    access: { page: [seen] },
    kind: 'query',
    summary: 'What was said in the last call, as the robot wrote it down; reading is logged. ROBOT_TASK_NOT_FOUND',
    request: oneCall,
    reply: z.array(z.object({ fromSecond: z.number(), speaker: z.enum(SPEAKERS), said: z.string() })),
  }),
  trial: defineEndpoint({
    name: `${name}.trial`,
    method: 'POST',
    path: `${at}/trial`,
    access: { code: [`${area}:robot:save`, `${area}:robot:approve`] },
    kind: 'command',
    preview: true,
    summary: 'Calls the caller’s own phone with the script of a task that has not begun',
    request: z.strictObject({ taskNo }),
    reply: z.object({ taskNo: z.string(), left: z.number() }),
  }),
});
export const marketingSound = soundOf(
  'marketingRobot',
  'marketingManage/robotTask',
  '/AdminContent/MarketingManagement/RoboticTask',
  'marketing',
);
export const telemarketingSound = soundOf(
  'telemarketingRobot',
  'telemarketing/robotTask',
  '/AdminContent/TelemarketingSystem/RoboticTask',
  'telemarketing',
);
/** People of a draft that a trial run calls. */
export const TRIAL_RUN_SIZE = 20;
export const telemarketingTrialRun = defineEndpoint({
  name: 'telemarketingRobot.trialRun',
  method: 'POST',
  path: 'telemarketing/robotTask/trialRun',
  access: { code: ['telemarketing:robot:control'] },
  kind: 'command',
  preview: true,
  summary:
    'Calls 20 people of a draft at once, in a task of their own. ROBOT_TASK_NOT_FOUND, ILLEGAL_TRANSITION, ROBOT_TRIAL_RUN_MADE, ROBOT_TRIAL_RUN_SMALL',
  request: z.strictObject({ taskNo }),
  reply: moved,
});
export const telemarketingGroups = defineEndpoint({
  name: 'telemarketingRobot.groups',
  method: 'GET',
  path: 'telemarketing/robotTask/groups',
  access: { code: ['telemarketing:robot:save'] },
  kind: 'query',
  summary: 'Groups of telemarketers who work for a merchant, with how many of them are on shift now',
  request: z.object({ merchantNo: businessNo }),
  reply: z.array(z.object({ groupName: z.string(), onShift: z.number() })),
});

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
