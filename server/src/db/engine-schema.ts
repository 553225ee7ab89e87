import type { ColumnType, Generated, GeneratedAlways } from 'kysely';
import type { billMachine, chargeOffApplicationMachine } from '../modules/bills/index.ts';
import type { deductionMachine } from '../modules/deductions/index.ts';
import type { orderMachine } from '../modules/orders/index.ts';
import type { refundMachine, refundVerificationMachine } from '../modules/refunds/index.ts';
import type { StateOf } from '../state-machine/index.ts';

type InstantDefault = ColumnType<Date, Date | string | undefined, Date | string>;
type Instant = ColumnType<Date, Date | string, Date | string>;
type InstantOrNull = ColumnType<
  Date | null,
  Date | string | null | undefined,
  Date | string | null
>;
type Optional<T> = ColumnType<T | null, T | null | undefined, T | null>;
/** Append-only: what is inserted is never set again. */
type Fixed<T> = ColumnType<T, T, never>;
type FixedOptional<T> = ColumnType<T | null, T | null | undefined, never>;
type FixedInstant = ColumnType<Date, undefined, never>;

export interface AccountTable {
  accountCode: string;
  accountKind: 'ASSET' | 'LIABILITY' | 'INCOME' | 'EXPENSE' | 'MEMO';
  nameEn: string;
  nameZh: string;
}

/** One row a journal, whatever its month: what makes keys and ids unique over all partitions. */
export interface JournalKeyTable {
  idempotencyKey: Fixed<string>;
  journalId: Fixed<number>;
  businessDate: Fixed<string>;
  payloadHash: Fixed<Buffer>;
}

export interface JournalTable {
  journalId: Fixed<number>;
  /** EAT. */
  businessDate: Fixed<string>;
  journalKind: Fixed<string>;
  merchantNo: Fixed<string>;
  causeType: Fixed<string>;
  causeNo: Fixed<string>;
  ruleVersion: FixedOptional<string>;
  formula: ColumnType<unknown, string | null | undefined, never>;
  idempotencyKey: Fixed<string>;
  reversesId: FixedOptional<number>;
  makerUserNo: FixedOptional<string>;
  checkerUserNo: FixedOptional<string>;
  postedAt: FixedInstant;
  madeIn: ColumnType<string, undefined, never>;
}

/** Written by a trigger on `journal` alone. */
export interface JournalReversalTable {
  reversesId: GeneratedAlways<number>;
  journalId: GeneratedAlways<number>;
}

export interface PostingTable {
  journalId: Fixed<number>;
  lineNo: Fixed<number>;
  businessDate: Fixed<string>;
  merchantNo: Fixed<string>;
  accountCode: Fixed<string>;
  /** + debit, − credit. */
  amountCents: Fixed<number>;
  customerNo: FixedOptional<string>;
  billNo: FixedOptional<string>;
  flowNo: FixedOptional<string>;
  component: FixedOptional<string>;
}

interface BillAmounts {
  lateFeeCents: Generated<number>;
  liquidatedDamagesCents: Generated<number>;
  extensionServiceFeeCents: Generated<number>;
  managementFeeCents: Generated<number>;
  serviceFeeCents: Generated<number>;
  exciseCents: Generated<number>;
  interestCents: Generated<number>;
  principalCents: Generated<number>;
  /** What was charged off and not recovered yet. */
  claimCents: Generated<number>;
}

/** A cache of `billBalanceFold`; the ledger alone writes it. */
export interface BillBalanceTable extends BillAmounts {
  billNo: string;
  outstandingCents: GeneratedAlways<number>;
  /** Counts changes: a commit that was previewed carries the one it saw. */
  version: Generated<number>;
}

export interface BillBalanceFoldView extends BillAmounts {
  billNo: string;
}

export interface PaymentFlowTable {
  flowNo: Generated<string>;
  merchantNo: string;
  paymentChannel: string;
  /** The channel's serial number; once a channel. */
  paymentCode: string;
  accountCode: string;
  amountCents: number;
  repayTime: Instant;
  receivedAt: InstantDefault;
  customerNo: Optional<string>;
  payerPhone: Optional<string>;
  payerName: Optional<string>;
  flowStatus: Generated<
    'RECEIVED' | 'UNMATCHED' | 'PART_APPLIED' | 'APPLIED' | 'REFUNDED' | 'REVERSED'
  >;
  appliedCents: Generated<number>;
  creditedCents: Generated<number>;
  returnedCents: Generated<number>;
  heldCents: Generated<number>;
  writableCents: GeneratedAlways<number>;
  version: Generated<number>;
  source: Generated<'CALLBACK' | 'SUPPLEMENT' | 'STATEMENT'>;
  /** Who looks after it while it belongs to nobody. */
  ownerUserNo: Optional<string>;
  /** What the customer typed as the account. */
  accountReference: Optional<string>;
  /** The order it was matched to. */
  orderNo: Optional<string>;
}

export interface PayoutAttemptTable {
  attemptNo: Generated<string>;
  merchantNo: string;
  subjectType: 'LOAN' | 'REFUND' | 'TRANSFER' | 'WITHDRAWAL';
  subjectNo: string;
  attemptCount: number;
  payoutChannel: string;
  accountCode: string;
  amountCents: number;
  attemptStatus: Generated<'CREATED' | 'SENT' | 'SUCCESS' | 'FAILED' | 'UNKNOWN'>;
  channelReference: Optional<string>;
  failCode: Optional<string>;
  failReason: Optional<string>;
  createdAt: InstantDefault;
  sentAt: InstantOrNull;
  finishedAt: InstantOrNull;
  version: Generated<number>;
  /** 254 and 9 digits. */
  payeePhone: Optional<string>;
  payeeName: Optional<string>;
  /** The channel's, where it took the order on. */
  conversationId: Optional<string>;
  makerUserNo: Optional<string>;
  checkerUserNo: Optional<string>;
}

/** A question about an attempt, under the id that its answer will carry. */
export interface PayoutQueryTable {
  conversationId: string;
  attemptNo: string;
  askedAt: InstantDefault;
  answeredAt: InstantOrNull;
  resultCode: Optional<string>;
}

/** What a gateway told us, as it came. Append-only. */
export interface GatewayCallbackTable {
  callbackId: GeneratedAlways<number>;
  receivedAt: FixedInstant;
  /** `mpesa/b2c/result` */
  topic: Fixed<string>;
  content: Fixed<Buffer>;
  contentType: Fixed<string>;
}

/** One row a callback, however often it came: what became of it. */
export interface GatewayCallbackStateTable {
  contentHash: Fixed<Buffer>;
  callbackId: Fixed<number>;
  receivedAt: ColumnType<Date, Date, never>;
  topic: Fixed<string>;
  callbackStatus: Generated<'RECEIVED' | 'PROCESSED' | 'IGNORED' | 'REFUSED'>;
  repeats: Generated<number>;
  attempts: Generated<number>;
  nextAttemptAt: InstantDefault;
  fault: Optional<string>;
  finishedAt: InstantOrNull;
}

/** One version of one key; what holds or held is never changed. */
export interface RegulatoryPolicyTable {
  policyKey: Fixed<string>;
  effectiveFrom: Fixed<string>;
  /** Its form is the policy module's; jsonb: write it with JSON.stringify. */
  value: ColumnType<unknown, string, never>;
  makerUserNo: FixedOptional<string>;
  checkerUserNo: FixedOptional<string>;
  createdAt: FixedInstant;
}

export interface CustomerTable {
  customerNo: Generated<string>;
  merchantNo: string;
  customerName: string;
  /** 254 and 9 digits; once a merchant. */
  phone: string;
  /** 7 to 9 digits. */
  idCardNo: string;
  county: Optional<string>;
  sex: Optional<'FEMALE' | 'MALE'>;
  birthDate: Optional<string>;
  payDay: Optional<number>;
  employer: Optional<string>;
  monthlyIncomeCents: Optional<number>;
  /** A code of the dictionary SPEAKING_LANGUAGE; allocation looks for an auditor who speaks it. */
  speakingLanguage: Optional<string>;
  createdAt: InstantDefault;
}

export interface LoanProductTable {
  productNo: Generated<string>;
  merchantNo: string;
  productName: string;
  isEnabled: Generated<boolean>;
}

export interface LoanProductVersionTable {
  productNo: string;
  versionNo: number;
  /** EAT. */
  effectiveFrom: string;
  /** `productTerms`; jsonb: write it with JSON.stringify. */
  terms: ColumnType<unknown, string, string>;
}

type OrderStatus = StateOf<typeof orderMachine>;

export interface LoanOrderTable {
  orderNo: Generated<string>;
  merchantNo: string;
  customerNo: string;
  productNo: string;
  productVersionNo: number;
  /** The version's terms as they were at application. */
  terms: ColumnType<unknown, string, string>;
  loanType: 'FIRST' | 'REPEAT';
  appliedCents: number;
  approvedCents: Optional<number>;
  paidOutCents: Optional<number>;
  orderStatus: Generated<OrderStatus>;
  /** The refusal that a re-review or a retrieval came from, and may go back to. */
  cameFrom: Optional<OrderStatus>;
  collectionScope: 'ORDER' | 'BILL';
  /** What the customer types as the account. */
  repaymentCode: string;
  payeePhone: string;
  payeeName: string;
  /** Only mobile money leaves by itself. */
  payoutType: Generated<'MOBILE_MONEY' | 'BANK'>;
  payoutSubType: Generated<string>;
  payeeBankName: Optional<string>;
  payeeAccountNo: Optional<string>;
  eWalletAccount: Optional<string>;
  auditorUserNo: Optional<string>;
  /** Who decided. */
  reviewerUserNo: Optional<string>;
  leaseEndsAt: InstantOrNull;
  refuseCode: Optional<string>;
  decisionRemark: Optional<string>;
  returnedUntil: InstantOrNull;
  applyTime: InstantDefault;
  auditTime: InstantOrNull;
  lendingTime: InstantOrNull;
  closedAt: InstantOrNull;
  /** The partner's own number of it; once a merchant. */
  thirdPartyOrderNo: Optional<string>;
  incomingChannel: Optional<string>;
  promotionChannel: Optional<string>;
  lendingChannel: Optional<string>;
  dataSource: Optional<string>;
  isWhitelisted: Generated<boolean>;
  /** The scoring model's class: `A` is best. */
  modelLevel: Optional<string>;
  /** When it was handed to the auditor who has it. */
  allottedAt: InstantOrNull;
  /** When that auditor opened it; an unopened lease ends. */
  openedAt: InstantOrNull;
  /** Since when it waits for a decision; null: since it was applied for. */
  queuedAt: InstantOrNull;
  /** The day before which the customer may not apply again, set with a refusal. */
  coolOffUntil: Optional<string>;
  /** The last refusal, the machine's or a person's; kept by a trigger unless it is given. */
  refusedAt: InstantOrNull;
  /** The customer's phone as first submitted; kept by a trigger. */
  originalPhone: ColumnType<string | null, string | undefined, never>;
  version: Generated<number>;
}

/** Every move of an order. Append-only. */
export interface OrderEventTable {
  eventId: GeneratedAlways<number>;
  orderNo: Fixed<string>;
  command: Fixed<string>;
  fromStatus: Fixed<string>;
  toStatus: Fixed<string>;
  userNo: FixedOptional<string>;
  remark: FixedOptional<string>;
  at: ColumnType<Date, Date | undefined, never>;
}

export interface BillTable {
  billNo: Generated<string>;
  orderNo: string;
  merchantNo: string;
  customerNo: string;
  termNo: number;
  billStatus: Generated<StateOf<typeof billMachine>>;
  /** EAT, like every date here. */
  dueDate: string;
  /** The day before the first that bears interest. */
  interestFrom: string;
  principalCents: number;
  /** The principal still out during this term; 0 bears no interest. */
  interestBaseCents: number;
  allocationOrder: string[];
  inDuplumBaseCents: Optional<number>;
  inDuplumChargedCents: Optional<number>;
  predecessorBillNo: Optional<string>;
  rolloverCount: Generated<number>;
  /** The last business date whose charges are in. */
  accruedThrough: string;
  actualDate: Optional<string>;
  version: Generated<number>;
}

export interface PaymentApplicationTable {
  applicationNo: Generated<string>;
  merchantNo: string;
  orderNo: string;
  /** Null for GENERIC. */
  billNo: Optional<string>;
  repayType: 'SETTLE' | 'PARTIAL' | 'EXTENSION' | 'GENERIC';
  flowNo: string;
  appliedCents: number;
  surplusCents: Generated<number>;
  /** Of what was applied, what had been the customer's credit. */
  creditUsedCents: Generated<number>;
  journalIds: number[];
  settledBillNos: Generated<string[]>;
  recoveredBillNos: Generated<string[]>;
  successorBillNo: Optional<string>;
  /** What a rollback gives back beside postings: `BillsBefore`; jsonb. */
  billsBefore: ColumnType<unknown, string, never>;
  applicationStatus: Generated<'LIVE' | 'ROLLED_BACK'>;
  paidOn: string;
  makerUserNo: Optional<string>;
  checkerUserNo: Optional<string>;
  appliedAt: InstantDefault;
  rolledBackAt: InstantOrNull;
  rolledBackBy: Optional<string>;
  rollbackReason: Optional<string>;
  /** The piece of work it came of; those of one are undone together. */
  taskNo: Optional<string>;
}

export interface DeductionTable {
  deductionNo: Generated<string>;
  merchantNo: string;
  orderNo: string;
  billNo: string;
  /** `Amounts`, which the checker may have lowered; jsonb. */
  amounts: ColumnType<unknown, string, string>;
  totalCents: number;
  /** What was asked for. */
  requestedCents: Optional<number>;
  /** What the customer said they would pay. */
  expectedPayCents: Optional<number>;
  remark: Optional<string>;
  reason: string;
  deductionStatus: Generated<StateOf<typeof deductionMachine>>;
  applicantUserNo: string;
  decidedBy: Optional<string>;
  decidedAt: InstantOrNull;
  decisionReason: Optional<string>;
  lapsesAt: InstantOrNull;
  applicationNo: Optional<string>;
  createdAt: InstantDefault;
}

export interface ChargeOffTable {
  chargeOffNo: Generated<string>;
  merchantNo: string;
  orderNo: string;
  billNos: string[];
  reason: string;
  chargeOffStatus: Generated<StateOf<typeof chargeOffApplicationMachine>>;
  lossCents: Optional<number>;
  businessDate: Optional<string>;
  journalIds: Generated<number[]>;
  applicantUserNo: string;
  decidedBy: Optional<string>;
  decidedAt: InstantOrNull;
  decisionReason: Optional<string>;
  remark: Optional<string>;
  /** Who asked to take the loss back, until somebody else decides it. */
  cancelRequestedBy: Optional<string>;
  cancelRequestedAt: InstantOrNull;
  cancelReason: Optional<string>;
  cancelledBy: Optional<string>;
  cancelCheckedBy: Optional<string>;
  createdAt: InstantDefault;
}

export interface RefundTable {
  refundNo: Generated<string>;
  merchantNo: string;
  customerNo: string;
  flowNo: string;
  amountCents: number;
  refundChannel: string;
  payeePhone: string;
  payeeName: string;
  isOriginalPayer: boolean;
  remark: Optional<string>;
  refundStatus: Generated<StateOf<typeof refundMachine>>;
  verifyStatus: Generated<StateOf<typeof refundVerificationMachine>>;
  verifyIgnoredReason: Optional<string>;
  applicantUserNo: string;
  checkerUserNo: Optional<string>;
  secondCheckerUserNo: Optional<string>;
  operatorUserNo: Optional<string>;
  orderNo: Optional<string>;
  reasonCode: Optional<string>;
  voucherIds: Generated<string[]>;
  /** The payee's name as the channel has it. */
  registeredName: Optional<string>;
  auditRemark: Optional<string>;
  verifyIgnoredBy: Optional<string>;
  decidedAt: InstantOrNull;
  createdAt: InstantDefault;
  successTime: InstantOrNull;
}

/** The loan engine's tables; `Schema` extends this. */
export interface EngineSchema {
  account: AccountTable;
  journalKey: JournalKeyTable;
  journal: JournalTable;
  journalReversal: JournalReversalTable;
  posting: PostingTable;
  billBalance: BillBalanceTable;
  billBalanceFold: BillBalanceFoldView;
  paymentFlow: PaymentFlowTable;
  payoutAttempt: PayoutAttemptTable;
  payoutQuery: PayoutQueryTable;
  gatewayCallback: GatewayCallbackTable;
  gatewayCallbackState: GatewayCallbackStateTable;
  regulatoryPolicy: RegulatoryPolicyTable;
  customer: CustomerTable;
  loanProduct: LoanProductTable;
  loanProductVersion: LoanProductVersionTable;
  loanOrder: LoanOrderTable;
  orderEvent: OrderEventTable;
  bill: BillTable;
  paymentApplication: PaymentApplicationTable;
  deduction: DeductionTable;
  chargeOff: ChargeOffTable;
  refund: RefundTable;
}
