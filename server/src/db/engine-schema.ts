import type { ColumnType, Generated, GeneratedAlways } from 'kysely';

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
  flowNo: string;
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
  flowStatus: Generated<string>;
  appliedCents: Generated<number>;
  creditedCents: Generated<number>;
  returnedCents: Generated<number>;
  heldCents: Generated<number>;
  writableCents: GeneratedAlways<number>;
  version: Generated<number>;
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
}
