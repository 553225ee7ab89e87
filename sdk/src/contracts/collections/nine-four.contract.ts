import * as z from 'zod/mini';
import { defineEndpoint } from '../endpoint.ts';
import { businessNo, dayRange, exportReply, listReply, listRequest, reason, textFilter } from '../list.ts';
import { promiseForm } from './case-forms.ts';
import { caseLevel, caseScope } from './collection.ts';
import { SPEAKERS } from './inspection.contract.ts';

import {
  intake,
  intakeFilters,
  intakeId,
  intakeStatus,
  listFile,
  replay,
  replayed,
  replayMany,
  SORTS,
} from './nine-four-parts.ts';

export { intakeStatus, signatureCheck } from './nine-four-parts.ts';

const pageOf = (name: string) => ({ page: [`/AdminContent/CollectionSystem/${name}`] });
const exactPhone = z.optional(
  z.string().check(z.trim(), z.regex(/^254\d{9}$/, '254 plus 9 digits, e.g. 254712345678')),
);

export const callResult = z.enum(['ANSWERED', 'NO_ANSWER', 'BUSY', 'SWITCHED_OFF', 'NUMBER_FAULT', 'FAILED']);
export const callWillingness = z.enum([
  'NO_DEMAND',
  'WILLING',
  'NOT_CONNECTED',
  'UNCLEAR',
  'UNWILLING',
  'NUMBER_FAULT',
]);

/** HUNG_UP_BY. Who ended a robot's call. */
export const hungUpBy = z.enum(['CUSTOMER', 'ROBOT']);

/** One person of a task that the vendor holds. */
export const aiItem = z.object({
  itemNo: z.number(),
  /** Masked. */
  phone: z.string(),
  caseNo: z.string(),
  /** The contact gate's refusal when the task was sent or since; null: it was sent. */
  refusedFor: z.nullable(z.string()),
  /** The gate shut after it was sent, and the vendor gave it back. */
  withdrawnAt: z.nullable(z.string()),
  /** No report came, and the vendor was asked about the call. */
  askedAt: z.nullable(z.string()),
  callResult: z.nullable(z.string()),
  talkSeconds: z.nullable(z.number()),
  willingness: z.nullable(z.string()),
  calledAt: z.nullable(z.string()),
});
export const itemPage = defineEndpoint({
  name: 'aiTask.itemPage',
  method: 'POST',
  path: '94Ai/task/item/page',
  access: pageOf('NineFourAiTask'),
  kind: 'query',
  summary: 'The people of a task, with what the contact gate said and how the last call ended',
  request: listRequest(z.strictObject({ taskNo: z.string().check(z.regex(/^AI\d+$/)) }), ['itemNo']),
  reply: listReply(aiItem),
});

export const callRow = z.object({
  callId: z.string(),
  /** What the vendor calls it by. */
  vendorCallId: z.string(),
  taskNo: z.nullable(z.string()),
  taskName: z.nullable(z.string()),
  orderNo: z.nullable(z.string()),
  caseNo: z.nullable(z.string()),
  caseScope: z.nullable(caseScope),
  caseLevel: z.nullable(caseLevel),
  /** Masked, as the name is where the role masks it. */
  phone: z.string(),
  customerName: z.nullable(z.string()),
  callStart: z.string(),
  endedAt: z.nullable(z.string()),
  talkSeconds: z.nullable(z.number()),
  /** As the vendor tells them; null where it does not. */
  ringSeconds: z.nullable(z.number()),
  rounds: z.nullable(z.number()),
  hungUpBy: z.nullable(hungUpBy),
  /** Null while the vendor has not reported it. */
  callResult: z.nullable(callResult),
  willingness: z.nullable(callWillingness),
  collectorName: z.nullable(z.string()),
  costCents: z.nullable(z.number()),
  hasRecording: z.boolean(),
  /** `play` and `read`: its recording, what was said, for whom may hear those of the case's system. */
  allowedActions: z.array(z.enum(['followUp', 'play', 'read'])),
});
export type CallRow = z.output<typeof callRow>;

const callFilters = z.strictObject({
  taskName: textFilter,
  orderNo: z.optional(businessNo),
  caseNo: z.optional(businessNo),
  phone: exactPhone,
  callStart: dayRange,
  callResult: z.optional(callResult),
  willingness: z.optional(callWillingness),
  hungUpBy: z.optional(hungUpBy),
  /** As it is typed. */
  talkSecondsFrom: z.optional(z.string().check(z.trim(), z.regex(/^\d{1,5}$/, 'Digits only'))),
  caseLevel: z.optional(caseLevel),
  caseScope: z.optional(caseScope),
});
export const callPage = defineEndpoint({
  name: 'aiCall.page',
  method: 'POST',
  path: '94Ai/callRecord/page',
  access: pageOf('NineFourAiCallRecord'),
  kind: 'query',
  summary: 'Calls of robots, each with its case and what was reported of it, the newest first',
  request: listRequest(callFilters, ['callStart', 'talkSeconds']),
  reply: listReply(callRow),
});
export const callExport = listFile('aiCall.export', '94Ai/callRecord/export', callPage, callFilters, [
  'callStart',
  'talkSeconds',
]);
export const callSummary = defineEndpoint({
  name: 'aiCall.summary',
  method: 'POST',
  path: '94Ai/callRecord/summary',
  access: pageOf('NineFourAiCallRecord'),
  kind: 'query',
  summary: 'Sums of the calls that the filters match',
  request: z.strictObject({ filters: callFilters }),
  reply: z.object({ calls: z.number(), answered: z.number(), willing: z.number(), talkSeconds: z.number() }),
});

const callId = z.string().check(z.regex(/^\d{1,18}$/));
export const callOne = defineEndpoint({
  name: 'aiCall.one',
  method: 'GET',
  path: '94Ai/callRecord/{callId}',
  access: pageOf('NineFourAiCallRecord'),
  kind: 'query',
  summary: 'The reports that a call came from, in the vendor’s order. AI_CALL_NOT_FOUND',
  request: z.strictObject({ callId }),
  reply: z.object({
    reports: z.array(
      z.object({
        intakeId: z.string(),
        receivedAt: z.string(),
        vendorEventAt: z.nullable(z.string()),
        eventType: z.nullable(z.string()),
        intakeStatus,
        repeats: z.number(),
      }),
    ),
  }),
});
/** HEARD_MOMENT. What a customer said that a person should hear. */
export const heardMoment = z.enum(['PROMISE', 'DISPUTE', 'DEATH']);
export type HeardMoment = z.output<typeof heardMoment>;

export const callTranscript = defineEndpoint({
  name: 'aiCall.transcript',
  method: 'GET',
  path: '94Ai/callRecord/{callId}/transcript',
  access: { code: ['collection:recording:play', 'collectionStage:recording:play'] },
  kind: 'query',
  summary: 'What was said in a robot’s call, digits masked; reading is logged. AI_CALL_NOT_FOUND, FORBIDDEN',
  request: z.strictObject({ callId }),
  reply: z.array(
    z.object({
      fromSecond: z.number(),
      speaker: z.enum(SPEAKERS),
      said: z.string(),
      heard: z.nullable(heardMoment),
    }),
  ),
});
const eitherNotes = { code: ['collection:followUp:save', 'collectionStage:followUp:save'] } as const;

/** What a follow-up from a robot's call or an SMS reply says. */
const followUp = {
  actionCode: z.string().check(z.regex(/^[A-Z][A-Z0-9_]{1,31}$/)),
  /** Required once somebody was reached. */
  overdueReason: z.optional(z.string().check(z.regex(/^[A-Z][A-Z0-9_]{1,31}$/))),
  nextFollowUpAt: z.optional(z.iso.datetime({ offset: true })),
  remark: z
    .string()
    .check(z.trim(), z.minLength(1, 'Content cannot be blank'), z.maxLength(500, 'At most 500 characters')),
};
export const callFollowUp = defineEndpoint({
  name: 'aiCall.followUp',
  method: 'POST',
  path: '94Ai/callRecord/followUp',
  access: eitherNotes,
  kind: 'command',
  preview: true,
  summary:
    'Records a robot’s call on its case, by the code of the case’s system. AI_CALL_NOT_FOUND, AI_CALL_NO_CASE, FORBIDDEN, ILLEGAL_TRANSITION, PROMISE_TOO_LATE, PROMISE_ABOVE_PAYOFF, PROMISES_ENDED, PROMISE_OPEN',
  request: z.strictObject({
    callId,
    ...followUp,
    /** What the borrower promised, confirmed by the collector: the robot makes no promise. */
    promise: z.optional(z.omit(promiseForm, { caseId: true })),
  }),
  reply: z.object({ followUpId: z.number(), promiseNo: z.nullable(z.string()) }),
});
const callIds = z.array(callId).check(z.minLength(1, 'Choose at least 1'), z.maxLength(1_000));
export const callFollowMany = defineEndpoint({
  name: 'aiCall.followMany',
  method: 'POST',
  path: '94Ai/callRecord/followUp/batch',
  access: eitherNotes,
  kind: 'command',
  summary: 'Records several robot calls on their cases alike, by a job',
  request: z.strictObject({ callIds, ...followUp }),
  reply: exportReply,
});
export const callMarkNumbers = defineEndpoint({
  name: 'aiCall.markNumbers',
  method: 'POST',
  path: '94Ai/callRecord/markNumbers/batch',
  access: eitherNotes,
  kind: 'command',
  summary: 'Closes every channel to the numbers of calls that found a wrong number, by a job; other calls fail',
  request: z.strictObject({ callIds, remark: reason }),
  reply: exportReply,
});

export const callBackRow = z.object({
  ...intake,
  /** Ours, also where the report names the vendor's number alone. */
  taskNo: z.nullable(z.string()),
  vendorTaskId: z.nullable(z.string()),
  /** Our number of the call, as the vendor returns it. */
  vendorCallId: z.nullable(z.string()),
  /** How the call ended, in the vendor's word. */
  eventType: z.nullable(z.string()),
  vendorEventAt: z.nullable(z.string()),
  caseNo: z.nullable(z.string()),
  /** Of the call it is about, as call records number it; its phone is masked. */
  callId: z.nullable(z.string()),
  phone: z.nullable(z.string()),
  allowedActions: z.array(z.enum(['replay', 'match'])),
});
export type CallBackRow = z.output<typeof callBackRow>;
const callBackFilters = z.strictObject({
  ...intakeFilters,
  vendorCallId: textFilter,
  taskNo: textFilter,
  vendorTaskId: textFilter,
  eventType: z.optional(callResult),
});
export const callBackPage = defineEndpoint({
  name: 'aiCallBack.page',
  method: 'POST',
  path: '94Ai/callBack/page',
  access: pageOf('NineFourAiCallBack'),
  kind: 'query',
  summary: 'Reports of calls as the vendor sent them, and what became of each, the newest first',
  request: listRequest(callBackFilters, SORTS),
  reply: listReply(callBackRow),
});

export const callBackLag = defineEndpoint({
  name: 'aiCallBack.lag',
  method: 'POST',
  path: '94Ai/callBack/lag',
  access: pageOf('NineFourAiCallBack'),
  kind: 'query',
  summary:
    'How long reports of calls took in the last 24 hours, hour by hour, and whether they are late or have stopped',
  request: z.strictObject({}),
  reply: z.object({
    /** Above it a report is late. */
    boundSeconds: z.number(),
    /** Of the last hour; null without a report in it. */
    medianSeconds: z.nullable(z.number()),
    /** Since the last report of any call; null: there was none. */
    quietMinutes: z.nullable(z.number()),
    /** Calls of running tasks that were sent half an hour ago or longer and have no end. */
    waiting: z.number(),
    alarm: z.nullable(z.enum(['LATE', 'SILENT'])),
    hours: z.array(
      z.object({
        hour: z.string(),
        reports: z.number(),
        medianSeconds: z.number(),
        mostSeconds: z.number(),
        late: z.number(),
      }),
    ),
  }),
});

export const callBackExport = listFile(
  'aiCallBack.export',
  '94Ai/callBack/export',
  callBackPage,
  callBackFilters,
  SORTS,
);

export const callBackReplayMany = replayMany('aiCallBack.replayMany', '94Ai/callBack/replay/batch', callBackFilters);
export const callBackReplay = replay('aiCallBack.replay', '94Ai/callBack/replay');
export const callBackMatch = defineEndpoint({
  name: 'aiCallBack.match',
  method: 'POST',
  path: '94Ai/callBack/match',
  access: { code: ['collection:ai94:replay'] },
  kind: 'command',
  preview: true,
  summary:
    'Joins an unmatched report to the newest robot call of a case’s borrower that has none, and works it off. CALLBACK_NOT_FOUND, STALE, CASE_NOT_FOUND, AI_CALL_NOT_FOUND',
  request: z.strictObject({ intakeId, version: z.int(), caseNo: businessNo }),
  reply: replayed,
});

export const deliveryStatus = z.enum(['SENT', 'DELIVERED', 'FAILED']);
export const smsBackRow = z.object({
  ...intake,
  vendorSmsId: z.nullable(z.string()),
  deliveryStatus: z.nullable(deliveryStatus),
  /** When that was, where the gateway says; of two ends of an SMS the later one counts. */
  vendorEventAt: z.nullable(z.string()),
  phone: z.nullable(z.string()),
  orderNo: z.nullable(z.string()),
  caseNo: z.nullable(z.string()),
  templateCode: z.nullable(z.string()),
  /** The robot task that sent the text; null of other texts. */
  taskName: z.nullable(z.string()),
  /** What was sent, numbers in it masked; null where it is about nothing of ours. */
  sentText: z.nullable(z.string()),
  costCents: z.nullable(z.number()),
  /** SMS that the text was sent as. */
  segments: z.nullable(z.number()),
  /** The network that it was delivered in, as the gateway tells it. */
  networkCode: z.nullable(z.string()),
  allowedActions: z.array(z.enum(['replay'])),
});
export type SmsBackRow = z.output<typeof smsBackRow>;
const smsBackFilters = z.strictObject({
  ...intakeFilters,
  vendorSmsId: textFilter,
  /** Of the robot task whose text it is about. */
  taskName: textFilter,
  deliveryStatus: z.optional(deliveryStatus),
  networkCode: z.optional(z.string().check(z.trim(), z.regex(/^\d{1,8}$/, 'A number, e.g. 63902'))),
  orderNo: z.optional(businessNo),
});
export const smsBackPage = defineEndpoint({
  name: 'aiSmsBack.page',
  method: 'POST',
  path: '94Ai/smsBack/page',
  access: pageOf('NineFourAiSmsBack'),
  kind: 'query',
  summary: 'Delivery reports of SMS as they came, and what became of each, the newest first',
  request: listRequest(smsBackFilters, SORTS),
  reply: listReply(smsBackRow),
});
export const smsBackExport = listFile('aiSmsBack.export', '94Ai/smsBack/export', smsBackPage, smsBackFilters, SORTS);
export const smsBackReplay = replay('aiSmsBack.replay', '94Ai/smsBack/replay');

export const smsBackReplayMany = replayMany('aiSmsBack.replayMany', '94Ai/smsBack/replay/batch', smsBackFilters);

export const replyRow = z.object({
  replyId: z.number(),
  vendorSmsId: z.string(),
  receivedAt: z.string(),
  phone: z.string(),
  /** Numbers in it are masked. */
  replyText: z.string(),
  /** True: it asked to stop, and every channel was closed at once. */
  isStop: z.boolean(),
  /** The payment of the merchant whose serial it names, and what of it is not allocated yet. */
  flowNo: z.nullable(z.string()),
  writableCents: z.nullable(z.number()),
  orderNo: z.nullable(z.string()),
  caseNo: z.nullable(z.string()),
  customerName: z.nullable(z.string()),
  collectorName: z.nullable(z.string()),
  isHandled: z.boolean(),
  handledByName: z.nullable(z.string()),
  handledAt: z.nullable(z.string()),
  remark: z.nullable(z.string()),
  allowedActions: z.array(z.enum(['handle'])),
});
export type ReplyRow = z.output<typeof replyRow>;
const replyFilters = z.strictObject({
  phone: exactPhone,
  orderNo: z.optional(businessNo),
  isHandled: z.optional(z.boolean()),
  isStop: z.optional(z.boolean()),
  vendorSmsId: textFilter,
  receivedAt: dayRange,
});
export const replyPage = defineEndpoint({
  name: 'aiSmsBack.replyPage',
  method: 'POST',
  path: '94Ai/smsBack/reply/page',
  access: pageOf('NineFourAiSmsBack'),
  kind: 'query',
  summary: 'What borrowers answered to SMS, the newest first',
  request: listRequest(replyFilters, SORTS),
  reply: listReply(replyRow),
});
export const replyExport = listFile(
  'aiSmsBack.replyExport',
  '94Ai/smsBack/reply/export',
  replyPage,
  replyFilters,
  SORTS,
);
export const handle = defineEndpoint({
  name: 'aiSmsBack.handle',
  method: 'POST',
  path: '94Ai/smsBack/handle',
  access: eitherNotes,
  kind: 'command',
  preview: true,
  summary:
    'Marks replies as handled; on request records each on its case, and closes every channel to the number. SMS_REPLY_NOT_FOUND, ILLEGAL_TRANSITION, AI_CALL_NO_CASE, FORBIDDEN',
  request: z.strictObject({
    replyIds: z.array(z.int()).check(z.minLength(1, 'Choose at least 1'), z.maxLength(100, 'At most 100 at a time')),
    remark: followUp.remark,
    stopContact: z.optional(z.enum(['OBJECTED', 'DISPUTE'])),
    /** With it the reply is a follow-up on its case, by the code of the case's system. */
    actionCode: z.optional(followUp.actionCode),
    overdueReason: followUp.overdueReason,
    nextFollowUpAt: followUp.nextFollowUpAt,
  }),
  reply: z.object({ handled: z.number() }),
});
export const handleMany = defineEndpoint({
  name: 'aiSmsBack.handleMany',
  method: 'POST',
  path: '94Ai/smsBack/handle/batch',
  access: { code: ['collection:followUp:save'] },
  kind: 'command',
  summary: 'Marks replies as acknowledged, by a job',
  request: z.strictObject({
    replyIds: z.array(z.int()).check(z.minLength(1, 'Choose at least 1'), z.maxLength(1_000)),
    remark: reason,
  }),
  reply: exportReply,
});
