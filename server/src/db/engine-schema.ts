import type { flow } from '@kituo/sdk/contracts';
import type { ColumnType, Generated, GeneratedAlways } from 'kysely';
import type { chargeOffApplicationMachine } from '../state-machine/machines/charge-off-application.machine.ts';
import type { deductionMachine } from '../state-machine/machines/deduction.machine.ts';
import type { refundMachine } from '../state-machine/machines/refund.machine.ts';
import type { refundVerificationMachine } from '../state-machine/machines/refund-verification.machine.ts';
import type { StateOf } from '../state-machine/index.ts';
import type {
  InstantDefault,
  Instant,
  InstantOrNull,
  Optional,
  Fixed,
  FixedOptional,
  FixedInstant,
} from './column-types.ts';
import type {
  CustomerTable,
  LoanProductTable,
  LoanProductVersionTable,
  LoanOrderTable,
  OrderEventTable,
  BillTable,
} from './loan-schema.ts';

export interface AccountTable {
  accountCode: string;
  accountKind: 'ASSET' | 'LIABILITY' | 'EQUITY' | 'INCOME' | 'EXPENSE' | 'MEMO';
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

/** What an account of ours took and gave on a day that is over, by merchant. */
export interface BankDayTable {
  accountCode: string;
  merchantNo: string;
  businessDate: string;
  amountCents: number;
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
  flowStatus: Generated<'RECEIVED' | 'UNMATCHED' | 'PART_APPLIED' | 'APPLIED' | 'REFUNDED' | 'REVERSED'>;
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
  /** Why it waits for a person though it was matched. */
  unmatchedFor: Optional<flow.UnmatchedReason>;
}

export interface PayoutAttemptTable {
  attemptNo: Generated<string>;
  merchantNo: string;
  subjectType: 'LOAN' | 'REFUND' | 'REVERSAL' | 'TRANSFER' | 'WITHDRAWAL';
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
  /** Of a payout to a bank account, both. */
  payeeBankCode: Optional<string>;
  payeeAccountNo: Optional<string>;
  /** The channel's, where it took the order on. */
  conversationId: Optional<string>;
  /** Of a reversal: the channel's number of the payment that it takes back. */
  reversesReference: Optional<string>;
  makerUserNo: Optional<string>;
  checkerUserNo: Optional<string>;
  /** Of a loan: the EAT day against whose limit it counts. */
  lentOn: Optional<string>;
  lentAs: Optional<'FIRST' | 'REPEAT'>;
  /** The loan's principal. */
  lentCents: Optional<number>;
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

/** A signature of a report that was used; kept until none of its time is fresh. */
export interface GatewayNonceTable {
  topic: Fixed<string>;
  nonce: Fixed<string>;
  seenAt: ColumnType<Date, Date, never>;
}

/** What became of a callback. It counts once; of reports that pages list, some copies are rows, too. */
export interface GatewayCallbackStateTable {
  contentHash: Fixed<Buffer>;
  callbackId: Fixed<number>;
  receivedAt: ColumnType<Date, Date, never>;
  topic: Fixed<string>;
  /**
   * REFUSED: it cannot be read. HELD: it says something else than what was asked or booked. SET_ASIDE: closed by hand.
   * UNPROVEN: its signature proves nothing, so nobody works it off. DUPLICATE: a further copy of one that is kept.
   */
  callbackStatus: Generated<
    'RECEIVED' | 'PROCESSED' | 'IGNORED' | 'REFUSED' | 'HELD' | 'SET_ASIDE' | 'UNPROVEN' | 'DUPLICATE'
  >;
  /** The first, of a DUPLICATE. */
  duplicateOf: FixedOptional<number>;
  /** Null where the gateway signs nothing, or was asked. */
  signatureCheck: Optional<'VALID' | 'MISSING' | 'WRONG' | 'STALE' | 'REPEATED'>;
  repeats: Generated<number>;
  attempts: Generated<number>;
  nextAttemptAt: InstantDefault;
  fault: Optional<string>;
  finishedAt: InstantOrNull;
  /** Those of one lane are worked off in the order in which they came; null: for itself. */
  lane: Optional<string>;
  /** Our number of what it ends: a payout attempt, a prompt. */
  subjectNo: Optional<string>;
  /** Whose books it is about, where that is known or it is listed. */
  merchantNo: Optional<string>;
  paymentCode: Optional<string>;
  amountCents: Optional<number>;
  /** As the report itself names them: what it is about, the batch, what happened. */
  toldReference: Optional<string>;
  toldTask: Optional<string>;
  /** The batch by the gateway's own number. */
  toldVendorTask: Optional<string>;
  toldEvent: Optional<string>;
  /** By the gateway's clock, where the topic's reports say. */
  toldAt: InstantOrNull;
  /** Of a message's report. */
  toldNetwork: Optional<string>;
  version: Generated<number>;
}

/** One version of one key; what holds or held is never changed. */
export interface RegulatoryPolicyTable {
  policyKey: Fixed<string>;
  effectiveFrom: Fixed<string>;
  /** Its form is the policy module's; jsonb: write it with JSON.stringify. */
  value: ColumnType<unknown, string, never>;
  /** The law, circular or decision that sets it. */
  source: FixedOptional<string>;
  makerUserNo: FixedOptional<string>;
  checkerUserNo: FixedOptional<string>;
  createdAt: FixedInstant;
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
  /** How its rollback was meant: the newest alone, or all. */
  rollbackType: Optional<'SETTLE' | 'FULL'>;
  /** The piece of work it came of; those of one are undone together. */
  taskNo: Optional<string>;
  /** In which collection system it was worked: kept by a trigger as the case stands when the payment is used. */
  caseScope: Generated<'ORDER' | 'BILL' | 'NONE'>;
  caseNo: Optional<string>;
  levelAtRepay: Optional<'S0' | 'S1' | 'S2' | 'S3' | 'S4' | 'S5'>;
  /** Whom it is credited to. */
  collectorUserNo: Optional<string>;
}

export interface DeductionTable {
  deductionNo: Generated<string>;
  merchantNo: string;
  orderNo: string;
  billNo: string;
  /** `Amounts`, which the checker may have lowered; jsonb. */
  amounts: ColumnType<unknown, string, string>;
  totalCents: number;
  /** What was requested. */
  requestedCents: Optional<number>;
  /** What the customer said they would pay. */
  expectedPayCents: Optional<number>;
  remark: Optional<string>;
  reason: string;
  deductionStatus: Generated<StateOf<typeof deductionMachine>>;
  /** The strategy that it was within: a rule and its version. */
  strategyRuleId: Optional<string>;
  strategyVersionNo: Optional<number>;
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
  refundChannel: 'MPESA' | 'BANK';
  /** Null for a bank card. */
  payeePhone: Optional<string>;
  payeeBankCode: Optional<string>;
  payeeBankCardNo: Optional<string>;
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
  bankDay: BankDayTable;
  /** Kept days, and the postings of those since. */
  bankSum: BankDayTable;
  billBalance: BillBalanceTable;
  billBalanceFold: BillBalanceFoldView;
  paymentFlow: PaymentFlowTable;
  payoutAttempt: PayoutAttemptTable;
  payoutQuery: PayoutQueryTable;
  gatewayCallback: GatewayCallbackTable;
  gatewayCallbackState: GatewayCallbackStateTable;
  gatewayNonce: GatewayNonceTable;
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
