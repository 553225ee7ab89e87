import * as z from 'zod/mini';
import { defineEndpoint } from '../endpoint.ts';
import { businessNo, dayRange, exportReply, exportRequest, listReply, listRequest, textFilter } from '../list.ts';
import { caseLevel, caseScope, someOf } from './collection.ts';
import { pauseReason } from './collector-pause.contract.ts';
import { callResult } from './nine-four.contract.ts';

const seen = { page: ['/AdminContent/CollectionSystem/CollectionPersonnelMonitoring'] } as const;
const NAME = 'collectionMonitor';

/** PRESENCE of a collector now. ON_CALL: dialled, and no end reported yet. PAUSED: said so, and has not called since. IDLE: on shift, nothing done for ten minutes. */
export const presence = z.enum(['ON_CALL', 'PAUSED', 'ACTIVE', 'IDLE', 'OFF_SHIFT']);

/** A collector on one day, in EAT. */
export const workDay = z.object({
  /** `U000005.2026-11-27` */
  workDayId: z.string(),
  userNo: z.string(),
  realName: z.string(),
  groupName: z.nullable(z.string()),
  deptName: z.nullable(z.string()),
  employeeCategory: z.enum(['NEW', 'OLD']),
  workDate: z.string(),
  /** Of today alone; null on days that are over. */
  presence: z.nullable(presence),
  isOverCap: z.boolean(),
  /** Of the pause that has not ended; null where there is none. */
  pauseReason: z.nullable(pauseReason),
  pausedSince: z.nullable(z.string()),
  /** All pauses of the day. */
  pauseSeconds: z.number(),
  firstActionAt: z.nullable(z.string()),
  lastActionAt: z.nullable(z.string()),
  /** In work now. */
  casesHeld: z.number(),
  /** What these cases owe now, fees of today not charged yet. */
  dueCents: z.number(),
  casesTouched: z.number(),
  followUps: z.number(),
  callsDialled: z.number(),
  callsConnected: z.number(),
  talkSeconds: z.number(),
  smsSent: z.number(),
  gateRefusals: z.number(),
  promisesMade: z.number(),
  promisesKept: z.number(),
  /** Credited to them that day, rolled back payments not counted. */
  repaidCents: z.number(),
});
export type WorkDayRow = z.output<typeof workDay>;

/** As it is typed. */
const seconds = z.optional(z.string().check(z.trim(), z.regex(/^\d{1,5}$/, 'Digits only')));
const filters = z.strictObject({
  workDate: dayRange,
  userNo: someOf(businessNo),
  groupName: textFilter,
  deptNo: z.optional(businessNo),
  /** Whoever works for one of them, among others or alone. */
  merchantNo: someOf(businessNo),
  employeeCategory: z.optional(z.enum(['NEW', 'OLD'])),
  isOnShift: z.optional(z.boolean()),
  /** Whoever has such cases now, or followed one up on the day. */
  caseScope: z.optional(caseScope),
  caseLevel: z.optional(caseLevel),
  /** Whoever had a call of the day that ended so, or took at least so long. */
  callResult: z.optional(callResult),
  talkSecondsFrom: seconds,
});
const SORTS = ['workDate', 'realName'] as const;

export const page = defineEndpoint({
  name: `${NAME}.page`,
  method: 'POST',
  path: 'collectionMonitor/page',
  access: seen,
  kind: 'query',
  summary: 'What collectors of the caller’s merchants did, a row a person and day, today first; 92 days back',
  request: listRequest(filters, SORTS),
  reply: listReply(workDay),
});
export const exportList = defineEndpoint({
  name: `${NAME}.export`,
  method: 'POST',
  path: 'collectionMonitor/export',
  access: seen,
  kind: 'command',
  summary: 'The filtered or the selected days as a file, made by a job',
  request: exportRequest(filters, SORTS),
  reply: exportReply,
});

const day = { userNo: businessNo, workDate: z.iso.date() };
const ofDay = z.strictObject(day);
const recordsOfDay = z.strictObject({ ...day, caseScope: z.optional(caseScope), caseLevel: z.optional(caseLevel) });
const contactsOfDay = z.strictObject({
  ...day,
  caseScope: z.optional(caseScope),
  callResult: z.optional(callResult),
  talkSecondsFrom: seconds,
});
export const record = z.object({
  followUpId: z.number(),
  at: z.string(),
  caseNo: z.string(),
  caseScope,
  caseLevel,
  contactPerson: z.string(),
  contactChannel: z.string(),
  actionCode: z.string(),
  remark: z.string(),
});
export const recordPage = defineEndpoint({
  name: `${NAME}.recordPage`,
  method: 'POST',
  path: 'collectionMonitor/record/page',
  access: seen,
  kind: 'query',
  summary: 'Follow-ups of a collector on a day, the newest first',
  request: listRequest(recordsOfDay, ['at']),
  reply: listReply(record),
});
export const recordExport = defineEndpoint({
  name: `${NAME}.recordExport`,
  method: 'POST',
  path: 'collectionMonitor/record/export',
  access: seen,
  kind: 'command',
  summary: 'Follow-ups of a collector on a day as a file, made by a job',
  request: exportRequest(recordsOfDay, ['at']),
  reply: exportReply,
});

export const contact = z.object({
  attemptId: z.number(),
  at: z.string(),
  caseNo: z.nullable(z.string()),
  /** Masked. */
  phone: z.string(),
  /** Why the contact gate refused it; null: it was let through. */
  refusedFor: z.nullable(z.string()),
  outcome: z.nullable(z.string()),
  talkSeconds: z.nullable(z.number()),
  templateCode: z.nullable(z.string()),
  /** The SMS account that sent it; null for calls, and where no route applied. */
  accountCode: z.nullable(z.string()),
  costCents: z.nullable(z.number()),
  caseScope: z.nullable(caseScope),
  /** Whether the caller may hear it. */
  hasRecording: z.boolean(),
});
export type Contact = z.output<typeof contact>;
const contactsOf = <const Name extends string>(what: Name, summary: string) =>
  defineEndpoint({
    name: `${NAME}.${what}Page`,
    method: 'POST',
    path: `collectionMonitor/${what}/page`,
    access: seen,
    kind: 'query',
    summary,
    request: listRequest(contactsOfDay, ['at']),
    reply: listReply(contact),
  });
const contactExportOf = <const Name extends string>(what: Name, summary: string) =>
  defineEndpoint({
    name: `${NAME}.${what}Export`,
    method: 'POST',
    path: `collectionMonitor/${what}/export`,
    access: seen,
    kind: 'command',
    summary,
    request: exportRequest(contactsOfDay, ['at']),
    reply: exportReply,
  });
export const callDetailPage = contactsOf('callDetail', 'Calls of a collector on a day, the newest first');
export const smsDetailPage = contactsOf('smsDetail', 'SMS of a collector on a day, the newest first');

export const callDetailExport = contactExportOf('callDetail', 'Calls of a collector on a day as a file, made by a job');
export const smsDetailExport = contactExportOf('smsDetail', 'SMS of a collector on a day as a file, made by a job');

export const repayStat = defineEndpoint({
  name: `${NAME}.repayStat`,
  method: 'POST',
  path: 'collectionMonitor/repayStat',
  access: seen,
  kind: 'query',
  summary: 'What was repaid to a collector’s credit on a day, by level and by hour (EAT)',
  request: ofDay,
  reply: z.object({
    byLevel: z.array(z.object({ caseLevel: z.nullable(caseLevel), payments: z.number(), repaidCents: z.number() })),
    byHour: z.array(z.object({ hour: z.number(), payments: z.number(), repaidCents: z.number() })),
  }),
});

export const live = defineEndpoint({
  name: `${NAME}.live`,
  method: 'GET',
  path: 'collectionMonitor/live',
  access: seen,
  kind: 'query',
  summary: 'What collectors of the caller’s merchants are doing now',
  request: z.object({}),
  reply: z.object({
    people: z.array(z.object({ presence, people: z.number() })),
    overCap: z.number(),
    /** Whoever was idle the longest, at most 10. */
    idle: z.array(z.object({ userNo: z.string(), realName: z.string(), lastActionAt: z.nullable(z.string()) })),
    /** Promises due today on cases that nobody followed up today. */
    untouchedPromises: z.number(),
    /** A sample of today's long calls after which the collector noted nothing, at most 5. */
    toReview: z.array(
      z.object({
        attemptId: z.number(),
        realName: z.string(),
        caseNo: z.string(),
        caseScope: z.enum(['ORDER', 'BILL']),
        at: z.string(),
        talkSeconds: z.number(),
        /** There is a recording, and the caller may play it. */
        hasRecording: z.boolean(),
      }),
    ),
  }),
});
