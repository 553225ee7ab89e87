import * as z from 'zod/mini';
import { caseStatus } from '../collections/collection.ts';
import { defineEndpoint } from '../endpoint.ts';
import { businessNo, reason } from '../list.ts';
import { billPart } from '../money.ts';
import { billStatus, confirmation, repayType, taskStatus, writeOffRow } from './payment-words.ts';
import { commandPreview } from '../preview.ts';

export * from './payment-reads.ts';
export * from './payment-words.ts';

const writeOffForm = z.strictObject({
  orderNo: businessNo,
  /** Null for GENERIC, which goes over all bills of the order. */
  billNo: z.nullable(businessNo),
  repayType,
  /** An approved waiver of exactly the gap of a SETTLE. */
  deductionNo: z.optional(z.nullable(businessNo)),
  /** A coupon of the customer that lowers the bill of a SETTLE or a PARTIAL. */
  couponNo: z.optional(z.nullable(businessNo)),
  remark: z.optional(z.string().check(z.trim(), z.maxLength(200, 'At most 200 characters'))),
  voucherIds: z.optional(z.array(z.string()).check(z.maxLength(20))),
  rows: z.array(writeOffRow).check(z.minLength(1), z.maxLength(50)),
});
export type WriteOffForm = z.output<typeof writeOffForm>;

const draftCodes = ['afterLoan:writeOff:save', 'afterLoan:writeOff:update'];
const commitCodes = ['afterLoan:writeOff:commit', 'afterLoan:writeOff:commitMulti'];

const savedTask = z.object({ taskNo: z.string(), taskStatus, version: z.number() });

export const writeOffSave = defineEndpoint({
  name: 'payment.writeOffSave',
  method: 'POST',
  path: 'rePayManage/writeOff/save',
  access: { code: ['afterLoan:writeOff:save'] },
  kind: 'command',
  preview: true,
  summary: 'Keeps a write-off as a draft; nothing is posted',
  request: writeOffForm,
  reply: savedTask,
});

export const writeOffUpdate = defineEndpoint({
  name: 'payment.writeOffUpdate',
  method: 'POST',
  path: 'rePayManage/writeOff/update',
  access: { code: ['afterLoan:writeOff:update'] },
  kind: 'command',
  preview: true,
  summary: 'Amends a draft; refused with STALE where somebody else did meanwhile',
  request: z.extend(writeOffForm, { taskNo: businessNo, version: z.int() }),
  reply: savedTask,
});

const acknowledged = z.optional(z.array(confirmation));
const commitForm = z.extend(writeOffForm, {
  /** The draft that this finishes. */
  taskNo: z.optional(z.nullable(businessNo)),
  /** The confirmations of the preview that the person agreed to. */
  acknowledged,
});

export const writeOffCommit = defineEndpoint({
  name: 'payment.writeOffCommit',
  method: 'POST',
  path: 'rePayManage/writeOff/commit',
  access: { code: commitCodes },
  kind: 'command',
  preview: true,
  summary: 'Applies flows to a bill, or over all bills of an order; several flows at once need commitMulti',
  request: commitForm,
  reply: z.object({
    taskNo: z.string(),
    taskStatus,
    applications: z.array(
      z.object({
        applicationNo: z.string(),
        flowNo: z.string(),
        appliedCents: z.number(),
        surplusCents: z.number(),
        /** What of the bills it paid, in the order in which it reached them. */
        parts: z.array(billPart),
        /** What it recovered of bills that were charged off. */
        recoveries: z.array(z.object({ billNo: z.string(), amountCents: z.number() })),
      }),
    ),
    settledBillNos: z.array(z.string()),
    recoveredBillNos: z.array(z.string()),
    /** The bill that an extension made. */
    successorBillNo: z.nullable(z.string()),
  }),
});

export const writeOffPreview = defineEndpoint({
  name: 'payment.writeOffPreview',
  method: 'POST',
  path: 'rePayManage/writeOff/preview',
  access: { code: [...draftCodes, ...commitCodes] },
  kind: 'query',
  summary: 'What a write-off would do: the split, before and after, and what has to be agreed to',
  request: commitForm,
  reply: commandPreview,
});

export const writeOffImportRow = z.strictObject({
  orderNo: businessNo,
  /** Left out for GENERIC, which goes over all bills of the order. */
  billNo: z.optional(businessNo),
  repayType,
  paymentCode: z.string().check(z.trim(), z.minLength(1, 'Content cannot be blank'), z.maxLength(64)),
  paymentChannel: z.string().check(z.trim(), z.minLength(1, 'Content cannot be blank'), z.maxLength(32)),
  amountCents: z.int().check(z.minimum(1, 'Must be above 0'), z.maximum(1_000_000_000_00)),
  /** When the customer paid: of a payment we hold its day is checked; one that we do not hold needs it. */
  repayTime: z.optional(z.iso.datetime({ offset: true })),
  /** Where a payment that we do not hold came in; any account of the merchant where it is left out. */
  accountId: z.optional(z.string().check(z.trim(), z.regex(/^BANK\.[A-Z0-9_-]+$/, 'Invalid value'))),
});

/** Rows that one file of write-offs holds. */
export const MAX_WRITE_OFF_ROWS = 10_000;

/** A file of write-offs as the body, CSV or XLSX, in bytes. Errors: IMPORT_UNREADABLE, IMPORT_TOO_LONG, IMPORT_COLUMNS */
export const writeOffFile = defineEndpoint({
  name: 'payment.writeOffFile',
  method: 'POST',
  path: 'rePayManage/writeOff/importFile',
  access: { code: ['afterLoan:writeOff:import'] },
  kind: 'command',
  summary: 'Tries out a file of up to 10,000 write-offs by a job, a line an item; what passes goes to an approver',
  request: z.strictObject({
    fileName: z.string().check(z.trim(), z.minLength(1), z.maxLength(100, 'FILE_NAME_TOO_LONG')),
    reason,
  }),
  reply: z.object({ jobNo: z.string(), rows: z.number() }),
});

export const writeOffImport = defineEndpoint({
  name: 'payment.writeOffImport',
  method: 'POST',
  path: 'rePayManage/writeOff/import',
  access: { code: ['afterLoan:writeOff:import'] },
  kind: 'command',
  preview: true,
  summary: 'Keeps write-offs as drafts and asks an approver to commit them; then they are a job, a transaction each',
  request: z.strictObject({
    rows: z
      .array(writeOffImportRow)
      .check(z.minLength(1, 'Choose at least 1'), z.maxLength(200, 'At most 200 at a time')),
    reason,
  }),
  reply: z.object({
    changeNo: z.string(),
    /** In the order of the request: what each would be refused with now. */
    rows: z.array(
      z.object({
        taskNo: z.string(),
        orderNo: z.string(),
        paymentCode: z.string(),
        error: z.nullable(z.string()),
        text: z.nullable(z.string()),
      }),
    ),
  }),
});

export const writeOffRetry = defineEndpoint({
  name: 'payment.writeOffRetry',
  method: 'POST',
  path: 'rePayManage/writeOff/retry',
  access: { code: ['afterLoan:writeOff:commitMulti'] },
  kind: 'command',
  preview: true,
  summary: 'Tries a write-off that ended in ERROR again',
  request: z.strictObject({ taskNo: businessNo, acknowledged }),
  reply: writeOffCommit.reply,
});

const rollbackForm = z.strictObject({
  orderNo: businessNo,
  /** Only what touches this bill; none: the whole order. */
  billNo: z.optional(z.nullable(businessNo)),
  /** The one meant, which has to be the newest live one. */
  applicationNo: z.optional(z.nullable(businessNo)),
  /** True: cases that come back to the pool go to whoever had them last, where they may have them; takes case:distribute. */
  returnsCases: z.optional(z.boolean()),
  reason,
});
export type RollbackForm = z.output<typeof rollbackForm>;

const undone = z.object({
  applicationNo: z.string(),
  flowNo: z.string(),
  repayType,
  appliedCents: z.number(),
  surplusCents: z.number(),
  journalIds: z.array(z.number()),
  /** Waivers that are reversed with it. */
  deductionNos: z.array(z.string()),
  /** Coupons that the customer has again, or that expired meanwhile. */
  couponNos: z.array(z.string()),
  /** Bills that it had settled and that are open again. */
  reopenedBillNos: z.array(z.string()),
  /** The bill of an extension that becomes VOID. */
  successorBillNo: z.nullable(z.string()),
});
const level = z.enum(['S0', 'S1', 'S2', 'S3', 'S4', 'S5']);
/** A case of the order that opens again, closes, or changes its level. */
const movedCase = z.object({
  caseNo: z.string(),
  fromStatus: caseStatus,
  toStatus: caseStatus,
  fromLevel: level,
  toLevel: level,
});
/** A promise that the undone money counted for: its state stays what it was, and less is paid of it. */
const lessPaid = z.object({
  promiseNo: z.string(),
  promisedOn: z.string(),
  promiseStatus: z.enum(['OPEN', 'KEPT', 'BROKEN']),
  amountCents: z.number(),
  /** What is still paid of it then. */
  paidCents: z.number(),
});
/** What a rollback undid; by itself, for a browser keeps no replies of endpoints and previews hold one. */
export const rolledBack = z.object({
  orderNo: z.string(),
  applications: z.array(undone),
  /** The order's bills that are in collection then, with the level of their case. */
  inCollection: z.array(z.object({ billNo: z.string(), caseLevel: level })),
  cases: z.array(movedCase),
  promises: z.array(lessPaid),
  /** Where cases were to be returned: to whom, or the code of why a case stays in the pool. */
  returned: z.optional(
    z.array(z.object({ caseNo: z.string(), collectorName: z.string(), error: z.nullable(z.string()) })),
  ),
});
export type RolledBack = z.output<typeof rolledBack>;

export const rollbackSettle = defineEndpoint({
  name: 'payment.rollbackSettle',
  method: 'POST',
  path: 'rollbackSerial/postLoan/settle',
  access: { code: ['afterLoan:rollback:settle'] },
  kind: 'command',
  preview: true,
  summary: 'Undoes the newest live write-off of an order or bill',
  request: rollbackForm,
  reply: rolledBack,
});

export const rollbackFull = defineEndpoint({
  name: 'payment.rollbackFull',
  method: 'POST',
  path: 'rollbackSerial/postLoan/full',
  access: { code: ['afterLoan:rollback:full'] },
  kind: 'command',
  preview: true,
  summary: 'Undoes all live write-offs of an order or bill, last first, in one transaction',
  request: rollbackForm,
  reply: rolledBack,
});

export const rollbackPreview = defineEndpoint({
  name: 'payment.rollbackPreview',
  method: 'POST',
  path: 'rollbackSerial/postLoan/preview',
  access: { code: ['afterLoan:rollback:settle', 'afterLoan:rollback:full'] },
  kind: 'query',
  summary: 'What a rollback would undo: applications, journals, bills, waivers, successors, cases, promises',
  request: z.extend(rollbackForm, {
    kind: z.enum(['SETTLE', 'FULL']),
    reason: z.optional(z.string()),
  }),
  reply: commandPreview,
});

export const creditUse = defineEndpoint({
  name: 'payment.creditUse',
  method: 'POST',
  path: 'rePayManage/credit/use',
  access: { code: commitCodes },
  kind: 'command',
  preview: true,
  summary: 'Uses a customer’s credit on one of their bills; a rollback makes it credit again',
  request: z.strictObject({
    orderNo: businessNo,
    /** None: over all bills of the order, oldest first. */
    billNo: z.nullable(businessNo),
    repayType,
    /** The flow that left the credit. */
    flowNo: businessNo,
    amountCents: z.int(),
    acknowledged,
  }),
  reply: z.object({
    applicationNo: z.string(),
    appliedCents: z.number(),
    surplusCents: z.number(),
    settledBillNos: z.array(z.string()),
  }),
});

export const zeroSettle = defineEndpoint({
  name: 'payment.zeroSettle',
  method: 'POST',
  path: 'zeroSettle/settle',
  access: { code: ['afterLoan:zeroSettle:settle'] },
  kind: 'command',
  preview: true,
  summary:
    'Closes a bill on which nothing is owed, or whose rest the customer’s own credit pays. A rest within the cap of the automatic rule, without principal and excise, is waived once approved. RESIDUAL_NOT_WAIVABLE',
  request: z.strictObject({
    billNo: businessNo,
    /** Compulsory where a rest is waived: the approver reads it. */
    reason: z.optional(z.string().check(z.trim(), z.maxLength(200, 'At most 200 characters'))),
  }),
  reply: z.object({
    billNo: z.string(),
    billStatus,
    /** Of the request that awaits approval; null where the bill was closed at once. */
    changeNo: z.nullable(z.string()),
  }),
});
