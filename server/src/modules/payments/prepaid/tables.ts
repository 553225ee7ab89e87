import type { ColumnType, Generated } from 'kysely';

type Instant = ColumnType<Date, Date | string, Date | string>;
type InstantDefault = ColumnType<Date, Date | string | undefined, Date | string>;
type InstantOrNull = ColumnType<Date | null, Date | string | null | undefined, Date | string | null>;
type Optional<T> = ColumnType<T | null, T | null | undefined, T | null>;
type Fixed<T> = ColumnType<T, T, never>;

export interface MerchantPrepaidTable {
  merchantNo: string;
  /** How far the balance may go below 0. */
  creditLineCents: Generated<number>;
  /** Always what the account's postings sum to. */
  balanceCents: Generated<number>;
  version: Generated<number>;
}

export interface MerchantRechargeTable {
  rechargeNo: Generated<string>;
  merchantNo: string;
  amountCents: number;
  /** Once it was approved. */
  balanceAfterCents: Optional<number>;
  paymentChannel: 'MPESA' | 'BANK';
  /** The channel's serial number. */
  paymentCode: string;
  payerAccount: Generated<string>;
  paidAt: Instant;
  voucherIds: string[];
  rechargeStatus: Generated<'PENDING' | 'APPROVED' | 'REJECTED' | 'REVERSED'>;
  applicantUserNo: string;
  auditorUserNo: Optional<string>;
  auditRemark: Optional<string>;
  createdAt: InstantDefault;
  auditedAt: InstantOrNull;
  reversedAt: InstantOrNull;
  journalId: Optional<number>;
  /** The account of ours on which it was booked, once it was approved. */
  accountCode: Optional<string>;
  version: Generated<number>;
}

export interface MerchantConsumptionTable {
  recordNo: Generated<string>;
  merchantNo: Fixed<string>;
  consumptionType: Fixed<'ORDER_DELIVERED' | 'LOAN_DISBURSED' | 'DATA_QUERY' | 'SMS_SENT' | 'FACE_CHECK'>;
  /** What it is for; the same cause is charged once. */
  causeNo: Fixed<string>;
  orderNo: ColumnType<string | null, string | null | undefined, never>;
  quantity: Fixed<number>;
  /** The price of the moment of use. */
  unitPriceCents: Fixed<number>;
  amountCents: Fixed<number>;
  balanceAfterCents: Fixed<number>;
  consumptionStatus: Generated<'CHARGED' | 'REVERSING' | 'REVERSED'>;
  consumedAt: Fixed<Date>;
  reverseReason: Optional<string>;
  reverseRemark: Optional<string>;
  /** Who requested the reversal. */
  applicantUserNo: Optional<string>;
  auditorUserNo: Optional<string>;
  auditRemark: Optional<string>;
  reversedAt: InstantOrNull;
  journalId: Fixed<number>;
  version: Generated<number>;
}

/** What a merchant used, once: charged, free, without a price, or waiting for the account to be filled. */
export interface MerchantUseTable {
  merchantNo: Fixed<string>;
  consumptionType: MerchantConsumptionTable['consumptionType'];
  causeNo: Fixed<string>;
  orderNo: Fixed<string | null>;
  usedAt: Fixed<Date>;
  useStatus: 'CHARGED' | 'FREE' | 'UNPRICED' | 'UNPAID';
  /** Of the moment of use; null where there was no price. */
  unitPriceCents: Fixed<number | null>;
  recordNo: string | null;
}

declare module '../../../db/schema.ts' {
  interface Schema {
    merchantPrepaid: MerchantPrepaidTable;
    merchantRecharge: MerchantRechargeTable;
    merchantConsumption: MerchantConsumptionTable;
    merchantUse: MerchantUseTable;
  }
}
