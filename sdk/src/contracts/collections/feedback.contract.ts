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
import { couponApplicationStatus } from '../lending/coupon.contract.ts';
import { messageChannel } from '../platform/message-nodes.ts';

const PREFIX = 'customerServiceCenter/feedback';
const seen = { page: ['/AdminContent/CustomerServiceSystem/CustomerFeedback'] } as const;
const SAVE = { code: ['customerService:feedback:save'] } as const;
const HANDLE = { code: ['customerService:feedback:handle'] } as const;
const DISPUTE = { code: ['customerService:feedback:dispute'] } as const;

export const feedbackStatus = z.enum(['UNPROCESSED', 'PROCESSING', 'PROCESSED']);
export const feedbackSource = z.enum(['CALL', 'APP', 'EMAIL', 'WHATSAPP', 'SOCIAL', 'REGULATOR']);
export const feedbackCategory = z.enum([
  'APPLICATION',
  'DISBURSEMENT',
  'REPAYMENT',
  'CHARGES',
  'COLLECTION',
  'PRIVACY',
  'FRAUD',
  'APP',
  'OTHER',
]);
export const feedbackSeverity = z.enum(['LOW', 'MEDIUM', 'HIGH']);
export const feedbackResult = z.enum(['SOLVED', 'EXPLAINED', 'COMPENSATED', 'UNFOUNDED', 'FORWARDED']);
/** What became of an answer on its way to the customer. */
export const answerDelivery = z.object({
  /** Null while none was chosen. */
  channelType: z.nullable(messageChannel),
  /** MESSAGE_OUTCOME */
  outcome: z.enum(['QUEUED', 'SENT', 'DELIVERED', 'FAILED', 'REFUSED', 'UNKNOWN']),
  /** Why it was not sent, or not yet: an error of the contact gate, NODE_OFF or NO_TEXT. */
  reason: z.nullable(z.string()),
  /** When it is tried again. */
  nextAt: z.nullable(z.string()),
});
export type AnswerDelivery = z.output<typeof answerDelivery>;
const feedbackNo = z.string().check(z.regex(/^FB\d+$/));
const phone = z.string().check(z.trim(), z.regex(/^254\d{9}$/, '254 plus 9 digits, e.g. 254712345678'));
const text = (most: number) =>
  z
    .string()
    .check(z.trim(), z.minLength(1, 'Content cannot be blank'), z.maxLength(most, `At most ${most} characters`));
const vouchers = z.array(businessNo).check(z.maxLength(20));
/** By the number that was typed, or by a customer who is known already: that counts as no search. */
const whom = { phone: z.optional(phone), customerNo: z.optional(businessNo) };
const namesOne = z.refine<{ readonly phone?: string | undefined; readonly customerNo?: string | undefined }>(
  (one) => (one.phone === undefined) !== (one.customerNo === undefined),
  { error: 'Please check the phone number first', path: ['phone'] },
);

export const feedbackRow = z.object({
  feedbackNo: z.string(),
  merchantNo: z.string(),
  customerNo: z.string(),
  /** Masked where the caller is. */
  customerName: z.string(),
  /** Masked. */
  phone: z.string(),
  orderNo: z.nullable(z.string()),
  linkedFeedbackNo: z.nullable(z.string()),
  /** The one that this was a duplicate of. */
  mergedInto: z.nullable(z.string()),
  source: feedbackSource,
  category: feedbackCategory,
  severity: feedbackSeverity,
  /** As typed, or the first words of the content. */
  title: z.string(),
  content: z.string(),
  feedbackStatus,
  /** True while its dispute keeps collection from the customer. */
  isDispute: z.boolean(),
  handlerUserNo: z.nullable(z.string()),
  handlerName: z.nullable(z.string()),
  createdByName: z.string(),
  createdAt: z.string(),
  dueAt: z.string(),
  processedAt: z.nullable(z.string()),
  allowedActions: z.array(z.enum(['take', 'assign', 'note', 'dispute', 'liftDispute', 'finish', 'merge', 'link'])),
});
export type FeedbackRow = z.output<typeof feedbackRow>;

export const feedbackFilters = z.strictObject({
  feedbackNo: textFilter,
  /** Exact. */
  phone: z.optional(phone),
  orderNo: z.optional(businessNo),
  source: z.optional(feedbackSource),
  category: z.optional(feedbackCategory),
  severity: z.optional(feedbackSeverity),
  feedbackStatus: z.optional(feedbackStatus),
  handlerUserNo: z.optional(businessNo),
  merchantNo: z.optional(businessNo),
  isDispute: z.optional(z.boolean()),
  /** Due and not answered, or answered after it was due. */
  isOverdue: z.optional(z.boolean()),
  dueAt: dayRange,
  createdAt: dayRange,
});
export type FeedbackFilters = z.output<typeof feedbackFilters>;

const SORTS = ['createdAt', 'dueAt'] as const;

export const page = defineEndpoint({
  name: 'feedback.page',
  method: 'POST',
  path: `${PREFIX}/page`,
  access: seen,
  kind: 'query',
  summary: 'What customers complain of, ask for or dispute.',
  request: listRequest(feedbackFilters, SORTS),
  reply: listReply(feedbackRow),
});

export const exportList = defineEndpoint({
  name: 'feedback.export',
  method: 'POST',
  path: `${PREFIX}/export`,
  access: { code: ['customerService:feedback:export'] },
  kind: 'command',
  summary: 'The filtered or the selected feedback as a file, made by a job',
  request: exportRequest(feedbackFilters, SORTS),
  reply: exportReply,
});

export const people = defineEndpoint({
  name: 'feedback.people',
  method: 'GET',
  path: `${PREFIX}/people`,
  access: seen,
  kind: 'query',
  summary: 'Who may handle feedback of the caller’s merchants',
  request: z.object({}),
  reply: z.array(z.object({ userNo: z.string(), realName: z.string() })),
});

export const checkPhone = defineEndpoint({
  name: 'feedback.checkPhone',
  method: 'POST',
  path: `${PREFIX}/checkPhone`,
  access: SAVE,
  kind: 'query',
  summary: 'Whose number it is, with their orders and open feedback. FEEDBACK_PHONE_UNKNOWN, CUSTOMER_NOT_FOUND',
  request: z.strictObject(whom).check(namesOne),
  reply: z.object({
    customerNo: z.string(),
    merchantNo: z.string(),
    /** Masked where the caller is. */
    customerName: z.string(),
    /** The newest ten. */
    orders: z.array(z.object({ orderNo: z.string(), orderStatus: z.string(), applyTime: z.string() })),
    openFeedback: z.array(z.object({ feedbackNo: z.string(), category: feedbackCategory, feedbackStatus })),
  }),
});

export const one = defineEndpoint({
  name: 'feedback.one',
  method: 'GET',
  path: `${PREFIX}/{feedbackNo}`,
  access: seen,
  kind: 'query',
  summary: 'A feedback with its history and what it is linked to.',
  request: z.object({ feedbackNo }),
  reply: z.object({
    row: feedbackRow,
    result: z.nullable(feedbackResult),
    replyContent: z.nullable(z.string()),
    /** Null before the answer is on its way, and for answers from before answers were sent. */
    delivery: z.nullable(answerDelivery),
    vouchers: z.array(z.object({ attachId: z.string(), fileName: z.string() })),
    /** The call or the suggestion in the app that it was made of. */
    madeOf: z.array(
      z.object({ kind: z.enum(['CALL', 'ADVICE']), no: z.string(), at: z.string(), content: z.nullable(z.string()) }),
    ),
    /** Applications for coupons that name it. */
    coupons: z.array(
      z.object({
        couponApplicationNo: z.string(),
        couponContent: z.string(),
        quantity: z.number(),
        applicationStatus: couponApplicationStatus,
      }),
    ),
    /** Duplicates that were merged into it. */
    duplicates: z.array(z.string()),
    /** What else of the customer is open: it may be merged into one of these. */
    openOthers: z.array(z.object({ feedbackNo: z.string(), content: z.string(), createdAt: z.string() })),
    /** Later ones of the same customer that name this. */
    followedBy: z.array(z.string()),
    events: z.array(
      z.object({
        command: z.string(),
        toStatus: feedbackStatus,
        userName: z.string(),
        note: z.nullable(z.string()),
        at: z.string(),
      }),
    ),
  }),
});

export const pack = defineEndpoint({
  name: 'feedback.pack',
  method: 'GET',
  path: `${PREFIX}/pack/{feedbackNo}`,
  access: { code: ['customerService:feedback:export'] },
  kind: 'query',
  replyForm: 'file',
  summary:
    'The case as one PDF for a regulator: what was told, each step, the answer, and every contact with the customer meanwhile. Masked as the reader is. FEEDBACK_NOT_FOUND',
  request: z.object({ feedbackNo }),
  reply: z.unknown(),
});

const moved = z.object({ feedbackNo: z.string(), feedbackStatus, version: z.number() });
const command = { method: 'POST', kind: 'command', preview: true, reply: moved } as const;

export const save = defineEndpoint({
  ...command,
  name: 'feedback.save',
  path: `${PREFIX}/save`,
  access: SAVE,
  summary: 'Records what a customer told us; one that comes back about a finished one names it.',
  request: z
    .strictObject({
      ...whom,
      source: feedbackSource,
      category: feedbackCategory,
      severity: feedbackSeverity,
      /** Absent: the first words of the content. */
      title: z.optional(text(60)),
      content: text(2000),
      orderNo: z.optional(businessNo),
      linkedFeedbackNo: z.optional(feedbackNo),
      voucherIds: z.optional(vouchers),
    })
    .check(namesOne),
});

export const take = defineEndpoint({
  ...command,
  name: 'feedback.take',
  path: `${PREFIX}/take`,
  access: HANDLE,
  summary: 'Takes a feedback to work on it. FEEDBACK_TAKEN where somebody was quicker',
  request: z.strictObject({ feedbackNo }),
});

export const assign = defineEndpoint({
  ...command,
  name: 'feedback.assign',
  path: `${PREFIX}/assign`,
  access: HANDLE,
  summary: 'Hands a feedback that is not finished to somebody else.',
  request: z.strictObject({ feedbackNo, handlerUserNo: businessNo, reason }),
});

export const assignMany = defineEndpoint({
  name: 'feedback.assignMany',
  method: 'POST',
  path: `${PREFIX}/assignMany`,
  access: HANDLE,
  kind: 'command',
  summary: 'The same for several, one transaction each, by a job.',
  request: z.strictObject({ feedbackNos: selected, handlerUserNo: businessNo, reason }),
  reply: exportReply,
});

export const note = defineEndpoint({
  ...command,
  name: 'feedback.note',
  path: `${PREFIX}/note`,
  access: HANDLE,
  summary: 'Adds a line to the history of a feedback that is not finished.',
  request: z.strictObject({ feedbackNo, note: text(500) }),
});

export const finish = defineEndpoint({
  ...command,
  name: 'feedback.finish',
  path: `${PREFIX}/finish`,
  access: HANDLE,
  summary: 'Ends one’s own feedback with its result; none on which a dispute stands. SENSITIVE_WORD',
  request: z.strictObject({
    feedbackNo,
    result: feedbackResult,
    replyContent: text(1000),
  }),
});

export const merge = defineEndpoint({
  ...command,
  name: 'feedback.merge',
  path: `${PREFIX}/merge`,
  access: HANDLE,
  summary:
    'Ends a duplicate: another open feedback of the customer takes over its dispute, certificates, calls and suggestions. FEEDBACK_NOT_FOUND, FEEDBACK_TAKEN, FEEDBACK_MERGE_UNFIT, ILLEGAL_TRANSITION',
  request: z.strictObject({ feedbackNo, intoNo: feedbackNo }),
});

export const dispute = defineEndpoint({
  ...command,
  name: 'feedback.dispute',
  path: `${PREFIX}/dispute`,
  access: DISPUTE,
  summary: 'Places a dispute: collection contacts the customer no more from now on.',
  request: z.strictObject({ feedbackNo, disputed: reason }),
});

export const liftDispute = defineEndpoint({
  name: 'feedback.liftDispute',
  method: 'POST',
  path: `${PREFIX}/liftDispute`,
  access: DISPUTE,
  kind: 'command',
  preview: true,
  summary: 'Asks to lift a dispute, with the proof for it; another person agrees.',
  request: z.strictObject({
    feedbackNo,
    reason,
    voucherIds: vouchers.check(z.minLength(1, 'The certificate cannot be empty')),
  }),
  reply: z.object({ changeNo: z.string() }),
});
