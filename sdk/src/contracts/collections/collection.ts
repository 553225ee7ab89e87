import * as z from 'zod/mini';
import { businessNo, centsRange, dayRange, listReply, textFilter } from '../list.ts';

/** Shapes that collection by order and by bill share. */

export const caseScope = z.enum(['ORDER', 'BILL']);
export type CaseScope = z.output<typeof caseScope>;
export const caseStatus = z.enum(['POOL', 'COLLECTING', 'RETAINED', 'BAD_DEBT_POOL', 'CLOSED']);
export const caseLevel = z.enum(['S0', 'S1', 'S2', 'S3', 'S4', 'S5']);
export const promiseStatus = z.enum(['OPEN', 'KEPT', 'BROKEN', 'CANCELLED']);
export const outReason = z.enum(['SETTLED', 'ROLLED_OVER', 'VOID']);
/** Of what came in on a closed case: credited as it came, to nobody, to be decided, or credited to another since. */
export const attributionStatus = z.enum(['CREDITED', 'UNCREDITED', 'PENDING', 'CORRECTED']);
/** CASE_CAME_BACK. A rollback brought the case back once, its order was rolled over more than once, or both. */
export const cameBack = z.enum(['ROLLBACK', 'ROLLOVERS', 'BOTH']);
export const billStatus = z.enum(['ACTIVE', 'SETTLED', 'ROLLED_OVER', 'CHARGED_OFF', 'VOID']);

/** Why a night proposes a case for the pool of bad debt, or of the pool for charge-off. */
export const badDebtSign = z.enum(['AGE', 'DECEASED', 'NOTHING_PAID', 'PROMISES_BROKEN', 'NOT_REACHED']);

/** `CS0000000001`. */
export const caseId = z.string().check(z.regex(/^CS\d{10,}$/));
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
  'waive',
  'correctAttribution',
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
  /** Null for the division by rules. */
  assignedByName: z.nullable(z.string()),
  /** The policy that gave it to its collector; null where a person did, or none spoke of it. */
  policyName: z.nullable(z.string()),
  /** Who has it, or had it last. */
  lastCollectorName: z.nullable(z.string()),
  /** When the oldest bill that is owed fell due; a day in EAT. */
  dueDate: z.string(),
  /** Other open cases of the order. */
  siblingCount: z.number(),
  /** Other collectors who have cases of the order. */
  siblingsWith: z.array(z.string()),
  /** Open cases of the borrower in both systems, this one included, and what they owe together. */
  casesOfBorrower: z.number(),
  /** What it weighs in a collector's load: by order 1, by bill what is configured (0.5 at first). */
  loadPoints: z.number(),
  borrowerDueCents: z.number(),
  /** Paid on the case so far, less what was rolled back. */
  collectedCents: z.number(),
  /** Waived on its bills. */
  deductedCents: z.number(),
  /** Of a closed case; null while it is open, and where nothing came in. */
  attributionStatus: z.nullable(attributionStatus),
  /** Of a closed case; null where it did neither. */
  cameBack: z.nullable(cameBack),
  /** The first bill of the order that is owed and in no open case. */
  nextBillDueDate: z.nullable(z.string()),
  nextBillCents: z.nullable(z.number()),
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

/** One code, as a filter of a page has it, or several. */
export const someOf = <One extends z.ZodMiniType>(one: One) =>
  z.optional(z.union([one, z.array(one).check(z.maxLength(200))]));

export const caseFilters = z.strictObject({
  caseNo: textFilter,
  orderNo: textFilter,
  billNo: textFilter,
  termNo: someOf(z.string().check(z.trim(), z.regex(/^\d{1,3}$/, 'A number'))),
  /** Exact. */
  phone: z.optional(z.string().check(z.regex(/^254\d{9}$/))),
  /** Exact. */
  idCardNo: z.optional(z.string().check(z.regex(/^\d{7,9}$/))),
  customerName: textFilter,
  caseStatus: someOf(caseStatus),
  caseLevel: someOf(caseLevel),
  collectionLevel: someOf(caseLevel),
  billStatus: z.optional(billStatus),
  loanType: z.optional(z.enum(['FIRST', 'REPEAT'])),
  merchantNo: someOf(businessNo),
  productName: textFilter,
  productNo: someOf(businessNo),
  /** Who has the case. */
  collectorUserNo: someOf(businessNo),
  /** Who had it last, of cases that are closed. */
  lastCollectorUserNo: someOf(businessNo),
  actionCode: z.optional(businessNo),
  overdueReason: z.optional(businessNo),
  badDebtReason: z.optional(businessNo),
  badDebtEnteredAt: dayRange,
  /** Of the newest request to recognise a loss on its bills. */
  chargeOffStatus: z.optional(z.enum(['PENDING', 'APPROVED', 'REJECTED', 'CANCELLED'])),
  /** A reason for which last night proposed it. */
  badDebtSign: z.optional(badDebtSign),
  /** True: last night proposed it, for the pool or, of the pool, for charge-off. */
  isProposed: z.optional(z.boolean()),
  /** True: some cases of the order are in the pool of bad debt and others are not. */
  orderPartlyIn: z.optional(z.boolean()),
  /** True: candidates of any age, to be entered on evidence. */
  anyAge: z.optional(z.boolean()),
  outReason: z.optional(outReason),
  promiseStatus: z.optional(promiseStatus),
  promisedRepaymentTime: dayRange,
  /** Days past due: `5`, or `1-30`; below 0 before the due date. */
  dpd: z.optional(z.string().check(z.trim(), z.regex(/^-?\d{1,4}(-\d{1,4})?$/, 'Such as 5 or 1-30'))),
  dueCents: centsRange,
  /** Owed by the whole order. */
  payoffCents: centsRange,
  /** Follow-ups so far: `0`, or `1-3`. */
  followUpCount: z.optional(z.string().check(z.trim(), z.regex(/^\d{1,4}(-\d{1,4})?$/, 'Such as 0 or 1-3'))),
  entryTime: dayRange,
  outTime: dayRange,
  assignedAt: dayRange,
  lastFollowUpAt: dayRange,
  /** Without a collector. */
  unassigned: z.optional(z.boolean()),
  levelChangedToday: z.optional(z.boolean()),
  /** Its collector is frozen or has left. */
  assigneeLeft: z.optional(z.boolean()),
  untouchedToday: z.optional(z.boolean()),
  /** Its collector has noted nothing since they got it: what may be taken back unharmed. */
  untouchedSinceAssigned: z.optional(z.boolean()),
  promiseDueToday: z.optional(z.boolean()),
  brokenPromise: z.optional(z.boolean()),
  /** Nothing keeps the borrower from being called now: hours, blocks, today's calls. */
  callableNow: z.optional(z.boolean()),
  /** Earlier bills of the order are owed, too. */
  hasOlderDue: z.optional(z.boolean()),
  /** Another collector has a case of the order. */
  siblingWithOther: z.optional(z.boolean()),
  /** Other cases of the order are still open. */
  siblingsOpen: z.optional(z.boolean()),
  /** At least so many other open cases of the order; as it is typed. */
  siblingCountFrom: z.optional(z.string().check(z.trim(), z.regex(/^\d{1,2}$/, 'A number, e.g. 2'))),
  /** The next bill of the order is due within so many days; as it is typed. */
  nextDueWithinDays: z.optional(z.string().check(z.trim(), z.regex(/^\d{1,3}$/, 'A number, e.g. 2'))),
  withDeduction: z.optional(z.boolean()),
  /** The borrower has cases by order and by bill. */
  hasBothScopes: z.optional(z.boolean()),
  /** Two or more people work open cases of the borrower. */
  borrowerWithTwoCollectors: z.optional(z.boolean()),
  customerNo: z.optional(businessNo),
  caseScope: z.optional(caseScope),
});
export type CaseFilters = z.output<typeof caseFilters>;

export const CASE_SORT_FIELDS = [
  'dpd',
  'entryTime',
  'lastFollowUpAt',
  'outTime',
  'caseLevel',
  'customerNo',
  'orderNo',
  'score',
  'borrower',
] as const;
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
  policyName: z.nullable(z.string()),
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
  /** Null: the robot wrote it. */
  realName: z.nullable(z.string()),
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
  interestCents: z.number(),
  /** All that is neither principal nor interest. */
  feesCents: z.number(),
  /** False for a bill of the order that is no part of the case. */
  isOfCase: z.boolean(),
  /** Still claimed of a bill that was charged off. */
  claimCents: z.number(),
  /** Of the open case that the bill is in: where it stands, and with whom; null where it is in none. */
  caseStatus: z.nullable(caseStatus),
  caseLevel: z.nullable(caseLevel),
  collectorName: z.nullable(z.string()),
});
export type CaseBill = z.output<typeof caseBillRow>;

/** A waiver that was requested on a bill of the case. */
export const caseDeductionRow = z.object({
  deductionNo: z.string(),
  billNo: z.string(),
  deductionStatus: z.enum(['PENDING', 'APPROVED', 'REJECTED', 'APPLIED', 'LAPSED', 'REVERSED']),
  requestedCents: z.number(),
  totalCents: z.number(),
  applicantName: z.string(),
  decidedByName: z.nullable(z.string()),
  createdAt: z.string(),
});

/** A payment that was applied to the case, live or rolled back. */
export const casePaymentRow = z.object({
  lineNo: z.string(),
  applicationNo: z.string(),
  flowNo: z.string(),
  repayType: z.string(),
  appliedCents: z.number(),
  /** What the same application paid on other cases of the order. */
  siblingsCents: z.number(),
  /** The bills that it settled. */
  settledBillNos: z.array(z.string()),
  appliedAt: z.string(),
  collectorName: z.nullable(z.string()),
  isRolledBack: z.boolean(),
});

/** A call or message about a case, made or refused. */
export const caseContactRow = z.object({
  attemptId: z.number(),
  channel: z.enum(['CALL', 'SMS', 'ROBOT']),
  /** Masked. */
  phone: z.string(),
  realName: z.nullable(z.string()),
  at: z.string(),
  /** The error that the gate refused it with; null where it was open. */
  refusal: z.nullable(z.string()),
  nextAllowedAt: z.nullable(z.string()),
  templateCode: z.nullable(z.string()),
  content: z.nullable(z.string()),
  /** The newest result that the exchange or the SMS gateway told. */
  outcome: z.nullable(z.string()),
  talkSeconds: z.nullable(z.number()),
  /** There is a recording, and the caller may play it. */
  hasRecording: z.boolean(),
});

export const caseDetail = z.object({
  row: caseRow,
  bills: z.array(caseBillRow),
  assignments: z.array(assignmentRow),
  promises: z.array(promiseRow),
  /** The newest 5. */
  followUps: z.array(followUpRow),
  events: z.array(caseEventRow),
  /** The newest 50. */
  contacts: z.array(caseContactRow),
  /** The newest 50. */
  deductions: z.array(caseDeductionRow),
  /** The newest 50. */
  payments: z.array(casePaymentRow),
  /** How much more than principal its bills may be charged (in duplum); null before one is non-performing. */
  inDuplum: z.nullable(z.object({ baseCents: z.number(), leftCents: z.number() })),
  /** Every role of the caller’s hides order files: the order cannot be opened from it. */
  hidesOrder: z.boolean(),
  /** The caller’s roles hide the contacts of customers beyond borrower and guarantor. */
  hidesContacts: z.boolean(),
});
export type CaseDetail = z.output<typeof caseDetail>;
