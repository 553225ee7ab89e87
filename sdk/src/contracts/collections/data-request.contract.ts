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
import { CUSTOMER_PAGE } from './customer-manage.contract.ts';

/*
 * What customers ask about their personal data (Kenya's Data Protection Act, 2019): a copy, a correction, an objection
 * or erasure, each with the day by which the law wants an answer. See docs/data-requests.md.
 */

const PREFIX = 'customerServiceCenter/dataRequest';
const seen = { page: [CUSTOMER_PAGE] } as const;
const SAVE = { code: ['customerService:dataRequest:save'] } as const;
const HANDLE = { code: ['customerService:dataRequest:handle'] } as const;

/** DATA_REQUEST_KIND */
export const requestKind = z.enum(['ACCESS', 'CORRECTION', 'OBJECTION', 'ERASURE']);
/** DATA_REQUEST_CHANNEL */
export const requestChannel = z.enum(['APP', 'CALL', 'EMAIL', 'LETTER', 'VISIT', 'REGULATOR']);
/** DATA_REQUEST_STATUS */
export const requestStatus = z.enum(['RECEIVED', 'VERIFIED', 'AWAITING_APPROVAL', 'FULFILLED', 'DECLINED']);
/** IDENTITY_CHECK: how the person was found to be who they say. */
export const identityCheck = z.enum(['ID_DOCUMENT', 'CALL_BACK', 'APP_SIGN_IN', 'REPRESENTATIVE']);
/** OBJECTION_SCOPE */
export const objectionScope = z.enum(['MARKETING', 'ALL']);
/** ERASURE_DECISION: NONE where a table has nothing of the person. */
export const erasureDecision = z.enum(['ERASED', 'KEPT', 'NONE']);
/** KEEPING_DUTY: why something is kept. */
export const keepingDuty = z.enum(['LOAN', 'MONEY', 'OBJECTION', 'FRAUD', 'RECORD']);

const requestNo = z.string().check(z.regex(/^DR\d+$/));
const vouchers = z.array(businessNo).check(z.maxLength(20, 'At most 20 at a time'));
const text = (most: number) =>
  z
    .string()
    .check(z.trim(), z.minLength(1, 'Content cannot be blank'), z.maxLength(most, `At most ${most} characters`));

export const dataRequestRow = z.object({
  requestNo: z.string(),
  merchantNo: z.string(),
  customerNo: z.string(),
  /** Masked where the caller is. */
  customerName: z.string(),
  /** Masked. */
  phone: z.string(),
  requestKind,
  requestChannel,
  requestStatus,
  receivedOn: z.string(),
  dueOn: z.string(),
  /** The end of `dueOn` in Nairobi: an answer after it is late. */
  dueAt: z.string(),
  /** Late, and not answered or answered after its day. */
  isOverdue: z.boolean(),
  handlerUserNo: z.nullable(z.string()),
  handlerName: z.nullable(z.string()),
  createdByName: z.string(),
  createdAt: z.string(),
  closedAt: z.nullable(z.string()),
  allowedActions: z.array(z.enum(['verify', 'makeCopy', 'handOver', 'correct', 'object', 'erase', 'decline'])),
});
export type DataRequestRow = z.output<typeof dataRequestRow>;

const filters = z.strictObject({
  requestNo: textFilter,
  customerNo: z.optional(businessNo),
  /** Exact. */
  phone: z.optional(z.string().check(z.trim(), z.regex(/^254\d{9}$/, '254 plus 9 digits, e.g. 254712345678'))),
  requestKind: z.optional(requestKind),
  requestChannel: z.optional(requestChannel),
  requestStatus: z.optional(requestStatus),
  handlerUserNo: z.optional(businessNo),
  merchantNo: z.optional(businessNo),
  isOverdue: z.optional(z.boolean()),
  dueOn: dayRange,
  receivedOn: dayRange,
});
const SORTS = ['receivedOn', 'dueOn'] as const;

export const page = defineEndpoint({
  name: 'dataRequest.page',
  method: 'POST',
  path: `${PREFIX}/page`,
  access: seen,
  kind: 'query',
  summary: 'Requests about personal data, with the day each must be answered by',
  request: listRequest(filters, SORTS),
  reply: listReply(dataRequestRow),
});
export const exportList = defineEndpoint({
  name: 'dataRequest.export',
  method: 'POST',
  path: `${PREFIX}/export`,
  access: { code: ['customerService:customer:export'] },
  kind: 'command',
  summary: 'The filtered or the selected requests as a file, made by a job',
  request: exportRequest(filters, SORTS),
  reply: exportReply,
});
export const people = defineEndpoint({
  name: 'dataRequest.people',
  method: 'GET',
  path: `${PREFIX}/people`,
  access: seen,
  kind: 'query',
  summary: 'Who handles requests of the caller’s merchants',
  request: z.object({}),
  reply: z.array(z.object({ userNo: z.string(), realName: z.string() })),
});

/** What one table holds of a person, and what an erasure does with it. */
export const erasureLine = z.object({
  /** `customer.profile`: a table and which part of it. */
  holding: z.string(),
  /** In the reader's language. */
  title: z.string(),
  rows: z.number(),
  decision: erasureDecision,
  duty: z.nullable(keepingDuty),
  /** The day the duty ends; null where it has none. */
  keepUntil: z.nullable(z.string()),
});
export type ErasureLine = z.output<typeof erasureLine>;

export const one = defineEndpoint({
  name: 'dataRequest.one',
  method: 'GET',
  path: `${PREFIX}/{requestNo}`,
  access: seen,
  kind: 'query',
  summary: 'A request with its history; of an erasure what would be erased and kept, or the proof of what was',
  request: z.object({ requestNo }),
  reply: z.object({
    row: dataRequestRow,
    statement: z.string(),
    /** The version of the policy that set the day. */
    dueByRule: z.string(),
    identityCheck: z.nullable(identityCheck),
    verifiedByName: z.nullable(z.string()),
    verifiedAt: z.nullable(z.string()),
    objectionScope: z.nullable(objectionScope),
    /** Masked. */
    corrections: z.array(z.object({ field: z.string(), before: z.nullable(z.string()), after: z.string() })),
    answer: z.nullable(z.string()),
    vouchers: z.array(z.object({ attachId: z.string(), fileName: z.string() })),
    copy: z.nullable(
      z.object({
        jobNo: z.string(),
        jobStatus: z.string(),
        /** Until when the file can be downloaded, by whoever made it. */
        expiresAt: z.nullable(z.string()),
        isMine: z.boolean(),
      }),
    ),
    /** What stands open and refuses an erasure. */
    open: z.array(z.string()),
    plan: z.array(erasureLine),
    proof: z.nullable(
      z.object({
        lines: z.array(erasureLine),
        proofHash: z.string(),
        /** Whether the hash is still that of what is stored. */
        isIntact: z.boolean(),
        makerName: z.string(),
        checkerName: z.string(),
        erasedAt: z.string(),
      }),
    ),
    events: z.array(
      z.object({
        command: z.string(),
        toStatus: requestStatus,
        userName: z.nullable(z.string()),
        note: z.nullable(z.string()),
        at: z.string(),
      }),
    ),
  }),
});

const moved = z.object({ requestNo: z.string(), requestStatus, version: z.number() });
const command = { method: 'POST', kind: 'command', reply: moved } as const;
const submitted = z.object({ changeNo: z.string() });

export const save = defineEndpoint({
  ...command,
  name: 'dataRequest.save',
  path: `${PREFIX}/save`,
  access: SAVE,
  summary: 'Records a request of a customer. CUSTOMER_NOT_FOUND, DATA_REQUEST_OPEN, DATA_REQUEST_DAY',
  request: z.strictObject({
    customerNo: businessNo,
    requestKind,
    requestChannel,
    receivedOn: z.iso.date('A date, e.g. 2026-11-30'),
    statement: text(2000),
    voucherIds: z.optional(vouchers),
  }),
});
export const verify = defineEndpoint({
  ...command,
  name: 'dataRequest.verify',
  path: `${PREFIX}/verify`,
  access: HANDLE,
  summary: 'The person was found to be who they say; the caller becomes the handler.',
  request: z.strictObject({ requestNo, identityCheck, note: z.optional(text(200)) }),
});
export const decline = defineEndpoint({
  ...command,
  name: 'dataRequest.decline',
  path: `${PREFIX}/decline`,
  access: HANDLE,
  summary: 'Ends a request that is not met, with the reason the person is told.',
  request: z.strictObject({ requestNo, answer: text(1000) }),
});
export const makeCopy = defineEndpoint({
  name: 'dataRequest.makeCopy',
  method: 'POST',
  path: `${PREFIX}/makeCopy`,
  access: HANDLE,
  kind: 'command',
  summary: 'A job writes everything that is held about the person into one file, kept for 48 hours.',
  request: z.strictObject({ requestNo }),
  reply: exportReply,
});
export const handOver = defineEndpoint({
  ...command,
  name: 'dataRequest.handOver',
  path: `${PREFIX}/handOver`,
  access: HANDLE,
  summary: 'The person has the copy. DATA_COPY_MISSING',
  request: z.strictObject({ requestNo, answer: text(1000) }),
});
export const object = defineEndpoint({
  ...command,
  name: 'dataRequest.object',
  path: `${PREFIX}/object`,
  access: HANDLE,
  summary: 'Stops marketing, or all contact, on every channel at once. OBJECTION_LOAN_OPEN',
  request: z.strictObject({ requestNo, objectionScope, answer: text(1000) }),
});

/** What can be corrected; what is left out stays. */
export const corrections = z.strictObject({
  customerName: z.optional(text(128)),
  phone: z.optional(z.string().check(z.trim(), z.regex(/^254\d{9}$/, '254 plus 9 digits, e.g. 254712345678'))),
  idCardNo: z.optional(z.string().check(z.trim(), z.regex(/^\d{7,9}$/, '7 to 9 digits'))),
  birthDate: z.optional(z.iso.date('A date, e.g. 2026-11-30')),
  county: z.optional(text(64)),
  employer: z.optional(text(128)),
});
export type Corrections = z.output<typeof corrections>;

export const correct = defineEndpoint({
  name: 'dataRequest.correct',
  method: 'POST',
  path: `${PREFIX}/correct`,
  access: HANDLE,
  kind: 'command',
  summary: 'Submits a correction; another person approves. NOTHING_CHANGES, PHONE_OF_ANOTHER, ID_CARD_OF_ANOTHER',
  request: z.strictObject({ requestNo, corrections, reason }),
  reply: submitted,
});
export const erase = defineEndpoint({
  name: 'dataRequest.erase',
  method: 'POST',
  path: `${PREFIX}/erase`,
  access: HANDLE,
  kind: 'command',
  summary: 'Submits an erasure; another person approves. ERASURE_LOAN_OPEN names what is open',
  request: z.strictObject({ requestNo, reason }),
  reply: submitted,
});
