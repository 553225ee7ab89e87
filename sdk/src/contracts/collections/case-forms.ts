import * as z from 'zod/mini';
import { businessNo, reason } from '../list.ts';
import { caseId, caseLevel, caseRow, caseStatus } from './collection.ts';

/** What is done about cases of either system: who gets them, what was said, promised and sent. */

/** `YYYY-MM-DD` in EAT. */
const day = z.iso.date();

const caseIds = z.array(caseId).check(z.minLength(1, 'Choose at least 1'), z.maxLength(500, 'At most 500 at a time'));

export const allotMode = z.enum(['HAND', 'AUTO', 'EVEN_COUNT', 'EVEN_AMOUNT', 'WEIGHTED', 'EVEN_BORROWERS', 'BALANCE']);
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
  /** BALANCE: of these cases the fewest that even out the load of the people, those with a promise left where they are. */
  mode: z.enum(['EVEN_COUNT', 'EVEN_AMOUNT', 'WEIGHTED', 'EVEN_BORROWERS', 'BALANCE']),
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
      /** Open cases of both systems by their weight, before and with what is proposed. */
      loadPoints: z.number(),
      loadPointsThen: z.number(),
      dailyCap: z.number(),
      cases: z.number(),
      borrowers: z.number(),
      amountCents: z.number(),
      levels: z.array(z.object({ caseLevel, cases: z.number() })),
      /** Cases that came because they speak the borrower's language, and those whose language they do not. */
      spoken: z.number(),
      unspoken: z.number(),
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
  /**
   * By bill: the order's other cases in work that are old enough go along; on a death or fraud, all of them. False unless
   * said otherwise.
   */
  withSiblings: z.optional(z.boolean()),
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
        /** Open cases by their weight, over both systems. */
        loadPoints: z.number(),
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
