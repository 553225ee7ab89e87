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

const family = 'operation:temporaryCreditTask';
const seen = { page: ['/AdminContent/OperationSystem/TemporaryCreditLimitIssuance'] } as const;

export const creditTaskStatus = z.enum(['PENDING', 'APPROVED', 'REJECTED']);
export const creditStatus = z.enum(['GRANTING', 'GRANTED', 'EXPIRED']);
/** CREDIT_TYPE of the limit that is raised. */
export const creditType = z.enum(['PRE_APPROVAL', 'REVOLVING']);
const taskNo = z.string().check(z.regex(/^TC\d+$/));
const day = z.iso.date();
const phone = z.string().check(z.trim(), z.regex(/^254\d{9}$/, '254 plus 9 digits, e.g. 254712345678'));
const phones = z.array(phone).check(z.minLength(1, 'Choose at least 1'), z.maxLength(1000, 'At most 1000 at a time'));

export const taskRow = z.object({
  taskNo: z.string(),
  taskName: z.string(),
  merchantNo: z.string(),
  merchantName: z.string(),
  customers: z.number(),
  /** A customer's. */
  amountCents: z.number(),
  /** The most that it exposes: all customers'. */
  totalAmountCents: z.number(),
  validDays: z.number(),
  effectiveOn: z.string(),
  /** The last day (EAT) that it counts. */
  expiresOn: z.string(),
  reason: z.string(),
  makerName: z.string(),
  auditorName: z.nullable(z.string()),
  auditRemark: z.nullable(z.string()),
  taskStatus: creditTaskStatus,
  granted: z.number(),
  failed: z.number(),
  /** A tenth of whom it could raise is left out. */
  holdsOut: z.boolean(),
  createdAt: z.string(),
  version: z.number(),
  allowedActions: z.array(z.enum(['approve', 'reject', 'remove'])),
});
export type TaskRow = z.output<typeof taskRow>;

export const taskFilters = z.strictObject({
  taskNo: textFilter,
  taskName: textFilter,
  merchantNo: z.optional(businessNo),
  taskStatus: z.optional(creditTaskStatus),
  makerUserNo: z.optional(businessNo),
  createdAt: dayRange,
});
export type TaskFilters = z.output<typeof taskFilters>;

const TASK_SORTS = ['createdAt', 'amountCents'] as const;

export const taskPage = defineEndpoint({
  name: 'temporaryCredit.taskPage',
  method: 'POST',
  path: 'temporaryCreditAmount/task/page',
  access: seen,
  kind: 'query',
  summary: 'Tasks that raise limits for a while, the newest first.',
  request: listRequest(taskFilters, TASK_SORTS),
  reply: listReply(taskRow),
});

export const taskExport = defineEndpoint({
  name: 'temporaryCredit.taskExport',
  method: 'POST',
  path: 'temporaryCreditAmount/task/export',
  access: seen,
  kind: 'command',
  summary: 'The filtered or the selected tasks as a file, made by a job',
  request: exportRequest(taskFilters, TASK_SORTS),
  reply: exportReply,
});

/** Customers by the model level of their last application; null where none was scored. */
const exposedLevel = z.object({ modelLevel: z.nullable(z.string()), customers: z.number() });
export type ExposedLevel = z.output<typeof exposedLevel>;

/** In the days of a task. */
const compared = z.object({
  customers: z.number(),
  /** Who had a loan disbursed, and how much all of them. */
  borrowed: z.number(),
  lentCents: z.number(),
  /** Who was overdue with such a loan. */
  overdue: z.number(),
});
export type Compared = z.output<typeof compared>;

export const task = defineEndpoint({
  name: 'temporaryCredit.task',
  method: 'GET',
  path: 'temporaryCreditAmount/task/{taskNo}',
  access: seen,
  kind: 'query',
  summary: 'A task with whom it is for and why some got nothing.',
  request: z.object({ taskNo }),
  reply: z.object({
    row: taskRow,
    /** At most 200, those who got nothing first. */
    items: z.array(
      z.object({
        customerNo: z.string(),
        /** Masked. */
        phone: z.string(),
        creditStatus: z.nullable(creditStatus),
        expiresAt: z.nullable(z.string()),
        isHeldOut: z.boolean(),
        /** A name of the error catalogue with its text. */
        fault: z.nullable(z.object({ error: z.string(), text: z.string() })),
      }),
    ),
    /** Of those who got something, or would. */
    levels: z.array(exposedLevel),
    /** Raised customers beside those left out; null without any. */
    comparison: z.nullable(z.object({ raised: compared, heldOut: compared })),
  }),
});

/** What a task gives each of its customers, and why. */
const terms = {
  taskName: z
    .string()
    .check(z.trim(), z.minLength(1, 'Content cannot be blank'), z.maxLength(30, 'At most 30 characters')),
  amountCents: z.int().check(z.minimum(1, 'Must be above 0'), z.maximum(1_000_000_000_00)),
  validDays: z.int().check(z.minimum(1, '1 to 90'), z.maximum(90, '1 to 90')),
  effectiveOn: z.optional(day),
  /** A tenth of whom it could raise is left out, to compare what the others do. */
  holdsOut: z._default(z.boolean(), false),
  reason,
};

/** A row of an imported list: a customer, and the task that it belongs to. */
export const listedForm = { merchantNo: businessNo, phone, ...terms };

export const taskCheck = defineEndpoint({
  name: 'temporaryCredit.taskCheck',
  method: 'POST',
  path: 'temporaryCreditAmount/task/check',
  access: { code: [`${family}:create`] },
  kind: 'query',
  summary: 'What is in whose way, and the mark that creating a task for these numbers takes.',
  request: z.strictObject({ merchantNo: businessNo, phones }),
  reply: z.object({
    checked: z.string(),
    eligible: z.number(),
    /** Numbers of no customer of this merchant, as they were typed. */
    unknown: z.array(z.string()),
    faults: z.array(z.object({ customerNo: z.string(), phone: z.string(), error: z.string(), text: z.string() })),
    /** Of those who are eligible. */
    levels: z.array(exposedLevel),
  }),
});

export const taskCreate = defineEndpoint({
  name: 'temporaryCredit.taskCreate',
  method: 'POST',
  path: 'temporaryCreditAmount/task/create',
  access: { code: [`${family}:create`] },
  kind: 'command',
  preview: true,
  summary: 'Writes a task for an auditor; its numbers were checked first.',
  request: z.strictObject({
    merchantNo: businessNo,
    phones,
    checked: z.string().check(z.maxLength(64)),
    ...terms,
  }),
  reply: z.object({ taskNo: z.string(), taskStatus: creditTaskStatus }),
});

export const groupCreate = defineEndpoint({
  name: 'temporaryCredit.groupCreate',
  method: 'POST',
  path: 'temporaryCreditAmount/task/createForGroup',
  access: { code: [`${family}:create`] },
  kind: 'command',
  preview: true,
  summary:
    'Writes a task for an auditor with all whom a checked user group holds now. USER_GROUP_NOT_FOUND, USER_GROUP_UNCHECKED, CALL_CIRCLE_TOO_MANY, CREDIT_ABOVE_CAP, CONFIG_DATE_PAST, WHOLE_SHILLINGS',
  request: z.strictObject({
    userGroupNo: z.string().check(z.regex(/^UG\d+$/, 'User group number cannot be empty')),
    /** What the check of the group answered. */
    checkToken: z.string().check(z.maxLength(64)),
    ...terms,
  }),
  reply: z.object({ taskNo: z.string(), taskStatus: creditTaskStatus, customers: z.number() }),
});

export const taskAudit = defineEndpoint({
  name: 'temporaryCredit.taskAudit',
  method: 'POST',
  path: 'temporaryCreditAmount/task/audit',
  access: { code: [`${family}:audit`] },
  kind: 'command',
  preview: true,
  summary: 'Agrees to a task, which raises limits, or rejects it with why; never its maker.',
  request: z.strictObject({ taskNo, isApproved: z.boolean(), remark: z.optional(reason) }).check(
    z.refine(({ isApproved, remark }) => isApproved || remark !== undefined, {
      error: 'Content cannot be blank',
      path: ['remark'],
    }),
  ),
  reply: z.object({
    taskNo: z.string(),
    taskStatus: creditTaskStatus,
    granted: z.number(),
    failed: z.number(),
  }),
});

export const taskRemove = defineEndpoint({
  name: 'temporaryCredit.taskRemove',
  method: 'POST',
  path: 'temporaryCreditAmount/task/remove',
  access: { code: [`${family}:remove`] },
  kind: 'command',
  preview: true,
  summary: 'Takes a task that granted nothing off the list.',
  request: z.strictObject({ taskNo }),
  reply: z.object({ taskNo: z.string() }),
});

export const taskAuditMany = defineEndpoint({
  name: 'temporaryCredit.taskAuditMany',
  method: 'POST',
  path: 'temporaryCreditAmount/task/auditMany',
  access: { code: [`${family}:audit`] },
  kind: 'command',
  summary: 'Decides selected tasks alike, by a job; those of the auditor’s own making fail in it',
  request: z.strictObject({ taskNos: selected, isApproved: z.boolean(), remark: z.optional(reason) }).check(
    z.refine(({ isApproved, remark }) => isApproved || remark !== undefined, {
      error: 'Content cannot be blank',
      path: ['remark'],
    }),
  ),
  reply: exportReply,
});

export const taskRemoveMany = defineEndpoint({
  name: 'temporaryCredit.taskRemoveMany',
  method: 'POST',
  path: 'temporaryCreditAmount/task/removeMany',
  access: { code: [`${family}:remove`] },
  kind: 'command',
  summary: 'Takes selected tasks that granted nothing off the list, by a job',
  request: z.strictObject({ taskNos: selected }),
  reply: exportReply,
});

export const recordRow = z.object({
  creditNo: z.string(),
  taskNo: z.string(),
  merchantNo: z.string(),
  customerNo: z.string(),
  /** Masked. */
  phone: z.string(),
  creditType: z.nullable(creditType),
  /** The raise. */
  amountCents: z.number(),
  /** The limit with the raise while it is in force. */
  limitCents: z.number(),
  remainingCents: z.number(),
  isAdjustable: z.boolean(),
  creditStatus,
  effectiveAt: z.string(),
  expiresAt: z.string(),
});
export type RecordRow = z.output<typeof recordRow>;

const recordFilters = z.strictObject({
  /** Exact. */
  phone: z.optional(phone),
  taskNo: textFilter,
  customerNo: z.optional(businessNo),
  creditStatus: z.optional(creditStatus),
});

export const recordPage = defineEndpoint({
  name: 'temporaryCredit.recordPage',
  method: 'POST',
  path: 'temporaryCreditAmount/record/page',
  access: { code: [`${family}:recordPage`] },
  kind: 'query',
  summary: 'Raises that were granted, the newest first.',
  request: listRequest(recordFilters, ['expiresAt']),
  reply: listReply(recordRow),
});

export const recordExport = defineEndpoint({
  name: 'temporaryCredit.recordExport',
  method: 'POST',
  path: 'temporaryCreditAmount/record/export',
  access: { code: [`${family}:recordPage`] },
  kind: 'command',
  summary: 'The filtered or the selected raises as a file, made by a job',
  request: exportRequest(recordFilters, ['expiresAt']),
  reply: exportReply,
});
