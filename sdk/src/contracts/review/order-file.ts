import * as z from 'zod/mini';
import { evaluationLine, ruleDecision } from '../lending/rule-set.contract.ts';
import { scoreTrace } from '../lending/risk-model.contract.ts';
import { auditResult, faceConsistency, loanType, orderStatus, payoutType } from './order-codes.ts';
import { bankCard, borrowing } from './order-evidence.ts';
import { reviewSnapshot } from './review-rules.ts';

export const reviewStatus = z.enum(['PROPOSED', 'WAITING', 'DECIDED', 'SENT_BACK']);

export * from './order-codes.ts';
export * from './order-evidence.ts';

/**
 * Forms of an order's file. Phones, ID numbers, e-mails and account numbers are masked for everybody; names
 * where the caller's roles mask them. A reveal shows one value.
 */
const textOrNull = z.nullable(z.string());
const numberOrNull = z.nullable(z.number());

export const planBill = z.object({
  billNo: z.string(),
  termNo: z.number(),
  installments: z.number(),
  billStatus: z.enum(['ACTIVE', 'SETTLED', 'ROLLED_OVER', 'CHARGED_OFF', 'VOID']),
  /** All that was ever charged on it, in cents. */
  billAmountCents: z.number(),
  /** Still owed. */
  amountDueCents: z.number(),
  actualPaidCents: z.number(),
  dueDate: z.string(),
  actualDate: textOrNull,
  isOverdue: z.boolean(),
  overdueDays: z.number(),
  isRolledOver: z.boolean(),
  rolloverCount: z.number(),
  unpaidPrincipalCents: z.number(),
  unpaidInterestCents: z.number(),
  unpaidLateFeeCents: z.number(),
  unpaidManagementFeeCents: z.number(),
  unpaidServiceFeeCents: z.number(),
  unpaidExciseCents: z.number(),
  unpaidLiquidatedDamagesCents: z.number(),
  unpaidExtensionServiceFeeCents: z.number(),
  couponCents: z.number(),
  overpaymentCents: z.number(),
  deductionCents: z.number(),
  /** Of the last live payment. */
  paymentCode: textOrNull,
  paymentChannel: textOrNull,
  repaymentCode: z.string(),
});
export type PlanBill = z.output<typeof planBill>;

export const payoutAttempt = z.object({
  attemptNo: z.string(),
  attemptStatus: z.enum(['CREATED', 'SENT', 'SUCCESS', 'FAILED', 'UNKNOWN']),
  amountCents: z.number(),
  payoutChannel: z.string(),
  /** Masked. */
  payeePhone: textOrNull,
  channelReference: textOrNull,
  failCode: textOrNull,
  failReason: textOrNull,
  createdAt: z.string(),
  finishedAt: textOrNull,
  makerName: textOrNull,
  checkerName: textOrNull,
});

export const repaymentCodeInfo = z.object({
  repaymentCode: z.string(),
  paymentChannel: z.string(),
  /** As long as the order is open. */
  isValid: z.boolean(),
});

export const stepAnswer = z.object({
  stepName: z.string(),
  /** Of the step as it was configured then; absent where it had none. */
  stepNameZh: z.optional(z.string()),
  required: z.boolean(),
  /** A value of REVIEW_STEP_ANSWER; null while unanswered. */
  answer: textOrNull,
  note: textOrNull,
  /** What shows it; absent where nothing was attached. */
  attachment: z.optional(z.nullable(z.object({ attachId: z.string(), fileName: z.string() }))),
});

const decisionFacts = {
  reviewNo: z.string(),
  auditorName: z.string(),
  isAiEmployee: z.boolean(),
  auditResult,
  decidedAt: z.string(),
};

export const reviewRecord = z.object({
  ...decisionFacts,
  reviewStatus,
  approvedAmountCents: numberOrNull,
  refuseCode: textOrNull,
  denialReason: textOrNull,
  remark: textOrNull,
  faceConsistency: z.nullable(faceConsistency),
  changeBankCard: z.nullable(z.boolean()),
  changePayoutType: z.nullable(z.boolean()),
  /** From opening to deciding; null for a decision that was made without. */
  durationSeconds: numberOrNull,
  checkerName: textOrNull,
  checkNote: textOrNull,
});

export const reviewRound = z.object({ ...decisionFacts, steps: z.array(stepAnswer) });

export const timelineEntry = z.object({
  eventId: z.string(),
  at: z.string(),
  /** The command of the order's machine. */
  command: z.string(),
  toStatus: orderStatus,
  byName: textOrNull,
  remark: textOrNull,
});

/** What this caller may do with this order now. */
export const orderAction = z.enum([
  'review',
  'update',
  'setLanguage',
  'release',
  'followUp',
  'issueRepaymentCode',
  'reveal',
  'faceSearch',
  'upload',
]);
export type OrderAction = z.output<typeof orderAction>;

const header = z.object({
  orderNo: z.string(),
  thirdPartyOrderNo: textOrNull,
  orderStatus,
  /** Since when it is in that state. */
  stateSince: z.string(),
  merchantNo: z.string(),
  merchantName: z.string(),
  productName: z.string(),
  customerName: z.string(),
  loanType,
  whitelistFlag: z.boolean(),
  /** The customer is on the manual blacklist now. */
  isBlacklisted: z.boolean(),
  modelLevel: textOrNull,
  /** Version of the merchant's risk prices that its terms are by; null: the product's own terms. */
  pricingVersionNo: numberOrNull,
  /** Of the customer now; null without one. */
  vipLevelNo: numberOrNull,
  loanAmountCents: z.number(),
  approvedAmountCents: numberOrNull,
  auditorUserNo: textOrNull,
  auditorName: textOrNull,
  openedAt: textOrNull,
  leaseEndsAt: textOrNull,
  returnedUntil: textOrNull,
  /** Goes back with a correction. */
  version: z.number(),
  allowedActions: z.array(orderAction),
});

const person = z.object({
  firstName: textOrNull,
  middleName: textOrNull,
  lastName: textOrNull,
  sex: textOrNull,
  birthDate: textOrNull,
  age: numberOrNull,
  idCardNo: z.string(),
  phone: z.string(),
  email: textOrNull,
  whatsApp: textOrNull,
  socialIds: z.array(z.string()),
  education: textOrNull,
  maritalStatus: textOrNull,
  childrenCount: numberOrNull,
  addressCode: textOrNull,
  /** County and sub-county in words, then what was typed. */
  address: textOrNull,
  employerName: textOrNull,
  incomeCents: numberOrNull,
  payday: numberOrNull,
  speakingLanguage: textOrNull,
});

/** What is not the same as on the customer's application before. */
const difference = z.object({
  field: z.string(),
  before: textOrNull,
  now: textOrNull,
});

const credit = z.object({
  creditType: z.enum(['PRE_APPROVAL', 'REVOLVING']),
  limitCents: z.number(),
  /** Of the limit: what is raised for a while. */
  temporaryCents: z.number(),
  remainingCents: z.number(),
  expiresAt: textOrNull,
  isAdjustable: z.boolean(),
  creditStatus: z.enum(['GRANTING', 'GRANTED', 'EXPIRED']),
});

const payee = z.object({
  payoutType,
  payoutSubType: z.string(),
  accountName: z.string(),
  phone: z.string(),
  bankName: textOrNull,
  bankCardNo: textOrNull,
  eWalletAccount: textOrNull,
  attempts: z.array(payoutAttempt),
});

const corporate = z.object({
  direction: z.enum(['PAYING', 'RECEIVING']),
  companyName: z.string(),
  accountNo: z.string(),
  bankName: z.string(),
  paymentChannel: z.string(),
});

const imageKind = z.enum(['ID_FRONT', 'ID_BACK', 'SELFIE']);

const details = z.object({
  entry: z.object({
    applyTime: z.string(),
    incomingChannel: textOrNull,
    promotionChannel: textOrNull,
    /** In the caller's language; a channel that has no name is called by its code. */
    promotionChannelName: textOrNull,
    lendingChannel: textOrNull,
    dataSource: textOrNull,
    term: z.number(),
    installments: z.number(),
    lendingTime: textOrNull,
    refuseCode: textOrNull,
    denialReason: textOrNull,
    appName: textOrNull,
    appVersion: textOrNull,
  }),
  person,
  differences: z.nullable(z.object({ previousOrderNo: z.string(), fields: z.array(difference) })),
  credit: z.nullable(credit),
  bank: z.object({ askedAt: textOrNull, content: z.nullable(bankCard) }),
  payee,
  corporate: z.array(corporate),
  /** Null for callers without `audit:order:repaymentCode`. */
  repaymentCode: z.nullable(repaymentCodeInfo),
  borrowing,
  merchant: z.object({
    companyName: z.string(),
    merchantName: z.string(),
    orgName: z.string(),
    hotline: textOrNull,
    minimumCents: z.number(),
    maximumCents: z.number(),
  }),
  face: z.object({
    askedAt: textOrNull,
    score: numberOrNull,
    liveness: z.nullable(z.enum(['PASSED', 'FAILED'])),
    /** Pictures there are; each is shown by a reveal. */
    images: z.array(z.object({ imageKind, takenAt: z.string() })),
  }),
});

export const orderEntry = z.object({
  header,
  /** The order's path, oldest first. */
  timeline: z.array(timelineEntry),
  plan: z.array(planBill),
  /** Null where the caller's roles hide details: header and plan are all there is then. */
  details: z.nullable(details),
  /** What the model said when the machine decided; absent where no model did, or details are hidden. */
  score: z.optional(scoreTrace),
  /** How the machine decided last, line by line; absent where it has not, or details are hidden. */
  machine: z.optional(
    z.object({
      decision: ruleDecision,
      /** The rule that decided; null where none applied, or a halt did. */
      decidedBy: textOrNull,
      refuseCode: textOrNull,
      /** Null where the default of the company decided. */
      ruleSetCode: textOrNull,
      versionNo: numberOrNull,
      isHalted: z.boolean(),
      evaluatedAt: z.string(),
      lines: z.array(evaluationLine),
      /** Why it declined as the applicant reads it, in the reader's language; none where the decline code says it. */
      applicantReasons: z.array(z.string()),
    }),
  ),
  /** True: no tabs of contacts. */
  isAddressBookHidden: z.boolean(),
  /** Null before the order was ever allocated. */
  reviewConfig: z.nullable(reviewSnapshot),
});
export type OrderEntry = z.output<typeof orderEntry>;
export type OrderDetails = z.output<typeof details>;
export type OrderHeader = z.output<typeof header>;
