import type { ColumnType, Generated, GeneratedAlways } from 'kysely';
import type { billMachine } from '../state-machine/machines/bill.machine.ts';
import type { orderMachine } from '../state-machine/machines/order.machine.ts';
import type { StateOf } from '../state-machine/index.ts';
import type { InstantDefault, InstantOrNull, Optional, Fixed, FixedOptional } from './column-types.ts';

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
  /** EXPIRED: the app collects `expiredKinds` afresh before the next application. */
  dataStatus: Generated<'VALID' | 'EXPIRED'>;
  expiredKinds: Generated<string[]>;
  dataExpiredAt: InstantOrNull;
  accountStatus: Generated<'OPEN' | 'CLOSE_PENDING' | 'CLOSED'>;
  /** The app’s sessions that began earlier are over. */
  sessionsEndedAt: InstantOrNull;
  /** As the app told it. */
  lastLoginAt: InstantOrNull;
  createdAt: InstantDefault;
}

export interface LoanProductTable {
  productNo: Generated<string>;
  merchantNo: string;
  productName: string;
  isEnabled: Generated<boolean>;
  version: Generated<number>;
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
  /** Only mobile money leaves automatically. */
  payoutType: Generated<'MOBILE_MONEY' | 'BANK' | 'E_WALLET'>;
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
  /** Settled loans of the traffic limit that admitted it; -1: the one for anybody, or none. */
  admittedUnder: Optional<number>;
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
  /** Version of the merchant's risk prices that its terms are by; null: the product's own terms. */
  pricingVersionNo: Optional<number>;
  /** Of what a VIP level adds to credit, so much counts for this order at most; null: all of it. */
  pricingStepUpBps: Optional<number>;
  /** Of the due-date rule at disbursement. Payments after this minute (EAT) count for the next day; null: the whole day. */
  dueCutoff: Optional<string>;
  /** Late fees begin after these days, or after those of the product where they are more. */
  dueGraceDays: Optional<number>;
  /** Days from the due date, 0 or negative, at which the due reminder goes out; null: three days before. */
  reminderDays: Optional<number[]>;
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
  /** The last day of the term where a due-date rule moved the due date: what was moved costs nothing. */
  interestThrough: ColumnType<string | null, string | null | undefined, string | null>;
  principalCents: number;
  /** The principal still out during this term; 0 bears no interest. */
  interestBaseCents: number;
  /** What the days of the term share, by the plan; null: each day costs the daily rate of the base. */
  interestTotalCents: Optional<number>;
  allocationOrder: string[];
  inDuplumBaseCents: Optional<number>;
  inDuplumChargedCents: Optional<number>;
  predecessorBillNo: Optional<string>;
  rolloverCount: Generated<number>;
  /** The last business date whose charges are in. */
  accruedThrough: string;
  /** How often days that were charged were charged again, for a payment that was told late. */
  chargeRound: Generated<number>;
  actualDate: Optional<string>;
  version: Generated<number>;
}
