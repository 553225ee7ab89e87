import * as z from 'zod/mini';
import { defineEndpoint } from '../endpoint.ts';
import { businessNo, exportReply, exportRequest, listReply, listRequest, reason, textFilter } from '../list.ts';
import { historyEntry } from '../platform/history.ts';
import {
  AUDIENCE_FIELDS,
  dialling,
  planAudience,
  robotVendor,
  scriptCode,
  smsTemplateCode,
  voiceLanguage,
} from './robot-forms.ts';

export { robotVendor } from './robot-forms.ts';

/** Plans that make a robot task again and again, each time of who matches then. */

export const planStatus = z.enum(['DISABLED', 'PENDING_APPROVAL', 'ENABLED', 'PAUSED', 'STOPPED']);
/** What came of a time at which a plan was due. */
export const planOutcome = z.enum(['STARTED', 'EMPTY', 'ALL_BUSY', 'MISSED', 'FAILED']);
const planNo = z.string().check(z.regex(/^RP\d+$/));
const clock = z.string().check(z.regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'A time, e.g. 08:30'));
const isEachOnce = (all: readonly unknown[]) => new Set(all).size === all.length;

const { startAt: _at, taskName: planName, ...calling } = dialling;
const settings = {
  planName,
  merchantNo: businessNo,
  ...calling,
  scriptCode,
  voiceLanguage,
  smsTemplateCode,
  vendor: z.optional(robotVendor),
  /** EAT; within the hours of calling. */
  runTimes: z
    .array(clock)
    .check(z.minLength(1, 'Choose at least 1'), z.maxLength(6, 'At most 6'), z.refine(isEachOnce, 'Each time once')),
  /** 1 is Monday. */
  weekdays: z
    .array(z.int().check(z.minimum(1), z.maximum(7)))
    .check(z.minLength(1, 'Choose at least 1'), z.maxLength(7, 'At most 7'), z.refine(isEachOnce, 'Each day once')),
  startsOn: z.iso.date('A date, e.g. 2026-11-30'),
  /** The last day; null: until it is stopped. */
  endsOn: z.nullable(z.iso.date('A date, e.g. 2026-11-30')),
  audience: planAudience,
  /** Of its customers, so many percent are left alone, to compare the others with; absent: none. */
  holdOutPercent: z.optional(z.int('0 to 50').check(z.minimum(0, '0 to 50'), z.maximum(50, '0 to 50'))),
};

/** In the order in which pages offer them. */
export const PLAN_ACTIONS = [
  ...(['update', 'submit', 'approve', 'return', 'enable'] as const),
  ...(['pause', 'resume', 'disable', 'stop'] as const),
] as const;
/** Beside them: a task of it at once, by whoever may make tasks. */
const rowAction = z.enum([...PLAN_ACTIONS, 'run']);
const action = z.enum(PLAN_ACTIONS);
export type PlanAction = z.output<typeof action>;

export const planRow = z.object({
  planNo: z.string(),
  merchantNo: z.string(),
  merchantName: z.string(),
  planName: z.string(),
  scriptCode: z.string(),
  voiceLanguage,
  vendor: robotVendor,
  /** Sent to whom no attempt reached. */
  smsTemplateCode: z.nullable(z.string()),
  /** EAT, `08:30`. */
  dialFrom: z.string(),
  dialTo: z.string(),
  maxAttempts: z.number(),
  retryGapMinutes: z.number(),
  runTimes: z.array(z.string()),
  weekdays: z.array(z.number()),
  startsOn: z.string(),
  endsOn: z.nullable(z.string()),
  audience: planAudience,
  holdOutPercent: z.number(),
  planStatus,
  /** Null where no run is to come. */
  nextRunAt: z.nullable(z.string()),
  lastRunAt: z.nullable(z.string()),
  lastOutcome: z.nullable(planOutcome),
  /** Of the newest run: people of its task, those left out among them. */
  lastPeople: z.nullable(z.number()),
  runs: z.number(),
  updatedByName: z.string(),
  approvedByName: z.nullable(z.string()),
  updatedAt: z.string(),
  version: z.number(),
  allowedActions: z.array(rowAction),
});
export type PlanRow = z.output<typeof planRow>;

export const planRun = z.object({
  dueAt: z.string(),
  planOutcome,
  /** Null where no task was made. */
  taskNo: z.nullable(z.string()),
  people: z.number(),
  leftOut: z.number(),
  /** More matched than one task may call. */
  isCut: z.boolean(),
  /** Why nothing could be made. */
  fault: z.nullable(z.string()),
});
export type PlanRun = z.output<typeof planRun>;

const filters = z.strictObject({
  planNo: textFilter,
  planName: textFilter,
  planStatus: z.optional(planStatus),
  merchantNo: z.optional(businessNo),
});
const SORTS = ['planNo', 'planName'] as const;
const moved = z.object({ planNo: z.string(), planStatus, version: z.number() });

interface Codes {
  readonly save: string;
  readonly control: string;
  readonly approve: string;
  /** Null where whoever sees the page may take its list away. */
  readonly export: string | null;
}

/** A section's plans. Each has rights and pages of its own; what they do is the same. */
function plansOf<const Name extends string>(
  name: Name,
  at: string,
  seen: string,
  codes: Codes,
  fields: readonly (keyof z.output<typeof planAudience>)[],
) {
  const form = z.strictObject({ planNo: z.optional(planNo), version: z.optional(z.int()), ...settings }).check(
    z.refine(({ dialFrom, dialTo }) => dialFrom < dialTo, { error: 'Must be after the start', path: ['dialTo'] }),
    z.refine(({ startsOn, endsOn }) => endsOn === null || startsOn <= endsOn, {
      error: 'Must be after the start',
      path: ['endsOn'],
    }),
    z.refine(({ runTimes, dialFrom, dialTo }) => runTimes.every((time) => time >= dialFrom && time < dialTo), {
      error: 'Each within the calling hours',
      path: ['runTimes'],
    }),
    z.refine(({ audience }) => Object.keys(audience).every((key) => fields.some((field) => field === key)), {
      error: 'Not a filter of these lists',
      path: ['audience'],
    }),
    z.refine(({ smsTemplateCode: sent }) => fields.includes('caseLevel') || (sent ?? null) === null, {
      error: 'For cases alone',
      path: ['smsTemplateCode'],
    }),
    z.refine(({ vendor = 'ROBOT' }) => fields.includes('caseLevel') || vendor === 'ROBOT', {
      error: 'For cases alone',
      path: ['vendor'],
    }),
    z.refine(({ vendor, smsTemplateCode: sent }) => vendor !== 'NINE_FOUR' || (sent ?? null) === null, {
      error: '94 AI sends no SMS of ours',
      path: ['smsTemplateCode'],
    }),
    z.refine(({ audience }) => !fields.includes('userGroupNo') || audience.userGroupNo !== undefined, {
      error: 'All options must be filled',
      path: ['audience', 'userGroupNo'],
    }),
  );
  const step = <const Action extends string>(does: Action, code: string, summary: string) =>
    defineEndpoint({
      name: `${name}.${does}`,
      method: 'POST',
      path: `${at}/${does}`,
      access: { code: [code] },
      kind: 'command',
      preview: true,
      summary,
      request: z.strictObject({ planNo, reason: z.optional(reason) }),
      reply: moved,
    });
  return {
    page: defineEndpoint({
      name: `${name}.page`,
      method: 'POST',
      path: `${at}/page`,
      access: { page: [seen] },
      kind: 'query',
      summary: 'Plans that call again and again, the newest first.',
      request: listRequest(filters, SORTS),
      reply: listReply(planRow),
    }),
    exportList: defineEndpoint({
      name: `${name}.export`,
      method: 'POST',
      path: `${at}/export`,
      access: codes.export === null ? { page: [seen] } : { code: [codes.export] },
      kind: 'command',
      summary: 'The filtered or the selected plans as a file, made by a job',
      request: exportRequest(filters, SORTS),
      reply: exportReply,
    }),
    detail: defineEndpoint({
      name: `${name}.detail`,
      method: 'GET',
      path: `${at}/plan/{planNo}`,
      access: { page: [seen] },
      kind: 'query',
      summary: 'The newest 50 runs of a plan and its changes. ROBOT_PLAN_NOT_FOUND',
      request: z.object({ planNo }),
      reply: z.object({ row: planRow, runs: z.array(planRun), history: z.array(historyEntry) }),
    }),
    save: defineEndpoint({
      name: `${name}.save`,
      method: 'POST',
      path: `${at}/save`,
      access: { code: [codes.save] },
      kind: 'command',
      preview: true,
      summary: 'Writes a plan, or changes one that is disabled',
      request: form,
      reply: moved,
    }),
    submit: step('submit', codes.control, 'Submits a plan for approval.'),
    approve: step('approve', codes.approve, 'Enables a plan of another person.'),
    return: step('return', codes.approve, 'Gives a plan back to its maker.'),
    enable: step('enable', codes.save, 'Runs from its next time on.'),
    pause: step('pause', codes.control, 'Makes no task until it is resumed; tasks under way go on.'),
    resume: step('resume', codes.control, 'Runs from its next time on.'),
    disable: step('disable', codes.save, 'Makes no more tasks, and can be changed.'),
    stop: step('stop', codes.control, 'Ends a plan for good, and its tasks with it; calls under way end as they do.'),
  };
}

const productsOf = <const Name extends string>(name: Name, at: string, seen: string) =>
  defineEndpoint({
    name: `${name}.products`,
    method: 'GET',
    path: `${at}/products`,
    access: { page: [seen] },
    kind: 'query',
    summary: 'The products of the caller’s merchants, by which plans and tasks choose cases',
    request: z.object({}),
    reply: z.array(z.object({ productNo: businessNo, productName: z.string(), merchantName: z.string() })),
  });
export const collectionProducts = productsOf('robotPlan', 'robotPlan', '/AdminContent/CollectionSystem/RoboticTask');
export const stageProducts = productsOf(
  'robotPlanStage',
  'robotPlan/stage',
  '/AdminContent/CollectionSystemNew/RoboticTaskNew',
);
const ofCases = (area: string): Codes => {
  const save = `${area}:robotPlan:save`;
  return { save, control: save, approve: save, export: null };
};
const ofOffers = (area: string): Codes => ({
  save: `${area}:robot:save`,
  control: `${area}:robot:control`,
  approve: `${area}:robot:approve`,
  export: `${area}:robot:export`,
});
export const collectionPlans = plansOf(
  'robotPlan',
  'robotPlan',
  '/AdminContent/CollectionSystem/RoboticTask',
  ofCases('collection'),
  AUDIENCE_FIELDS.collection,
);
export const stagePlans = plansOf(
  'robotPlanStage',
  'robotPlan/stage',
  '/AdminContent/CollectionSystemNew/RoboticTaskNew',
  ofCases('collectionStage'),
  AUDIENCE_FIELDS.collectionStage,
);
export const marketingPlans = plansOf(
  'marketingRobotPlan',
  'marketingManage/robotPlan',
  '/AdminContent/MarketingManagement/RoboticTask',
  ofOffers('marketing'),
  AUDIENCE_FIELDS.marketing,
);
export const telemarketingPlans = plansOf(
  'telemarketingRobotPlan',
  'telemarketing/robotPlan',
  '/AdminContent/TelemarketingSystem/RoboticTask',
  ofOffers('telemarketing'),
  AUDIENCE_FIELDS.telemarketing,
);
export type RobotPlanEndpoints = typeof collectionPlans;
