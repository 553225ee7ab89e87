import * as z from 'zod/mini';
import { businessNo, listReply, reason, textFilter } from '../list.ts';

/** Shapes that collection by order and by bill share. */

export const caseScope = z.enum(['ORDER', 'BILL']);
export type CaseScope = z.output<typeof caseScope>;
export const caseStatus = z.enum(['POOL', 'COLLECTING', 'RETAINED', 'BAD_DEBT_POOL', 'CLOSED']);
export const caseLevel = z.enum(['S0', 'S1', 'S2', 'S3', 'S4', 'S5']);
export const promiseStatus = z.enum(['OPEN', 'KEPT', 'BROKEN', 'CANCELLED']);
export const outReason = z.enum(['SETTLED', 'ROLLED_OVER', 'VOID']);
const billStatus = z.enum(['ACTIVE', 'SETTLED', 'ROLLED_OVER', 'CHARGED_OFF', 'VOID']);

/** `CS0000000001`. */
export const caseId = z.string().check(z.regex(/^CS\d{10,}$/));
/** `YYYY-MM-DD` in EAT. */
const day = z.iso.date();
const cents = z.int().check(z.minimum(0), z.maximum(1_000_000_000_00));
const whole = z.int().check(z.minimum(-10_000), z.maximum(10_000));

/** What the caller may do with this case now; the server alone decides. */
export const caseAction = z.enum([
  'distribute',
  'redistribute',
  'recall',
  'retain',
  'cancelRetain',
  'enterBadDebt',
  'leaveBadDebt',
  'followUp',
  'promise',
  'call',
  'sms',
]);
export type CaseAction = z.output<typeof caseAction>;

export const caseRow = z.object({
  caseId: z.string(),
  caseNo: z.string(),
  caseScope,
  orderNo: z.string(),
  /** The bill of a case by bill; null for a case by order. */
  billNo: z.nullable(z.string()),
  termNo: z.nullable(z.number()),
  installments: z.number(),
  merchantNo: z.string(),
  merchantName: z.string(),
  productName: z.string(),
  loanType: z.enum(['FIRST', 'REPEAT']),
  customerNo: z.string(),
  /** Masked where the role masks names. */
  customerName: z.string(),
  /** Masked for everyone: 2 leading and 3 trailing digits. */
  phone: z.string(),
  /** Masked for everyone. */
  idCardNo: z.string(),
  /** Days past due of the oldest bill that is owed, today in EAT. */
  dpd: z.number(),
  caseLevel,
  /** The desk that works it. */
  collectionLevel: caseLevel,
  caseStatus,
  /** Of the oldest bill of the case. */
  billStatus,
  /** Owed by the bills of the case. */
  dueCents: z.number(),
  /** Owed by earlier bills of the order that are no part of the case; any payment reaches them first. */
  olderDueCents: z.number(),
  /** Owed by the whole order. */
  payoffCents: z.number(),
  collectorUserNo: z.nullable(z.string()),
  collectorName: z.nullable(z.string()),
  previousCollectorName: z.nullable(z.string()),
  assignedAt: z.nullable(z.string()),
  entryTime: z.string(),
  followUpCount: z.number(),
  lastFollowUpAt: z.nullable(z.string()),
  actionCode: z.nullable(z.string()),
  overdueReason: z.nullable(z.string()),
  nextFollowUpAt: z.nullable(z.string()),
  /** Of the newest promise; a day in EAT. */
  promisedRepaymentTime: z.nullable(z.string()),
  promiseAmountCents: z.nullable(z.number()),
  promiseStatus: z.nullable(promiseStatus),
  promiseNo: z.nullable(z.string()),
  /** When contact hours begin; null within them. */
  nextAllowedAt: z.nullable(z.string()),
  badDebtReason: z.nullable(z.string()),
  badDebtEnteredAt: z.nullable(z.string()),
  outTime: z.nullable(z.string()),
  outReason: z.nullable(outReason),
  dpdAtOut: z.nullable(z.number()),
  dueAtEntryCents: z.number(),
  version: z.number(),
  allowedActions: z.array(caseAction),
});
export type CaseRow = z.output<typeof caseRow>;

export const caseFilters = z.strictObject({
  caseNo: textFilter,
  orderNo: textFilter,
  billNo: textFilter,
  /** Exact. */
  phone: z.optional(z.string().check(z.regex(/^254\d{9}$/))),
  /** Exact. */
  idCardNo: z.optional(z.string().check(z.regex(/^\d{7,9}$/))),
  customerName: textFilter,
  caseStatus: z.optional(z.array(caseStatus)),
  caseLevel: z.optional(z.array(caseLevel)),
  loanType: z.optional(z.enum(['FIRST', 'REPEAT'])),
  merchantNos: z.optional(z.array(businessNo).check(z.maxLength(200))),
  collectorUserNos: z.optional(z.array(businessNo).check(z.maxLength(200))),
  actionCode: z.optional(businessNo),
  overdueReason: z.optional(businessNo),
  badDebtReason: z.optional(businessNo),
  outReason: z.optional(outReason),
  dpdFrom: z.optional(whole),
  dpdTo: z.optional(whole),
  dueFromCents: z.optional(cents),
  dueToCents: z.optional(cents),
  entryFrom: z.optional(day),
  entryTo: z.optional(day),
  outFrom: z.optional(day),
  outTo: z.optional(day),
  /** Without a collector. */
  unassigned: z.optional(z.boolean()),
  levelChangedToday: z.optional(z.boolean()),
  /** Its collector is frozen or has left. */
  assigneeLeft: z.optional(z.boolean()),
  untouchedToday: z.optional(z.boolean()),
  promiseDueToday: z.optional(z.boolean()),
  brokenPromise: z.optional(z.boolean()),
});
export type CaseFilters = z.output<typeof caseFilters>;

export const CASE_SORT_FIELDS = ['dpd', 'entryTime', 'lastFollowUpAt', 'outTime', 'caseLevel'] as const;
export const caseListReply = listReply(caseRow);

export const assignmentRow = z.object({
  assignmentId: z.number(),
  userNo: z.string(),
  realName: z.string(),
  cause: z.enum(['DISTRIBUTED', 'DIVIDED', 'REDISTRIBUTED', 'RESTORED', 'TAKEN_OVER', 'LEFT_BAD_DEBT']),
  caseLevel,
  assignedAt: z.string(),
  /** Null for the division by rules. */
  assignedByName: z.nullable(z.string()),
  reason: z.nullable(z.string()),
  endedAt: z.nullable(z.string()),
  endCause: z.nullable(z.string()),
});

export const promiseRow = z.object({
  promiseNo: z.string(),
  caseId: z.string(),
  amountCents: z.number(),
  promisedRepaymentTime: z.string(),
  promiseChannel: z.string(),
  promiseStatus,
  caseLevel,
  madeByName: z.string(),
  madeAt: z.string(),
  decidedAt: z.nullable(z.string()),
  paidCents: z.nullable(z.number()),
  reason: z.nullable(z.string()),
});

export const followUpRow = z.object({
  followUpId: z.number(),
  caseId: z.string(),
  contactPerson: z.enum(['BORROWER', 'GUARANTOR']),
  contactChannel: z.enum(['CALL', 'SMS', 'ROBOT', 'EMAIL', 'NONE']),
  actionCode: z.string(),
  overdueReason: z.nullable(z.string()),
  nextFollowUpAt: z.nullable(z.string()),
  /** Masked. */
  email: z.nullable(z.string()),
  remark: z.string(),
  caseLevel,
  realName: z.string(),
  at: z.string(),
});

export const caseEventRow = z.object({
  command: z.string(),
  fromStatus: z.nullable(caseStatus),
  toStatus: caseStatus,
  caseLevel,
  realName: z.nullable(z.string()),
  reason: z.nullable(z.string()),
  at: z.string(),
});

export const caseBillRow = z.object({
  billNo: z.string(),
  termNo: z.number(),
  dueDate: z.string(),
  dpd: z.number(),
  billStatus,
  outstandingCents: z.number(),
  principalCents: z.number(),
  /** False for a bill of the order that is no part of the case. */
  isOfCase: z.boolean(),
});

export const caseDetail = z.object({
  row: caseRow,
  bills: z.array(caseBillRow),
  assignments: z.array(assignmentRow),
  promises: z.array(promiseRow),
  /** The newest 5. */
  followUps: z.array(followUpRow),
  events: z.array(caseEventRow),
});
export type CaseDetail = z.output<typeof caseDetail>;

const caseIds = z.array(caseId).check(z.minLength(1, 'Choose at least 1'), z.maxLength(500, 'At most 500 at a time'));

/** HAND names the collector; AUTO gives each case to whoever has the least open work for what they can take. */
export const distributeForm = z
  .strictObject({
    caseIds,
    mode: z.enum(['HAND', 'AUTO']),
    collectionUserNo: z.optional(businessNo),
  })
  .check(
    z.refine(({ mode, collectionUserNo }) => mode === 'AUTO' || collectionUserNo !== undefined, {
      path: ['collectionUserNo'],
      message: 'Please choose',
    }),
  );
export const redistributeForm = z.strictObject({ caseIds, collectionUserNo: businessNo, reason });
export const casesForm = z.strictObject({ caseIds });
export const casesReasonForm = z.strictObject({ caseIds, reason });
export const badDebtForm = z.strictObject({
  caseIds,
  badDebtReason: businessNo,
  /** Attachments; needed below 90 days past due. */
  evidence: z.array(businessNo).check(z.maxLength(20)),
  remark: reason,
});

/** One case is done at once; several become a job, an item a transaction. */
export const casesReply = z.object({
  jobNo: z.nullable(z.string()),
  cases: z.array(
    z.object({
      caseId: z.string(),
      caseStatus,
      caseLevel,
      collectorUserNo: z.nullable(z.string()),
    }),
  ),
});
export type CasesReply = z.output<typeof casesReply>;

export const promiseForm = z.strictObject({
  caseId,
  promiseAmountCents: z.int().check(z.minimum(1, 'Must be above 0'), z.maximum(1_000_000_000_00)),
  promisedRepaymentTime: day,
  promiseChannel: businessNo,
});

export const followUpForm = z.strictObject({
  caseId,
  contactPerson: z.enum(['BORROWER', 'GUARANTOR']),
  contactChannel: z.enum(['CALL', 'SMS', 'ROBOT', 'EMAIL', 'NONE']),
  actionCode: businessNo,
  overdueReason: z.optional(businessNo),
  nextFollowUpAt: z.optional(z.iso.datetime({ offset: true })),
  email: z.optional(z.string().check(z.trim(), z.maxLength(120), z.email('Invalid email address'))),
  /** Stops contact with the customer until a person decides. */
  stopContact: z.optional(z.enum(['DO_NOT_CALL', 'DISPUTE', 'DEATH'])),
  remark: z
    .string()
    .check(z.trim(), z.minLength(1, 'Content cannot be blank'), z.maxLength(500, 'At most 500 characters')),
  promise: z.optional(z.omit(promiseForm, { caseId: true })),
});

/** What the contact gate answers for one channel now. */
const gateAnswer = z.object({
  isAllowed: z.boolean(),
  /** Name in the error catalogue; null where it is allowed. */
  error: z.nullable(z.string()),
  /** The refusal in the caller’s language. */
  text: z.nullable(z.string()),
  nextAllowedAt: z.nullable(z.string()),
  /** What the caps leave of today. */
  left: z.number(),
});

/** Somebody whom the case may be about: the borrower, a guarantor. */
export const contactLine = z.object({
  contactPerson: z.enum(['BORROWER', 'GUARANTOR']),
  /** Null for the borrower. */
  partyId: z.nullable(z.number()),
  /** Masked where the role masks names. */
  partyName: z.string(),
  /** Masked. */
  phone: z.string(),
  hasAgreed: z.boolean(),
  triedToday: z.number(),
  call: gateAnswer,
  sms: gateAnswer,
});
export type ContactLine = z.output<typeof contactLine>;

const whom = {
  caseId,
  /** Null or left out: the borrower. */
  partyId: z.optional(z.nullable(z.int().check(z.minimum(1)))),
};
export const callForm = z.strictObject(whom);
export const smsForm = z.strictObject({
  ...whom,
  templateCode: businessNo,
  language: z.enum(['en', 'sw']),
});

/** A department with its collectors, as the spec's user tree has it. */
export const collectionUserTree = z.array(
  z.object({
    deptName: z.string(),
    collectionUsers: z.array(
      z.object({
        userNo: z.string(),
        userName: z.string(),
        realName: z.string(),
        collectionUserNo: z.string(),
        collectionUserName: z.string(),
        merchantName: z.string(),
        /** Owed by the cases in hand, in cents. */
        loanAmount: z.number(),
        employeeCategory: z.enum(['NEW', 'OLD']),
        onShift: z.boolean(),
        openCases: z.number(),
        dailyCap: z.number(),
        givenToday: z.number(),
      }),
    ),
  }),
);
