import type { ColumnType, Generated, GeneratedAlways } from 'kysely';
import type { Instant, InstantDefault, InstantOrNull, Optional } from './column-types.ts';

export interface PartnerPlatformTable {
  platformCode: string;
  platformName: string;
  /** In whose books its income stands. */
  merchantNo: string;
  settlementMode: 'CPA' | 'CPS';
  isEnabled: Generated<boolean>;
  licenceNo: Generated<string>;
  /** The last day (EAT) on which its products are shown. */
  licenceExpiresOn: Generated<string>;
  baseUrl: Generated<string>;
  callbackUrl: Generated<string>;
  ipAllowList: Generated<string[]>;
  contactEmail: Generated<string>;
  /** Shown where a product has none of its own; jsonb: write it with JSON.stringify. */
  logo: ColumnType<{ attachId: string; fileName: string } | null, string | null | undefined, string | null>;
  /** When the callback address of now answered a signed test. */
  callbackPassedAt: InstantOrNull;
  lastCallbackAt: InstantOrNull;
  /** When the partner's systems last called with a valid key. */
  lastCallAt: InstantOrNull;
  version: Generated<number>;
}

export interface PartnerKeyTable {
  keyId: Generated<string>;
  platformCode: string;
  /** SHA-256 of the secret, in hex; it is also the key of the signatures. */
  keyHash: string;
  keyTail: string;
  createdBy: string;
  createdAt: InstantDefault;
  /** Null for the one in use. */
  validUntil: InstantOrNull;
}

export interface PartnerCallbackTable {
  callbackId: GeneratedAlways<number>;
  platformCode: string;
  event: string;
  url: string;
  sentAt: InstantDefault;
  tookMs: number;
  replyStatus: Optional<number>;
  fault: Optional<string>;
  eventId: Optional<string>;
  /** As it was signed. */
  body: Optional<string>;
  signature: Optional<string>;
  /** The callback that was sent again. */
  replayOf: Optional<number>;
}

export interface PartnerProductTable {
  marketProductNo: Generated<string>;
  platformCode: string;
  productName: string;
  otherNames: ColumnType<Readonly<Record<string, string>>, string | undefined, string>;
  logo: ColumnType<
    { readonly attachId: string; readonly fileName: string } | null,
    string | null | undefined,
    string | null
  >;
  /** CPA: for each approved application. */
  unitPriceCents: Optional<number>;
  /** CPS: of what was disbursed. */
  shareBps: Optional<number>;
  minAmountCents: Generated<number>;
  maxAmountCents: Generated<number>;
  minTermDays: Generated<number>;
  maxTermDays: Generated<number>;
  annualRateBps: Generated<number>;
  feesText: Generated<string>;
  applyUrl: Generated<string>;
  /** -1: unlimited. */
  dailyApplyCap: Generated<number>;
  sort: Generated<number>;
  vipLevelNo: Optional<number>;
  productStatus: Generated<'DRAFT' | 'ON_SHELF' | 'OFF_SHELF'>;
  linkHealth: Generated<'UNCHECKED' | 'HEALTHY' | 'BROKEN'>;
  linkCheckedAt: InstantOrNull;
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
  decisionMinutes: Optional<number>;
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

/** What a partner calls an application that it reports. */
export interface PartnerReferenceTable {
  partnerDayNo: string;
  partnerReference: string;
  /** Null while the partner did not say. */
  isApproved: boolean | null;
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
  partnerReference: PartnerReferenceTable;
  partnerKey: PartnerKeyTable;
  partnerCallback: PartnerCallbackTable;
  partnerProduct: PartnerProductTable;
  partnerDay: PartnerDayTable;
  partnerPayment: PartnerPaymentTable;
  channelFee: ChannelFeeTable;
}
