import * as z from 'zod/mini';
import { defineEndpoint } from '../endpoint.ts';
import {
  businessNo,
  dayRange,
  exportReply,
  exportRequest,
  listReply,
  listRequest,
  selected,
  textFilter,
} from '../list.ts';
import { callChannel, callLine, entryId, followUpLine, gateVerdict, optionCode, willingness } from './call-parts.ts';
import { filters as entryFilters } from './call-list.contract.ts';
import { filters as notLoggedFilters } from './not-logged-list.contract.ts';
import { templateNo } from './sms-marketing-template.contract.ts';

export { callChannel };
export const taskStatus = z.enum(['DRAFT', 'RUNNING', 'PAUSED', 'DONE', 'STOPPED']);
export const dialMode = z.enum(['CLICK', 'AUTO_NEXT']);
export const taskPurpose = z.enum(['SERVICE', 'MARKETING']);
/** DIAL_TASK_PAUSE: why a task paused without anybody. */
export const taskPause = z.enum(['NOBODY_ON_SHIFT']);
export const taskItemStatus = z.enum(['WAITING', 'DONE', 'REFUSED']);
export type TaskStatus = z.output<typeof taskStatus>;

const taskNo = z.string().check(z.regex(/^DT\d+$/));
const orderNo = businessNo;
/** Whom a task is made of: what all of these match, or the entries themselves. Taken as they are when it is saved. */
const source = z.strictObject({
  batchNo: z.optional(z.string().check(z.trim(), z.maxLength(64))),
  listType: z.optional(optionCode),
  marketingTarget: z.optional(optionCode),
  willingness: z.optional(willingness),
  entryIds: z.optional(selected),
  /** A saved view of the list of the task’s desk, without what is personal. */
  savedFilter: z.optional(
    z.strictObject({
      viewName: z.string().check(z.trim(), z.minLength(1), z.maxLength(64)),
      filters: z.union([entryFilters, notLoggedFilters]),
    }),
  ),
});
export type TaskSource = z.output<typeof source>;
const time = z.string().check(z.regex(/^(0[89]|1[0-9]):[0-5]\d$/, '08:00 to 19:00'));
const content = z
  .string()
  .check(z.trim(), z.minLength(1, 'Content cannot be blank'), z.maxLength(500, 'At most 500 characters'));
const whole = (least: number, most: number) =>
  z.int().check(z.minimum(least, `${least} to ${most}`), z.maximum(most, `${least} to ${most}`));

const taskForm = z
  .strictObject({
    taskNo: z.optional(taskNo),
    version: z.optional(z.int()),
    merchantNo: businessNo,
    taskName: z
      .string()
      .check(z.trim(), z.minLength(1, 'Content cannot be blank'), z.maxLength(30, 'At most 30 characters')),
    purpose: taskPurpose,
    source,
    userNos: z.array(businessNo).check(z.minLength(1, 'Choose at least 1'), z.maxLength(200)),
    dialMode,
    /** Null or absent: the browser where the lender has a telephone exchange for it, else the desk telephone. */
    callChannel: z.optional(z.nullable(callChannel)),
    /** EAT, within 08:00 to 19:00. */
    hoursFrom: time,
    hoursTo: time,
    maxAttempts: whole(1, 10),
    retryMinutes: whole(30, 10_080),
    script: z.nullable(z.string().check(z.trim(), z.maxLength(2000, 'At most 2000 characters'))),
    /** Of telemarketing: what the script is about. */
    scriptTag: z.optional(z.nullable(optionCode)),
    validFrom: z.iso.date('A date, e.g. 2026-11-30'),
    validTo: z.iso.date('A date, e.g. 2026-11-30'),
  })
  .check(
    z.refine(({ hoursFrom, hoursTo }) => hoursFrom < hoursTo && hoursTo <= '19:00', {
      error: '08:00 to 19:00',
      path: ['hoursTo'],
    }),
    z.refine(({ validFrom, validTo }) => validFrom <= validTo, {
      error: 'The end is before the start',
      path: ['validTo'],
    }),
  );

export const taskRow = z.object({
  taskNo: z.string(),
  merchantNo: z.string(),
  merchantName: z.string(),
  taskName: z.string(),
  taskStatus,
  pausedFor: z.nullable(taskPause),
  purpose: taskPurpose,
  source,
  marketingTargetName: z.nullable(z.string()),
  entryCount: z.number(),
  /** Entries called at least once. */
  dialledCount: z.number(),
  connectedCount: z.number(),
  willingCount: z.number(),
  /** Entries that came back by themselves meanwhile. */
  loggedInCount: z.number(),
  gateRefusedCount: z.number(),
  userNos: z.array(z.string()),
  callerNames: z.array(z.string()),
  dialMode,
  callChannel: z.nullable(callChannel),
  hoursFrom: z.string(),
  hoursTo: z.string(),
  maxAttempts: z.number(),
  retryMinutes: z.number(),
  script: z.nullable(z.string()),
  /** A code of SCRIPT_TAG, and its name in the reader’s language. */
  scriptTag: z.nullable(z.string()),
  scriptTagName: z.nullable(z.string()),
  validFrom: z.string(),
  validTo: z.string(),
  createdByName: z.string(),
  createdAt: z.string(),
  version: z.number(),
  allowedActions: z.array(z.enum(['update', 'start', 'pause', 'stop', 'work', 'reassign'])),
});
export type TaskRow = z.output<typeof taskRow>;

const filters = z.strictObject({
  taskNo: textFilter,
  taskName: textFilter,
  taskStatus: z.optional(taskStatus),
  callerUserNo: z.optional(businessNo),
  listType: z.optional(optionCode),
  marketingTarget: z.optional(optionCode),
  scriptTag: z.optional(optionCode),
  merchantNo: z.optional(businessNo),
  createdAt: dayRange,
});
const SORTS = ['createdAt'] as const;

/** An entry that the caller alone works on until then. */
export const lease = z.object({
  entryId: z.string(),
  leasedUntil: z.string(),
  /** Masked. */
  phone: z.string(),
  /** Masked where the caller is; null for nobody's customer. */
  customerName: z.nullable(z.string()),
  listTypeName: z.string(),
  marketingTargetName: z.nullable(z.string()),
  recommendedProductName: z.nullable(z.string()),
  recommendedAmountCents: z.nullable(z.number()),
  willingness: z.nullable(willingness),
  callCount: z.number(),
  /** Assigned to the caller, who may ask to keep or to release it. */
  isOwn: z.boolean(),
  gate: gateVerdict,
  followUps: z.array(followUpLine),
  calls: z.array(callLine),
});
export type Lease = z.output<typeof lease>;

export const dialReply = z.object({
  /** Null where the gate was shut. */
  attemptId: z.nullable(z.number()),
  /** What the browser dials; null where an extension rings, or the gate was shut. */
  callNo: z.nullable(z.string()),
  gate: gateVerdict,
});

/** About an entry, or about an order. */
const namesOne = z.refine<{ readonly entryId?: unknown; readonly orderNo?: unknown }>(
  ({ entryId: entry, orderNo: order }) => (entry === undefined) !== (order === undefined),
  { error: 'Choose at least 1', path: ['entryId'] },
);

const followForm = z
  .strictObject({
    entryId: z.optional(entryId),
    orderNo: z.optional(orderNo),
    taskNo: z.optional(taskNo),
    willingness: z.optional(willingness),
    content,
    nextCallAt: z.optional(z.iso.datetime('A date and time')),
    doNotCall: z.optional(z.boolean()),
  })
  .check(
    namesOne,
    z.refine((one) => one.entryId === undefined || one.willingness !== undefined, {
      error: 'Choose at least 1',
      path: ['willingness'],
    }),
    z.refine(
      ({ willingness: label, nextCallAt }) => (label !== 'WILLING' && label !== 'UNCLEAR') || nextCallAt !== undefined,
      { error: 'Content cannot be blank', path: ['nextCallAt'] },
    ),
  );

interface Family<Name extends string> {
  readonly name: Name;
  readonly at: string;
  readonly dialAt: string;
  readonly followAt: string;
  readonly page: string;
  readonly save: string;
  readonly control: string;
  readonly dial: string;
  readonly follow: string;
  readonly exported: string;
}

function tasksOf<const Name extends string>(of: Family<Name>) {
  const { name, at } = of;
  const seen = { page: [of.page] } as const;
  const control = { method: 'POST', access: { code: [of.control] }, kind: 'command', preview: true } as const;
  const moved = z.object({ taskNo: z.string(), taskStatus, version: z.number() });
  return {
    page: defineEndpoint({
      name: `${name}.page`,
      method: 'POST',
      path: `${at}/page`,
      access: seen,
      kind: 'query',
      summary: 'Who is to be called, by whom and how far it came; people without the right to save see their own.',
      request: listRequest(filters, SORTS),
      reply: listReply(taskRow),
    }),
    exportList: defineEndpoint({
      name: `${name}.export`,
      method: 'POST',
      path: `${at}/export`,
      access: { code: [of.exported] },
      kind: 'command',
      summary: 'The filtered or the selected tasks as a file, made by a job',
      request: exportRequest(filters, SORTS),
      reply: exportReply,
    }),
    detail: defineEndpoint({
      name: `${name}.detail`,
      method: 'GET',
      path: `${at}/{taskNo}`,
      access: seen,
      kind: 'query',
      summary: 'A task with its progress by person and hour. CALL_TASK_NOT_FOUND',
      request: z.object({ taskNo }),
      reply: z.object({
        row: taskRow,
        people: z.array(
          z.object({ userName: z.string(), called: z.number(), connected: z.number(), willing: z.number() }),
        ),
        /** By hour of the day (EAT), of all its days. */
        hours: z.array(z.object({ hour: z.number(), called: z.number(), connected: z.number() })),
        /** The newest five of its talks. */
        followUps: z.array(followUpLine),
      }),
    }),
    entries: defineEndpoint({
      name: `${name}.entries`,
      method: 'POST',
      path: `${at}/entries/page`,
      access: seen,
      kind: 'query',
      summary: 'The entries of a task with their latest label. CALL_TASK_NOT_FOUND',
      request: z.strictObject({
        taskNo,
        page: z.int().check(z.minimum(1)),
        pageSize: z.int().check(z.minimum(1), z.maximum(100)),
      }),
      reply: listReply(
        z.object({
          entryId: z.string(),
          /** Masked. */
          phone: z.string(),
          itemStatus: taskItemStatus,
          attempts: z.number(),
          willingness: z.nullable(willingness),
          workedByName: z.nullable(z.string()),
          workedAt: z.nullable(z.string()),
        }),
      ),
    }),
    save: defineEndpoint({
      name: `${name}.save`,
      method: 'POST',
      path: `${at}/save`,
      access: { code: [of.save] },
      kind: 'command',
      preview: true,
      summary:
        'Drafts a task or changes it; of a paused one only people and period. CALL_TASK_EMPTY, CALL_TASK_PEOPLE, CALL_OPTION_UNKNOWN, STALE',
      request: taskForm,
      reply: z.object({ taskNo: z.string(), entryCount: z.number(), version: z.number() }),
    }),
    start: defineEndpoint({
      ...control,
      name: `${name}.start`,
      path: `${at}/start`,
      summary: 'Starts a draft, or goes on with what was paused.',
      request: z.strictObject({ taskNo }),
      reply: moved,
    }),
    pause: defineEndpoint({
      ...control,
      name: `${name}.pause`,
      path: `${at}/pause`,
      summary: 'Nobody gets another entry until it starts again.',
      request: z.strictObject({ taskNo }),
      reply: moved,
    }),
    stop: defineEndpoint({
      ...control,
      name: `${name}.stop`,
      path: `${at}/stop`,
      summary: 'Ends a task for good.',
      request: z.strictObject({ taskNo }),
      reply: moved,
    }),
    reassign: defineEndpoint({
      name: `${name}.reassign`,
      method: 'POST',
      path: `${at}/reassign`,
      access: { code: [of.control] },
      kind: 'command',
      preview: true,
      summary: 'Hands what is left of a running task to one person. CALL_TASK_PEOPLE',
      request: z.strictObject({ taskNo, userNo: businessNo }),
      reply: z.object({ taskNo: z.string(), entries: z.number() }),
    }),
    next: defineEndpoint({
      name: `${name}.next`,
      method: 'POST',
      path: `${at}/next`,
      access: { code: [of.dial] },
      kind: 'command',
      summary:
        'Leases the best entry that may be called for 10 minutes; null where there is none. Frozen or off shift, one’s own alone. CALL_TASK_CLOSED, CALL_TASK_NOT_YOURS, CALL_NOTHING_NEW, CALL_LEASE_LOST',
      request: z.strictObject({
        taskNo,
        /** Takes this one again, which the caller had last: what was said is still to be written down. */
        entryId: z.optional(entryId),
      }),
      reply: z.object({ lease: z.nullable(lease), waiting: z.number() }),
    }),
    dial: defineEndpoint({
      name: `${name}.dial`,
      method: 'POST',
      path: `${of.dialAt}/dial`,
      access: { code: [of.dial] },
      kind: 'command',
      summary:
        'Dials an entry that one works on, or the customer of one’s own order; a shut gate is answered with its reason. CALL_LEASE_LOST, CONTACT_EXTENSION_MISSING',
      request: z
        .strictObject({ entryId: z.optional(entryId), orderNo: z.optional(orderNo), taskNo: z.optional(taskNo) })
        .check(namesOne),
      reply: dialReply,
    }),
    smsTexts: defineEndpoint({
      name: `${name}.smsTexts`,
      method: 'GET',
      path: `${of.dialAt}/smsTexts`,
      access: { code: [of.dial] },
      kind: 'query',
      summary: 'Approved texts of a merchant that need nothing filled in beyond the customer',
      request: z.object({ merchantNo: businessNo }),
      reply: z.array(z.object({ value: z.string(), label: z.string() })),
    }),
    sms: defineEndpoint({
      name: `${name}.sms`,
      method: 'POST',
      path: `${of.dialAt}/sms`,
      access: { code: [of.dial] },
      kind: 'command',
      summary:
        'Sends an approved text to whom one works on, or to the customer of one’s own settled loan; a shut gate is answered with its reason. CALL_LEASE_LOST, MARKETING_TEMPLATE_NOT_ENABLED',
      request: z
        .strictObject({
          entryId: z.optional(entryId),
          orderNo: z.optional(orderNo),
          taskNo: z.optional(taskNo),
          templateNo,
        })
        .check(namesOne),
      reply: z.object({ isSent: z.boolean(), gate: gateVerdict }),
    }),
    follow: defineEndpoint({
      name: `${name}.follow`,
      method: 'POST',
      path: of.followAt,
      access: { code: [of.follow] },
      kind: 'command',
      preview: true,
      summary: 'What was said and when next; ends the lease. CALL_LEASE_LOST, CALL_BACK_HOURS',
      request: followForm,
      reply: z.object({ listStatus: z.nullable(z.string()) }),
    }),
  };
}
export type CallTasks = ReturnType<typeof tasksOf<string>>;

const TELEMARKETING = '/AdminContent/TelemarketingSystem/';
export const dialTasks = tasksOf({
  name: 'dialTask',
  at: 'telemarketing/dialTask',
  dialAt: 'telemarketing/call',
  followAt: 'telemarketing/follow/save',
  page: `${TELEMARKETING}DialTask`,
  save: 'telemarketing:dialTask:save',
  control: 'telemarketing:dialTask:control',
  dial: 'telemarketing:call:dial',
  follow: 'telemarketing:followUp:save',
  exported: 'telemarketing:dialTask:export',
});

const SERVICE_WORK = 'customerService:notLoggedList:dialTasks';
const CALLING = 'customerServiceCenter/calling';
export const callingTasks = tasksOf({
  name: 'calling',
  at: CALLING,
  dialAt: CALLING,
  followAt: `${CALLING}/follow`,
  page: '/AdminContent/CustomerServiceSystem/CallingAssignments',
  save: SERVICE_WORK,
  control: SERVICE_WORK,
  dial: SERVICE_WORK,
  follow: SERVICE_WORK,
  exported: 'customerService:calling:export',
});
