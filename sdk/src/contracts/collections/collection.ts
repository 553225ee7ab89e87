import * as z from 'zod/mini';
import { businessNo, centsRange, dayRange, listReply, reason, textFilter } from '../list.ts';

/** Shapes that collection by order and by bill share. */

export const caseScope = z.enum(['ORDER', 'BILL']);
export type CaseScope = z.output<typeof caseScope>;
export const caseStatus = z.enum(['POOL', 'COLLECTING', 'RETAINED', 'BAD_DEBT_POOL', 'CLOSED']);
export const caseLevel = z.enum(['S0', 'S1', 'S2', 'S3', 'S4', 'S5']);
export const promiseStatus = z.enum(['OPEN', 'KEPT', 'BROKEN', 'CANCELLED']);
export const outReason = z.enum(['SETTLED', 'ROLLED_OVER', 'VOID']);
export const billStatus = z.enum(['ACTIVE', 'SETTLED', 'ROLLED_OVER', 'CHARGED_OFF', 'VOID']);

/** `CS0000000001`. */
export const caseId = z.string().check(z.regex(/^CS\d{10,}$/));
/** `YYYY-MM-DD` in EAT. */
const day = z.iso.date();

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
  /** Who has it, or had it last. */
  lastCollectorName: z.nullable(z.string()),
  /** When the oldest bill that is owed fell due; a day in EAT. */
  dueDate: z.string(),
  /** Other open cases of the order. */
  siblingCount: z.number(),
  /** Other collectors who have cases of the order. */
  siblingsWith: z.array(z.string()),
  /** Paid on the case so far, less what was rolled back. */
  collectedCents: z.number(),
  /** Waived on its bills. */
  deductedCents: z.number(),
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
const someOf = <One extends z.ZodMiniType>(one: One) =>
  z.optional(z.union([one, z.array(one).check(z.maxLength(200))]));

export const caseFilters = z.strictObject({
  caseNo: textFilter,
  orderNo: textFilter,
  billNo: textFilter,
  termNo: z.optional(z.string().check(z.regex(/^\d{1,3}$/, 'A number'))),
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
  /** Who has the case. */
  collectorUserNo: someOf(businessNo),
  /** Who had it last, of cases that are closed. */
  lastCollectorUserNo: someOf(businessNo),
  actionCode: z.optional(businessNo),
  overdueReason: z.optional(businessNo),
  badDebtReason: z.optional(businessNo),
  outReason: z.optional(outReason),
  promiseStatus: z.optional(promiseStatus),
  promisedRepaymentTime: dayRange,
  /** Days past due: `5`, or `1-30`; below 0 before the due date. */
  dpd: z.optional(z.string().check(z.trim(), z.regex(/^-?\d{1,4}(-\d{1,4})?$/, 'Such as 5 or 1-30'))),
  dueCents: centsRange,
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
});
export type CaseDetail = z.output<typeof caseDetail>;

const caseIds = z.array(caseId).check(z.minLength(1, 'Choose at least 1'), z.maxLength(500, 'At most 500 at a time'));

export const allotMode = z.enum(['HAND', 'AUTO', 'EVEN_COUNT', 'EVEN_AMOUNT', 'WEIGHTED', 'EVEN_BORROWERS']);
export type AllotMode = z.output<typeof allotMode>;

/** Who gets which case, as a preview showed it; a case that has moved since is refused. */
const allotPlan = z.optional(
  z
    .array(z.strictObject({ caseId, version: z.int(), collectionUserNo: businessNo }))
    .check(z.minLength(1, 'Choose at least 1'), z.maxLength(500, 'At most 500 at a time')),
);
const allotShape = {
  caseIds,
  mode: allotMode,
  collectionUserNo: z.optional(businessNo),
  plan: allotPlan,
  /** By bill: the order’s other cases go to the same collector; true unless said otherwise. */
  takeSiblings: z.optional(z.boolean()),
  /** Why the bills of an order go to different people. */
  splitReason: z.optional(reason),
};
interface Allotting {
  readonly mode: AllotMode;
  readonly collectionUserNo?: string | undefined;
  readonly plan?: readonly unknown[] | undefined;
}
const namesCollector = z.refine<Allotting>(
  ({ mode, collectionUserNo }) => mode !== 'HAND' || collectionUserNo !== undefined,
  { path: ['collectionUserNo'], message: 'Please choose' },
);
const hasPlan = z.refine<Allotting>(({ mode, plan }) => mode === 'HAND' || mode === 'AUTO' || plan !== undefined, {
  path: ['collectionUserNos'],
  message: 'Please choose',
});

/**
 * HAND names the collector; AUTO gives each case to whoever has the least open work for what they can take; the
 * others carry out what a preview divided.
 */
export const distributeForm = z.strictObject(allotShape).check(namesCollector, hasPlan);
/** As distributing, over both systems; a borrower's other cases may go along. */
export const mergeDistributeForm = z
  .strictObject({ ...allotShape, sameBorrower: z.optional(z.boolean()) })
  .check(namesCollector, hasPlan);
export const mergeRedistributeForm = z
  .strictObject({
    ...allotShape,
    mode: z._default(allotMode, 'HAND'),
    reason,
    sameBorrower: z.optional(z.boolean()),
  })
  .check(namesCollector, hasPlan);
export const redistributeForm = z
  .strictObject({ ...allotShape, mode: z._default(allotMode, 'HAND'), reason })
  .check(namesCollector, hasPlan);

/** What would go to whom, by a mode that divides. */
export const allotPreviewForm = z.strictObject({
  caseIds,
  mode: z.enum(['EVEN_COUNT', 'EVEN_AMOUNT', 'WEIGHTED', 'EVEN_BORROWERS']),
  collectionUserNos: z
    .array(businessNo)
    .check(z.minLength(1, 'Choose at least 1'), z.maxLength(100, 'At most 100 at a time')),
  takeSiblings: z.optional(z.boolean()),
  /** Over both systems: the borrower's other cases go to the same person. */
  sameBorrower: z.optional(z.boolean()),
});
export const allotPreview = z.object({
  /** For the command: what goes to whom. */
  plan: z.array(z.object({ caseId: z.string(), version: z.number(), collectionUserNo: z.string() })),
  people: z.array(
    z.object({
      userNo: z.string(),
      realName: z.string(),
      employeeCategory: z.enum(['NEW', 'OLD']),
      /** Open cases before. */
      openCases: z.number(),
      dailyCap: z.number(),
      cases: z.number(),
      borrowers: z.number(),
      amountCents: z.number(),
      levels: z.array(z.object({ caseLevel, cases: z.number() })),
      /** Why they get nothing; null where nothing speaks against it. */
      refusal: z.nullable(z.string()),
    }),
  ),
  /** What nobody gets, with why. */
  left: z.array(z.object({ caseId: z.string(), refusal: z.string() })),
  /** Cases of the same orders that came along. */
  siblings: z.number(),
});
export type AllotPreview = z.output<typeof allotPreview>;

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
  /** Other cases of the same borrower that the contact was about, too: a record each. */
  alsoCaseIds: z.optional(z.array(caseId).check(z.maxLength(20, 'At most 20 at a time'))),
});

/** Why a case comes next. */
export const nextReason = z.enum([
  'promiseDue',
  'callBackDue',
  'brokenPromise',
  'untouched',
  'callable',
  'largeAmount',
  'movesUp',
]);
export const nextForm = z.strictObject({
  /** Cases not to be named: the one that is open, those put off. */
  skip: z.array(caseId).check(z.maxLength(100)),
});
export const nextReply = z.object({
  /** Null where nothing is left to be worked. */
  next: z.nullable(z.object({ row: caseRow, score: z.number(), reasons: z.array(nextReason) })),
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
export const callPlaced = z.object({
  attemptId: z.number(),
  /** What the browser dials; null where an extension rings. */
  callNo: z.nullable(z.string()),
});
export const smsForm = z.strictObject({
  ...whom,
  templateCode: businessNo,
  language: z.enum(['en', 'sw']),
});

/** A template to the borrowers of many cases, one message each. */
export const smsManyForm = z.strictObject({
  caseIds,
  templateCode: businessNo,
  language: z.enum(['en', 'sw']),
});
/** That nobody was reached about many cases: a record each. */
export const notReachedForm = z.strictObject({
  caseIds,
  contactChannel: z.enum(['CALL', 'SMS', 'EMAIL', 'NONE']),
  /** A code of ACTION_CODE that says nobody was spoken to. */
  actionCode: businessNo,
  remark: z
    .string()
    .check(z.trim(), z.minLength(1, 'Content cannot be blank'), z.maxLength(500, 'At most 500 characters')),
});
export const jobStarted = z.object({ jobNo: z.string() });

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

/** A row of a file of cases and who gets them: by order, or the bill of a term. */
const importedOrder = {
  orderNo: z.string().check(z.trim(), z.minLength(1, 'All options must be filled'), z.maxLength(32)),
  collectionUserNo: z.string().check(z.trim(), z.minLength(1, 'All options must be filled'), z.maxLength(32)),
};
export const caseImportForm = z.strictObject(importedOrder);
export const billCaseImportForm = z.strictObject({
  ...importedOrder,
  termNo: z.string().check(z.trim(), z.regex(/^\d{1,3}$/, 'A number')),
});
