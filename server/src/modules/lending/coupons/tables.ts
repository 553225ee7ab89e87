import type { ColumnType, Generated, GeneratedAlways } from 'kysely';

type InstantDefault = ColumnType<Date, Date | string | undefined, Date | string>;
type Instant = ColumnType<Date, Date | string, Date | string>;
type InstantOrNull = ColumnType<Date | null, Date | string | null | undefined, Date | string | null>;
type Optional<T> = ColumnType<T | null, T | null | undefined, T | null>;
type Fixed<T> = ColumnType<T, T, never>;
type FixedOptional<T> = ColumnType<T | null, T | null | undefined, never>;

export type CouponTypeName = 'INCREASE_LOAN_LIMIT' | 'DISCOUNT' | 'INTEREST_DISCOUNT';
export type CouponStatus = 'PENDING_EFFECT' | 'AVAILABLE' | 'FROZEN' | 'USED' | 'EXPIRED';

export interface CouponTemplateTable {
  couponTemplateNo: Generated<string>;
  merchantNo: string;
  couponContent: string;
  couponType: CouponTypeName;
  amountCents: number;
  /** The share it takes off, up to the amount; null for the amount itself. */
  discountBps: Optional<number>;
  /** The version of `coupon.template` that the terms are of; 0 for what the template began with. */
  termsVersionNo: Generated<number>;
  validityDays: number;
  /** `useRule`; jsonb: write it with JSON.stringify. */
  useRule: ColumnType<unknown, string, string>;
  templateStatus: Generated<'PENDING' | 'ENABLED' | 'REJECTED' | 'DISABLED'>;
  makerUserNo: string;
  checkerUserNo: Optional<string>;
  createdAt: InstantDefault;
  decidedAt: InstantOrNull;
  version: Generated<number>;
}

export interface CouponApplicationTable {
  couponApplicationNo: Generated<string>;
  merchantNo: string;
  couponTemplateNo: string;
  customerNos: string[];
  /** EAT. */
  effectiveOn: string;
  reason: string;
  applicationStatus: Generated<'PENDING' | 'APPROVED' | 'REJECTED'>;
  applicantUserNo: string;
  decidedBy: Optional<string>;
  decidedAt: InstantOrNull;
  decisionReason: Optional<string>;
  createdAt: InstantDefault;
  /** The setting by which customer service asked; null where operations did. */
  configNo: Optional<string>;
  feedbackNo: Optional<string>;
  /** The incoming call it was asked for in. */
  recordNo: Optional<string>;
  /** When the applicant saw the decision. */
  readAt: InstantOrNull;
  /** Coupons for each customer. */
  quantity: Generated<number>;
  voucherIds: Generated<string[]>;
  /** The file that it was read from. */
  importJobNo: Optional<string>;
}

export interface ServiceCouponConfigTable {
  configNo: Generated<string>;
  couponTemplateNo: string;
  merchantNo: string;
  couponContent: string;
  perSendLimit: number;
  perDayLimit: number;
  perApplicationLimit: number;
  configStatus: Generated<'PENDING_APPROVAL' | 'ENABLED' | 'DISABLED' | 'REJECTED'>;
  makerUserNo: string;
  checkerUserNo: Optional<string>;
  decisionReason: Optional<string>;
  updatedAt: InstantDefault;
  versionNo: Generated<number>;
  /** The version before. */
  replaces: Optional<string>;
  approvedAt: InstantOrNull;
  /** When a later version came into force. */
  supersededAt: InstantOrNull;
  version: Generated<number>;
}

export interface CouponTable {
  couponNo: Generated<string>;
  couponTemplateNo: string;
  couponApplicationNo: Optional<string>;
  merchantNo: string;
  customerNo: string;
  couponType: CouponTypeName;
  amountCents: number;
  discountBps: Optional<number>;
  useRule: ColumnType<unknown, string, string>;
  couponStatus: Generated<CouponStatus>;
  effectiveOn: string;
  expiresAt: Instant;
  freezeReason: Optional<string>;
  /** The order it is kept for; FROZEN then. */
  heldOrderNo: Optional<string>;
  issuedAt: InstantDefault;
  /** Which of a customer's coupons of the application it is. */
  copyNo: Generated<number>;
  version: Generated<number>;
}

/** One live use a coupon; given back, the row stays. */
export interface CouponUseTable {
  couponUseId: GeneratedAlways<number>;
  couponNo: string;
  orderNo: string;
  billNo: string;
  usedCents: number;
  /** Null where it was used without a payment. */
  applicationNo: Optional<string>;
  journalId: number;
  isLive: Generated<boolean>;
  usedBy: Optional<string>;
  usedAt: InstantDefault;
  givenBackAt: InstantOrNull;
}

export interface CouponEventTable {
  eventId: GeneratedAlways<number>;
  couponNo: Fixed<string>;
  command: Fixed<string>;
  fromStatus: FixedOptional<CouponStatus>;
  toStatus: Fixed<CouponStatus>;
  userNo: FixedOptional<string>;
  reason: FixedOptional<string>;
  at: ColumnType<Date, Date | undefined, never>;
}

declare module '../../../db/schema.ts' {
  interface Schema {
    couponTemplate: CouponTemplateTable;
    couponApplication: CouponApplicationTable;
    serviceCouponConfig: ServiceCouponConfigTable;
    coupon: CouponTable;
    couponUse: CouponUseTable;
    couponEvent: CouponEventTable;
  }
}
