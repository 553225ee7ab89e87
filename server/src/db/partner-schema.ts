import type { Generated } from 'kysely';
import type { Instant, InstantDefault, InstantOrNull, Optional } from './column-types.ts';

export interface PartnerPlatformTable {
  platformCode: string;
  platformName: string;
  /** In whose books its income stands. */
  merchantNo: string;
  settlementMode: 'CPA' | 'CPS';
  isEnabled: Generated<boolean>;
  version: Generated<number>;
}

export interface PartnerProductTable {
  marketProductNo: Generated<string>;
  platformCode: string;
  productName: string;
  /** CPA: for each approved application. */
  unitPriceCents: Optional<number>;
  /** CPS: of what was disbursed. */
  shareBps: Optional<number>;
  version: Generated<number>;
}

export interface PartnerDayTable {
  partnerDayNo: Generated<string>;
  marketProductNo: string;
  platformCode: string;
  merchantNo: string;
  /** EAT. */
  bizDate: string;
  clicks: Generated<number>;
  ourApplied: Generated<number>;
  partnerApplied: number;
  approved: number;
  rejected: number;
  disbursedCents: number;
  /** The product's terms of the moment it was saved. */
  unitPriceCents: Optional<number>;
  shareBps: Optional<number>;
  dueCents: number;
  reviewSource: 'API' | 'IMPORT' | 'MANUAL';
  dayStatus: Generated<'OPEN' | 'CONFIRMED' | 'PAID'>;
  remark: Generated<string>;
  explanation: Generated<string>;
  savedBy: Optional<string>;
  confirmedAt: InstantOrNull;
  /** Of its confirmation; null where nothing is due. */
  journalId: Optional<number>;
  paymentNo: Optional<string>;
  version: Generated<number>;
}

export interface PartnerPaymentTable {
  paymentNo: Generated<string>;
  platformCode: string;
  merchantNo: string;
  amountCents: number;
  paymentChannel: 'MPESA' | 'BANK';
  paymentCode: string;
  paidAt: Instant;
  makerUserNo: string;
  checkerUserNo: Optional<string>;
  createdAt: InstantDefault;
}

export interface ChannelFeeTable {
  feeNo: Generated<string>;
  merchantNo: string;
  accountCode: string;
  /** The statement's own number of the line. */
  statementCode: string;
  /** EAT. */
  chargedOn: string;
  amountCents: number;
  feeStatus: Generated<'BOOKED' | 'REVERSED'>;
  makerUserNo: string;
  checkerUserNo: Optional<string>;
  bookedAt: InstantDefault;
  journalId: number;
  version: Generated<number>;
}

export interface PartnerSchema {
  partnerPlatform: PartnerPlatformTable;
  partnerProduct: PartnerProductTable;
  partnerDay: PartnerDayTable;
  partnerPayment: PartnerPaymentTable;
  channelFee: ChannelFeeTable;
}
