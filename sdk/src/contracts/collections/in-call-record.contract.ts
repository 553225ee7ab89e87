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
  selected,
  textFilter,
} from '../list.ts';
import { feedbackCategory, feedbackSeverity } from './feedback.contract.ts';
import { historyEntry } from '../platform/history.ts';

const PREFIX = 'customerServiceCenter/inCallRecord';
const seen = { page: ['/AdminContent/CustomerServiceSystem/CustomerInCallRecord'] } as const;
const SAVE = { code: ['customerService:callRecord:save'] } as const;

/** IN_CALL_REASON */
export const inCallReason = z.enum([
  'APPLICATION',
  'DISBURSEMENT',
  'REPAYMENT',
  'CHARGES',
  'COMPLAINT',
  'ACCOUNT',
  'OTHER',
]);
/** IN_CALL_STATUS */
export const resolveStatus = z.enum(['UNRESOLVED', 'FOLLOWING', 'RESOLVED']);
const recordNo = z.string().check(z.regex(/^IC\d+$/));
const phone = z.string().check(z.trim(), z.regex(/^254\d{9}$/, '254 plus 9 digits, e.g. 254712345678'));

export const inCallRow = z.object({
  recordNo: z.string(),
  merchantNo: z.string(),
  callAt: z.string(),
  /** The number that was called; null where nobody noted it. */
  hotline: z.nullable(z.string()),
  /** Masked. */
  phone: z.string(),
  customerNo: z.nullable(z.string()),
  /** Masked where the caller is. */
  customerName: z.nullable(z.string()),
  isCustomer: z.boolean(),
  /** Masked. */
  email: z.nullable(z.string()),
  orderNo: z.nullable(z.string()),
  isMissed: z.boolean(),
  /** Of a customer whose VIP level is served first. */
  hasHotlinePriority: z.boolean(),
  /** Null of a missed call. */
  reasonType: z.nullable(inCallReason),
  content: z.nullable(z.string()),
  resolveStatus,
  nextFollowAt: z.nullable(z.string()),
  agentName: z.nullable(z.string()),
  waitSeconds: z.number(),
  talkSeconds: z.number(),
  calledBackAt: z.nullable(z.string()),
  /** The customer feedback that was made of it. */
  feedbackNo: z.nullable(z.string()),
  allowedActions: z.array(z.enum(['update', 'callBack', 'toFeedback', 'assign'])),
});
export type InCallRow = z.output<typeof inCallRow>;

const filters = z.strictObject({
  /** Exact. */
  phone: z.optional(phone),
  customerName: textFilter,
  hotline: textFilter,
  reasonType: z.optional(inCallReason),
  resolveStatus: z.optional(resolveStatus),
  agentUserNo: z.optional(businessNo),
  callAt: dayRange,
  isMissed: z.optional(z.boolean()),
  hasHotlinePriority: z.optional(z.boolean()),
});
const SORTS = ['callAt', 'nextFollowAt'] as const;

export const page = defineEndpoint({
  name: 'inCallRecord.page',
  method: 'POST',
  path: `${PREFIX}/page`,
  access: seen,
  kind: 'query',
  summary: 'Calls of customers that came in, the newest first',
  request: listRequest(filters, SORTS),
  reply: listReply(inCallRow),
});
export const exportList = defineEndpoint({
  name: 'inCallRecord.export',
  method: 'POST',
  path: `${PREFIX}/export`,
  access: { code: ['customerService:callRecord:export'] },
  kind: 'command',
  summary: 'The filtered or the selected calls as a file, made by a job',
  request: exportRequest(filters, SORTS),
  reply: exportReply,
});
export const choices = defineEndpoint({
  name: 'inCallRecord.choices',
  method: 'GET',
  path: `${PREFIX}/choices`,
  access: seen,
  kind: 'query',
  summary: 'Hotlines and agents of the caller’s merchants',
  request: z.object({}),
  reply: z.object({
    hotlines: z.array(z.object({ value: z.string(), label: z.string() })),
    agents: z.array(z.object({ value: z.string(), label: z.string() })),
    /** Whether calls can ring in the browser. */
    hasTelephone: z.boolean(),
  }),
});
export const byHour = defineEndpoint({
  name: 'inCallRecord.byHour',
  method: 'GET',
  path: `${PREFIX}/byHour`,
  access: seen,
  kind: 'query',
  summary:
    'Why people rang in each hour of a day, beside the SMS tasks that began and the app versions published that day',
  request: z.object({
    /** EAT. */
    day: z.iso.date('A date, e.g. 2026-11-30'),
  }),
  reply: z.object({
    hours: z.array(
      z.object({
        /** EAT, 0 to 23. */
        hour: z.number(),
        /** Null of missed calls. */
        reasonType: z.nullable(inCallReason),
        calls: z.number(),
      }),
    ),
    beside: z.array(
      z.object({ kind: z.enum(['SMS_TASK', 'APP_VERSION']), no: z.string(), name: z.string(), at: z.string() }),
    ),
  }),
});
export const checkPhone = defineEndpoint({
  name: 'inCallRecord.checkPhone',
  method: 'POST',
  path: `${PREFIX}/checkPhone`,
  access: SAVE,
  kind: 'query',
  summary: 'Whose number it is, with orders and the latest calls; a number that is no customer’s has none',
  request: z.strictObject({ phone }),
  reply: z.object({
    customerNo: z.nullable(z.string()),
    /** Masked where the caller is. */
    customerName: z.nullable(z.string()),
    orders: z.array(z.object({ orderNo: z.string(), orderStatus: z.string() })),
    calls: z.array(z.object({ recordNo: z.string(), callAt: z.string(), reasonType: z.nullable(inCallReason) })),
  }),
});
export const recording = defineEndpoint({
  name: 'inCallRecord.recording',
  method: 'GET',
  path: `${PREFIX}/recording`,
  access: { code: ['customerService:callRecord:listen'] },
  kind: 'query',
  replyForm: 'file',
  summary: 'The recording of a call that came in; listening is logged. RECORDING_NONE, RECORDING_EXPIRED',
  request: z.object({ recordNo }),
  reply: z.unknown(),
});
export const one = defineEndpoint({
  name: 'inCallRecord.one',
  method: 'GET',
  path: `${PREFIX}/{recordNo}`,
  access: seen,
  kind: 'query',
  summary: 'A call with the bill its caller owes next, their latest calls, and what was changed. NOT_FOUND',
  request: z.object({ recordNo }),
  reply: z.object({
    row: inCallRow,
    /** The earliest unpaid bill of the customer. */
    bill: z.nullable(z.object({ billNo: z.string(), dueDate: z.string(), outstandingCents: z.number() })),
    calls: z.array(z.object({ recordNo: z.string(), callAt: z.string(), content: z.nullable(z.string()) })),
    /** Of a call that was taken in the browser, for who may listen. */
    hasRecording: z.boolean(),
    history: z.array(historyEntry),
  }),
});

const said = {
  reasonType: inCallReason,
  content: z
    .string()
    .check(z.trim(), z.minLength(1, 'Content cannot be blank'), z.maxLength(1000, 'At most 1000 characters')),
  resolveStatus,
  /** None: nobody rings again. */
  nextFollowAt: z.optional(z.nullable(z.iso.datetime('A date and time'))),
  /** Of a change: left out, the one on record stays. */
  email: z.optional(
    z.nullable(z.string().check(z.trim(), z.regex(/^[^\s@]+@[^\s@]+\.[^\s@]{2,}$/, 'e-mail format is wrong'))),
  ),
};
const written = z.object({ recordNo: z.string() });

const callForm = z.strictObject({
  /** Or `callNo`. */
  phone: z.optional(phone),
  /** Taken in the browser: number, hotline and duration are the call's own. */
  callNo: z.optional(z.string().check(z.regex(/^kc[0-9a-f]{24}$/))),
  ...said,
  /** Which of our numbers was called; needed where the caller is no customer. */
  hotline: z.optional(z.nullable(z.string().check(z.trim(), z.maxLength(64)))),
  orderNo: z.optional(z.nullable(businessNo)),
  talkSeconds: z.optional(z.int().check(z.minimum(0), z.maximum(86_400))),
});

export const save = defineEndpoint({
  name: 'inCallRecord.save',
  method: 'POST',
  path: `${PREFIX}/save`,
  access: SAVE,
  kind: 'command',
  summary:
    'Records a call that came in, by its number or by the call that one took. REFERENCE_UNKNOWN, ORDER_NOT_FOUND, CALL_NOT_FOUND, CALL_NOT_REPORTED, CALL_RECORDED',
  request: callForm,
  reply: written,
});
export const update = defineEndpoint({
  name: 'inCallRecord.update',
  method: 'POST',
  path: `${PREFIX}/update`,
  access: SAVE,
  kind: 'command',
  summary: 'Changes one’s own record of the same day, a lead’s of 7 days. NOT_FOUND, RECORD_CLOSED',
  request: z.strictObject({ recordNo, ...said }),
  reply: written,
});
export const callBack = defineEndpoint({
  name: 'inCallRecord.callBack',
  method: 'POST',
  path: `${PREFIX}/callBack`,
  access: SAVE,
  kind: 'command',
  summary: 'Passes the contact gate for a call back and keeps the attempt. NOT_FOUND, NOTHING_CHANGES, CONTACT_…',
  request: z.strictObject({ recordNo }),
  reply: z.object({
    recordNo: z.string(),
    /** What the browser dials; null where an extension rings. */
    callNo: z.nullable(z.string()),
  }),
});
export const toFeedback = defineEndpoint({
  name: 'inCallRecord.toFeedback',
  method: 'POST',
  path: `${PREFIX}/toFeedback`,
  access: { code: ['customerService:feedback:save'] },
  kind: 'command',
  summary: 'Makes a customer feedback of a customer’s call, once, and links them. NOT_FOUND, NOTHING_CHANGES',
  request: z.strictObject({
    recordNo,
    category: feedbackCategory,
    severity: feedbackSeverity,
    content: z
      .string()
      .check(z.trim(), z.minLength(1, 'Content cannot be blank'), z.maxLength(2000, 'At most 2000 characters')),
  }),
  reply: z.object({ recordNo: z.string(), feedbackNo: z.string() }),
});
export const assign = defineEndpoint({
  name: 'inCallRecord.assign',
  method: 'POST',
  path: `${PREFIX}/assign`,
  access: { code: ['customerService:feedback:handle'] },
  kind: 'command',
  summary: 'Hands missed calls to an agent, one transaction each, by a job',
  request: z.strictObject({ recordNos: selected, agentUserNo: businessNo, reason }),
  reply: exportReply,
});
