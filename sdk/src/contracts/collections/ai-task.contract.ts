import * as z from 'zod/mini';
import { defineEndpoint } from '../endpoint.ts';
import { businessNo, dayRange, exportReply, exportRequest, listReply, listRequest, textFilter } from '../list.ts';
import { jobStarted } from './case-forms.ts';
import {
  audience,
  audienceReply,
  chosen,
  clock,
  hours,
  many,
  scriptCode,
  taskName,
  voiceLanguage,
} from './robot-forms.ts';

/** Calling tasks as the vendor 94 AI holds them. */

export const aiStatus = z.enum(['CREATED', 'SENT', 'FAILED', 'UNKNOWN', 'RUNNING', 'PAUSED', 'DONE', 'STOPPED']);
const taskNoOf = z.string().check(z.regex(/^AI\d+$/));
export const aiTaskRow = z.object({
  taskNo: z.string(),
  /** As 94 AI calls it; null until it has said so. */
  vendorTaskId: z.nullable(z.string()),
  /** The run of a robot plan that it is, as RoboticTask lists it; null of one that a person made. */
  rudderTaskNo: z.nullable(z.string()),
  merchantNo: z.string(),
  taskName: z.string(),
  scriptCode: z.string(),
  /** As 94 AI names it; null where it never told. */
  scriptName: z.nullable(z.string()),
  /** EAT: 94 AI calls within these hours, from this moment on. */
  dialFrom: z.string(),
  dialTo: z.string(),
  startAt: z.string(),
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
export type Row = z.output<typeof aiTaskRow>;
const filters = z.strictObject({
  taskName: textFilter,
  taskNo: textFilter,
  vendorTaskId: textFilter,
  taskStatus: z.optional(aiStatus),
  merchantNo: z.optional(businessNo),
  /** Of a case in it. */
  caseScope: z.optional(z.enum(['ORDER', 'BILL'])),
  caseLevel: z.optional(z.enum(['S0', 'S1', 'S2', 'S3', 'S4', 'S5'])),
  createdAt: dayRange,
});
export const page = defineEndpoint({
  name: 'aiTask.page',
  method: 'POST',
  path: '94Ai/task/page',
  access: { page: ['/AdminContent/CollectionSystem/NineFourAiTask'] },
  kind: 'query',
  summary: 'Calling tasks as the vendor holds them, the newest first.',
  request: listRequest(filters, ['createdAt']),
  reply: listReply(aiTaskRow),
});
export const exportList = defineEndpoint({
  name: 'aiTask.export',
  method: 'POST',
  path: '94Ai/task/export',
  access: { page: ['/AdminContent/CollectionSystem/NineFourAiTask'] },
  kind: 'command',
  summary: 'The filtered or the selected tasks as a file, made by a job',
  request: exportRequest(filters, ['createdAt']),
  reply: exportReply,
});

export const exchanged = z.object({
  exchangeId: z.number(),
  asked: z.enum(['START', 'PAUSE', 'RESUME', 'STOP', 'STATUS', 'WITHDRAW', 'REPORTS']),
  askedAt: z.string(),
  /** As it was sent, phones masked. */
  request: z.array(z.object({ name: z.string(), value: z.string() })),
  /** The vendor's word; its own message where it refused. */
  answer: z.nullable(z.string()),
  fault: z.nullable(z.enum(['NOT_SENT', 'REFUSED', 'UNKNOWN'])),
});
export const one = defineEndpoint({
  name: 'aiTask.one',
  method: 'GET',
  path: '94Ai/task/{taskNo}',
  access: { page: ['/AdminContent/CollectionSystem/NineFourAiTask'] },
  kind: 'query',
  summary: 'What the vendor was asked about a task and answered, the newest first. ROBOT_TASK_NOT_FOUND',
  request: z.strictObject({ taskNo: taskNoOf }),
  reply: z.object({ exchanges: z.array(exchanged) }),
});

export const scriptList = defineEndpoint({
  name: 'aiTask.scriptList',
  method: 'GET',
  path: '94Ai/task/script/list',
  access: { page: ['/AdminContent/CollectionSystem/NineFourAiTask'] },
  kind: 'query',
  summary: 'The scripts that 94 AI offers, by name.',
  request: z.object({}),
  reply: z.array(z.object({ scriptCode: z.string(), scriptName: z.string(), languages: z.array(z.string()) })),
});

const whom = {
  /** Of one system; absent: of both. */
  caseScope: z.optional(z.enum(['ORDER', 'BILL'])),
  ...audience,
};
const moved = z.object({ taskNo: z.string(), taskStatus: aiStatus, version: z.number() });
export const create = defineEndpoint({
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
      /** EAT; within contact hours. */
      dialFrom: clock,
      dialTo: clock,
      /** It is sent then; a moment that is past: at once. */
      startAt: z.iso.datetime({ offset: true }),
      /** Cases by number; else those of the merchant that match when the task is made. Later ones are not called. */
      caseIds: z.optional(many(businessNo)),
      ...whom,
      merchantNo: z.optional(businessNo),
    })
    .check(
      hours,
      z.refine(({ caseIds, merchantNo }) => caseIds !== undefined || merchantNo !== undefined, {
        path: ['merchantNo'],
        error: 'All options must be filled',
      }),
    ),
  reply: z.extend(moved, { sent: z.number(), gateRefused: z.number(), leftOut: z.number() }),
});
export const audienceSize = defineEndpoint({
  name: 'aiTask.audience',
  method: 'POST',
  path: '94Ai/task/audience',
  access: { code: ['collection:ai94:create'] },
  kind: 'query',
  summary: 'How many a task with these filters would send now, and who is left out',
  request: z.strictObject({ ...whom, merchantNo: businessNo }),
  reply: audienceReply,
});
const command = <const Action extends string>(does: Action, code: string, summary: string) =>
  defineEndpoint({
    name: `aiTask.${does}`,
    method: 'POST',
    path: `94Ai/task/${does}`,
    access: { code: [code] },
    kind: 'command',
    preview: true,
    summary,
    request: z.strictObject({ taskNo: taskNoOf }),
    reply: moved,
  });
export const send = command('send', 'collection:ai94:create', 'Sends a failed task again.');
export const pause = command('pause', 'collection:ai94:stop', 'Asks the vendor to pause.');
export const resume = command('resume', 'collection:ai94:stop', 'Asks the vendor to go on.');
export const stop = command('stop', 'collection:ai94:stop', 'Asks the vendor to stop; calls in progress finish.');
export const sync = defineEndpoint({
  name: 'aiTask.sync',
  method: 'POST',
  path: '94Ai/task/sync',
  access: { code: ['collection:ai94:create', 'collection:ai94:stop'] },
  kind: 'command',
  preview: true,
  summary: 'Asks the vendor what became of a task, after the commit; it alone ends UNKNOWN.',
  request: z.strictObject({ taskNo: taskNoOf }),
  reply: moved,
});
const manyOf = (does: 'stop' | 'sync', code: readonly string[], summary: string) =>
  defineEndpoint({
    name: `aiTask.${does}Many`,
    method: 'POST',
    path: `94Ai/task/${does}/many`,
    access: { code: [...code] },
    kind: 'command',
    preview: true,
    summary,
    request: z.strictObject({ taskNos: chosen(taskNoOf) }),
    reply: jobStarted,
  });
export const stopMany = manyOf('stop', ['collection:ai94:stop'], 'Asks the vendor to stop several tasks, as a job.');
export const syncMany = manyOf(
  'sync',
  ['collection:ai94:create', 'collection:ai94:stop'],
  'Asks the vendor what became of several tasks, as a job.',
);
