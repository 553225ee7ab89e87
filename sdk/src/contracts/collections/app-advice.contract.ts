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
import { historyEntry } from '../platform/history.ts';
import { answerDelivery, feedbackResult, feedbackStatus } from './feedback.contract.ts';

const PREFIX = 'customerServiceCenter/appAdvice';
const seen = { page: ['/AdminContent/CustomerServiceSystem/Feedback'] } as const;
const HANDLE = { code: ['customerService:advice:handle'] } as const;

/** ADVICE_TYPE */
export const adviceType = z.enum(['PROBLEM', 'SUGGESTION', 'SIGN_IN', 'PAYMENT', 'OTHER']);
const adviceNo = z.string().check(z.regex(/^AA\d+$/));
const phone = z.string().check(z.trim(), z.regex(/^254\d{9}$/, '254 plus 9 digits, e.g. 254712345678'));
const text = (most: number) =>
  z
    .string()
    .check(z.trim(), z.minLength(1, 'Content cannot be blank'), z.maxLength(most, `At most ${most} characters`));

export const adviceRow = z.object({
  adviceNo: z.string(),
  merchantNo: z.string(),
  /** The merchant's name: it has one app. */
  appName: z.string(),
  appVersion: z.string(),
  adviceType,
  content: z.string(),
  imageCount: z.number(),
  customerNo: z.nullable(z.string()),
  /** Masked where the caller is. */
  customerName: z.nullable(z.string()),
  /** Masked; null where nobody was signed in. */
  phone: z.nullable(z.string()),
  feedbackStatus,
  handlerUserNo: z.nullable(z.string()),
  handlerName: z.nullable(z.string()),
  submittedAt: z.string(),
  replyDueAt: z.string(),
  processedAt: z.nullable(z.string()),
  /** The customer feedback it became. */
  feedbackNo: z.nullable(z.string()),
  allowedActions: z.array(z.enum(['take', 'reply', 'finish', 'assign', 'toFeedback'])),
});
export type AdviceRow = z.output<typeof adviceRow>;

const filters = z.strictObject({
  adviceNo: textFilter,
  /** Exact. */
  phone: z.optional(phone),
  merchantNo: z.optional(businessNo),
  appVersion: textFilter,
  adviceType: z.optional(adviceType),
  feedbackStatus: z.optional(feedbackStatus),
  handlerUserNo: z.optional(businessNo),
  submittedAt: dayRange,
  /** Due and not answered. */
  isOverdue: z.optional(z.boolean()),
});
const SORTS = ['submittedAt', 'replyDueAt'] as const;

export const page = defineEndpoint({
  name: 'appAdvice.page',
  method: 'POST',
  path: `${PREFIX}/page`,
  access: seen,
  kind: 'query',
  summary: 'What customers wrote in the app, the newest first',
  request: listRequest(filters, SORTS),
  reply: listReply(adviceRow),
});
export const exportList = defineEndpoint({
  name: 'appAdvice.export',
  method: 'POST',
  path: `${PREFIX}/export`,
  access: { code: ['customerService:advice:export'] },
  kind: 'command',
  summary: 'The filtered or the selected advice as a file, made by a job',
  request: exportRequest(filters, SORTS),
  reply: exportReply,
});
export const people = defineEndpoint({
  name: 'appAdvice.people',
  method: 'GET',
  path: `${PREFIX}/people`,
  access: seen,
  kind: 'query',
  summary: 'Who may answer advice of the caller’s merchants',
  request: z.object({}),
  reply: z.array(z.object({ value: z.string(), label: z.string() })),
});
export const groups = defineEndpoint({
  name: 'appAdvice.groups',
  method: 'GET',
  path: `${PREFIX}/groups`,
  access: seen,
  kind: 'query',
  summary: 'What several customers wrote of one app version and type in the last 7 days, most first',
  request: z.object({}),
  reply: z.array(
    z.object({
      merchantNo: z.string(),
      appName: z.string(),
      appVersion: z.string(),
      adviceType,
      count: z.number(),
      /** Not processed yet. */
      open: z.number(),
      newestAt: z.string(),
      newest: z.string(),
    }),
  ),
});
export const one = defineEndpoint({
  name: 'appAdvice.one',
  method: 'GET',
  path: `${PREFIX}/{adviceNo}`,
  access: seen,
  kind: 'query',
  summary: 'Advice with its thread, what else the customer wrote, and its history. NOT_FOUND',
  request: z.object({ adviceNo }),
  reply: z.object({
    row: adviceRow,
    device: z.nullable(z.string()),
    language: z.string(),
    images: z.array(z.object({ attachId: z.string(), fileName: z.string() })),
    result: z.nullable(feedbackResult),
    resultRemark: z.nullable(z.string()),
    replies: z.array(
      z.object({
        at: z.string(),
        byName: z.string(),
        content: z.string(),
        /** In the app, and by SMS where that was ticked. */
        deliveries: z.array(answerDelivery),
      }),
    ),
    others: z.array(z.object({ adviceNo: z.string(), content: z.string(), submittedAt: z.string() })),
    /** Others of the same app version and type in the last 7 days. */
    similar: z.number(),
    history: z.array(historyEntry),
  }),
});
export const submit = defineEndpoint({
  name: 'appAdvice.submit',
  method: 'POST',
  path: `${PREFIX}/submit`,
  access: { code: ['audit:order:intake'] },
  kind: 'command',
  summary: 'Advice that a customer wrote in the app, sent by the app’s server. REFERENCE_UNKNOWN',
  request: z.strictObject({
    merchantNo: businessNo,
    customerNo: z.optional(businessNo),
    appVersion: z.string().check(z.trim(), z.regex(/^\d+\.\d+\.\d+$/, 'Three numbers, e.g. 2.14.0')),
    adviceType,
    content: text(2000),
    language: z.enum(['en', 'sw']),
    device: z.optional(z.string().check(z.maxLength(128))),
  }),
  reply: z.object({ adviceNo: z.string() }),
});

const moved = z.object({ adviceNo: z.string(), feedbackStatus });
const command = { method: 'POST', kind: 'command', access: HANDLE, reply: moved } as const;
const resolution = { result: feedbackResult, resultRemark: z.optional(z.string().check(z.trim(), z.maxLength(200))) };

export const take = defineEndpoint({
  ...command,
  name: 'appAdvice.take',
  path: `${PREFIX}/take`,
  summary: 'Takes advice to answer it. NOT_FOUND, FEEDBACK_TAKEN where somebody was quicker',
  request: z.strictObject({ adviceNo }),
});
export const assign = defineEndpoint({
  name: 'appAdvice.assign',
  method: 'POST',
  path: `${PREFIX}/assign`,
  access: HANDLE,
  kind: 'command',
  summary: 'Hands advice that is not answered to somebody, one transaction each, by a job',
  request: z.strictObject({ adviceNos: selected, handlerUserNo: businessNo, reason }),
  reply: exportReply,
});
export const reply = defineEndpoint({
  ...command,
  name: 'appAdvice.reply',
  path: `${PREFIX}/reply`,
  summary:
    'Answers one’s own advice in the app, and by SMS where that is ticked. NOT_FOUND, FEEDBACK_NOT_YOURS, ILLEGAL_TRANSITION, SENSITIVE_WORD, FEEDBACK_PHONE_UNKNOWN, CONTACT_…',
  request: z.strictObject({
    adviceNo,
    replyContent: text(1000),
    /** Through the contact gate, as service. */
    bySms: z.optional(z.boolean()),
  }),
});
export const finish = defineEndpoint({
  ...command,
  name: 'appAdvice.finish',
  path: `${PREFIX}/finish`,
  summary: 'Ends one’s own advice with its result. NOT_FOUND, FEEDBACK_NOT_YOURS, ILLEGAL_TRANSITION',
  request: z.strictObject({ adviceNo, ...resolution }),
});
export const finishMany = defineEndpoint({
  name: 'appAdvice.finishMany',
  method: 'POST',
  path: `${PREFIX}/finishMany`,
  access: HANDLE,
  kind: 'command',
  summary: 'Takes, answers and ends advice of one cause with one reply, one transaction each, by a job',
  request: z.strictObject({ adviceNos: selected, replyContent: text(1000), ...resolution }),
  reply: exportReply,
});
export const toFeedback = defineEndpoint({
  name: 'appAdvice.toFeedback',
  method: 'POST',
  path: `${PREFIX}/toFeedback`,
  access: { code: ['customerService:feedback:save'] },
  kind: 'command',
  summary: 'Makes it a customer feedback and links the two. NOT_FOUND, NOTHING_CHANGES where it is one already',
  request: z.strictObject({ adviceNo }),
  reply: z.object({ adviceNo: z.string(), feedbackNo: z.string() }),
});
