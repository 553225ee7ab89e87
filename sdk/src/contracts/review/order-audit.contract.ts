import * as z from 'zod/mini';
import { defineEndpoint } from '../endpoint.ts';
import { businessNo } from '../list.ts';
import { auditResult, faceConsistency, loanType, orderStatus, payoutType, stepAnswer } from './order-file.ts';
import { correctableItem, reviewStep } from './review-rules.ts';

/** Deciding on an order: its lease, its draft, its decision. */
export const ORDER_AUDIT_PAGE = '/AdminContent/OrderDetailAudit/OrderAudit';
const decides = { code: ['audit:order:audit'] } as const;
const at = (name: string) => `loans/audit/detail/${name}/{orderNo}`;

const remark = z.string().check(z.trim(), z.maxLength(200, 'At most 200 characters'));
/** Integer cents. */
const approvedAmountCents = z.int().check(z.maximum(100_000_000_00));

export const stepAnswerForm = z.strictObject({
  stepName: z.string().check(z.maxLength(64)),
  /** One of the step's answers; null while unanswered. */
  answer: z.nullable(z.string().check(z.maxLength(64))),
  note: z.optional(z.string().check(z.trim(), z.maxLength(200, 'At most 200 characters'))),
  /** An attachment of the order that shows it; the server keeps the name it knows it by. */
  attachment: z.optional(
    z.strictObject({
      attachId: z.string().check(z.minLength(1), z.maxLength(64)),
      fileName: z.string().check(z.maxLength(255)),
    }),
  ),
});
const steps = z.array(stepAnswerForm).check(z.maxLength(40));

/** Where the money is to go from now on. */
export const payeeForm = z.strictObject({
  payoutType,
  /** PAYOUT_SUB_TYPE of that type. */
  payoutSubType: z.string().check(z.regex(/^[A-Z][A-Z0-9_]{1,31}$/, 'All options must be filled')),
  accountName: z.string().check(z.trim(), z.minLength(1, 'Content cannot be blank'), z.maxLength(128)),
  phone: z.string().check(z.trim(), z.regex(/^254\d{9}$/, '254 plus 9 digits, e.g. 254712345678')),
  /** BANK_NAME_TYPE; with a bank account alone. */
  bankName: z.optional(z.string().check(z.maxLength(32))),
  bankCardNo: z.optional(z.string().check(z.trim(), z.regex(/^\d{6,20}$/, '6 to 20 digits'))),
  /** With an e-wallet alone: the number or name of its account. */
  eWalletAccount: z.optional(
    z
      .string()
      .check(z.trim(), z.regex(/^[A-Za-z0-9][A-Za-z0-9@._+-]{3,63}$/, '4 to 64 letters and digits, also @ . _ + -')),
  ),
  /** An attachment of the order that shows it. */
  evidenceAttachId: z.string().check(z.minLength(1, 'All options must be filled'), z.maxLength(64)),
});
export type PayeeForm = z.input<typeof payeeForm>;

/** What the reviewer typed so far: anything may be missing. */
export const draftContent = z.strictObject({
  auditResult: z.optional(z.nullable(auditResult)),
  approvedAmountCents: z.optional(z.nullable(approvedAmountCents)),
  faceConsistency: z.optional(z.nullable(faceConsistency)),
  changeBankCard: z.optional(z.nullable(z.boolean())),
  changePayoutType: z.optional(z.nullable(z.boolean())),
  refuseCode: z.optional(z.nullable(z.string().check(z.maxLength(64)))),
  remark: z.optional(remark),
  steps: z.optional(steps),
});
export type DraftContent = z.output<typeof draftContent>;

const similarOrder = z.object({
  orderNo: z.string(),
  auditResult,
  loanType,
  loanAmountCents: z.number(),
  approvedAmountCents: z.nullable(z.number()),
  refuseCode: z.nullable(z.string()),
  decidedAt: z.string(),
});

export const panel = z.object({
  orderNo: z.string(),
  openedAt: z.string(),
  /** Null while an approver looks at a change of the payout account: the lease is suspended. */
  leaseEndsAt: z.nullable(z.string()),
  leaseMinutes: z.number(),
  steps: z.array(reviewStep),
  /** What the caller typed before. */
  draft: z.nullable(z.object({ content: draftContent, savedAt: z.string() })),
  /** What an earlier reviewer had typed when their lease ended: a note, not a decision. */
  leftBehind: z.nullable(z.object({ byName: z.string(), savedAt: z.string(), content: draftContent })),
  bounds: z.object({
    loanAmountCents: z.number(),
    productMaximumCents: z.number(),
    /** Null where the customer has no credit line: the product alone bounds then. */
    remainingCreditCents: z.nullable(z.number()),
    /** What the merchant lends of this type at least and at most; null where nothing bounds it. */
    merchantMinimumCents: z.nullable(z.number()),
    merchantMaximumCents: z.nullable(z.number()),
    /** The smallest of the maxima, in whole shillings. */
    maximumCents: z.number(),
  }),
  isFaceCompulsory: z.boolean(),
  returnDays: z.number(),
  correctableItems: z.array(correctableItem),
  /** Whether a passed order is paid out automatically. */
  autoSend: z.boolean(),
  payee: z.object({
    payoutType,
    payoutSubType: z.string(),
    accountName: z.string(),
    /** Masked: where the money goes as things stand. */
    account: z.string(),
  }),
  /** The caller's decision is stored as a proposal that a person confirms. */
  isProposalOnly: z.boolean(),
  /** What an AI employee proposed in this round. */
  proposal: z.nullable(
    z.object({
      byName: z.string(),
      at: z.string(),
      auditResult,
      approvedAmountCents: z.nullable(z.number()),
      refuseCode: z.nullable(z.string()),
      remark: z.nullable(z.string()),
      steps: z.array(stepAnswer),
    }),
  ),
  /** The change of the payout account that awaits approval. */
  waitingChangeNo: z.nullable(z.string()),
  /** Why the approver sent the last change back. */
  sentBackNote: z.nullable(z.string()),
  similar: z.array(similarOrder),
  /** Refusal codes that the caller used last, newest first. */
  recentRefuseCodes: z.array(z.string()),
});
export type Panel = z.output<typeof panel>;

export const open = defineEndpoint({
  name: 'orderAudit.open',
  method: 'POST',
  path: at('open'),
  access: decides,
  kind: 'command',
  summary:
    'Opens the lease of an order handed to the caller, or renews it. REVIEW_TAKEN_OVER, LEASE_ENDED, ORDER_NOT_FOUND',
  request: z.strictObject({ orderNo: businessNo }),
  reply: panel,
});

export const draft = defineEndpoint({
  name: 'orderAudit.draft',
  method: 'POST',
  path: at('draft'),
  access: decides,
  kind: 'command',
  summary: 'Keeps what was typed so far; the lease runs again',
  request: z.strictObject({ orderNo: businessNo, content: draftContent }),
  reply: z.object({ savedAt: z.string(), leaseEndsAt: z.nullable(z.string()) }),
});

const decided = z.object({
  orderNo: z.string(),
  orderStatus,
  reviewNo: z.string(),
  auditResult,
  /** SECOND_PERSON: a changed payout account is confirmed first; A_PERSON: this was an AI employee's proposal. */
  waitsFor: z.nullable(z.enum(['SECOND_PERSON', 'A_PERSON'])),
  changeNo: z.optional(z.string()),
  /** It is being paid out automatically. */
  isSent: z.boolean(),
  /** The next of the caller's own orders, oldest first. */
  nextOrderNo: z.nullable(z.string()),
});
export type Decided = z.output<typeof decided>;

export const auditForm = z.strictObject({
  orderNo: businessNo,
  auditResult: z.enum(['PASS', 'REFUSE']),
  /** PASS alone. */
  approvedAmountCents: z.optional(approvedAmountCents),
  faceConsistency: z.optional(faceConsistency),
  /** PASS alone: no default, both must be said. */
  changeBankCard: z.optional(z.boolean()),
  changePayoutType: z.optional(z.boolean()),
  payee: z.optional(payeeForm),
  /** REFUSE alone: an enabled leaf of the tree. */
  refuseCode: z.optional(z.string().check(z.maxLength(64))),
  remark: z.optional(remark),
  steps,
});
export type AuditForm = z.output<typeof auditForm>;

export const audit = defineEndpoint({
  name: 'orderAudit.audit',
  method: 'POST',
  path: at('audit'),
  access: decides,
  kind: 'command',
  preview: true,
  summary:
    'Passes or refuses an order. BAD_REQUEST beside each field, APPROVED_OUT_OF_BOUNDS, FACE_INCONSISTENT, PAYEE_NAME_DIFFERS, REVIEW_TAKEN_OVER, LEASE_ENDED, ALREADY_DECIDED',
  request: auditForm,
  reply: decided,
});

export const rejectForm = z.strictObject({
  orderNo: businessNo,
  faceConsistency: z.optional(faceConsistency),
  /** What the customer is asked to give again. */
  changeBankCard: z.optional(z.boolean()),
  changePayoutType: z.optional(z.boolean()),
  refuseCode: z.optional(z.string().check(z.maxLength(64))),
  remark: z.optional(remark),
  steps,
});
export type RejectForm = z.output<typeof rejectForm>;

export const reject = defineEndpoint({
  name: 'orderAudit.reject',
  method: 'POST',
  path: at('reject'),
  access: decides,
  kind: 'command',
  preview: true,
  summary: 'Returns an order to the customer, who has some days to correct it; as audit',
  request: rejectForm,
  reply: decided,
});

const borrowerLineReply = z.object({
  /** Masked. */
  phone: z.string(),
  isAllowed: z.boolean(),
  /** What the caps leave of today. */
  left: z.number(),
  /** Why not, in the caller’s language; null where it is allowed. */
  text: z.nullable(z.string()),
  /** Null where waiting does not help. */
  nextAllowedAt: z.nullable(z.string()),
});
export type BorrowerLine = z.output<typeof borrowerLineReply>;

export const borrowerLine = defineEndpoint({
  name: 'orderAudit.borrowerLine',
  method: 'GET',
  path: at('contact'),
  access: decides,
  kind: 'query',
  summary: 'Whether the borrower may be called about their application now; if not, why and from when',
  request: z.object({ orderNo: businessNo }),
  reply: borrowerLineReply,
});

export const callBorrower = defineEndpoint({
  name: 'orderAudit.callBorrower',
  method: 'POST',
  path: at('call'),
  access: decides,
  kind: 'command',
  preview: true,
  summary:
    'Calls, from the caller’s browser or extension, the borrower of an order that the caller has under review, past the contact gate. CONTACT_HOURS, CONTACT_CAP and the other refusals of the gate, CONTACT_EXTENSION_MISSING, CONTACT_CHANNEL_MISSING, REVIEW_TAKEN_OVER, LEASE_ENDED',
  request: z.strictObject({ orderNo: businessNo }),
  reply: z.object({
    attemptId: z.number(),
    /** What the browser dials; null where an extension rings. */
    callNo: z.nullable(z.string()),
    left: z.number(),
  }),
});

export const repaymentPreview = defineEndpoint({
  name: 'orderAudit.repaymentPreview',
  method: 'GET',
  path: at('repaymentPreview'),
  access: decides,
  kind: 'query',
  summary: 'What the customer would repay, and when, were this amount paid out today',
  request: z.object({
    orderNo: businessNo,
    approvedAmountCents: z.coerce.number().check(z.int(), z.minimum(100), z.maximum(100_000_000_00)),
  }),
  reply: z.object({
    paidOutCents: z.number(),
    totalCents: z.number(),
    bills: z.array(z.object({ termNo: z.number(), dueDate: z.string(), amountCents: z.number() })),
  }),
});
