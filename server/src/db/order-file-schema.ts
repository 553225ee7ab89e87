import type { ColumnType, Generated } from 'kysely';

type Optional<T> = ColumnType<T | null, T | null | undefined, T | null>;
type InstantDefault = ColumnType<Date, Date | string | undefined, Date | string>;
type InstantOrNull = ColumnType<Date | null, Date | string | null | undefined, Date | string | null>;
/** jsonb: write it with JSON.stringify. */
type Json = ColumnType<unknown, string, string>;
type JsonOrNull = ColumnType<unknown, string | null | undefined, string | null>;

export type EvidenceTopic =
  | 'PERSON'
  | 'BANK'
  | 'CONTACTS'
  | 'CLOSE_CONTACTS'
  | 'OPERATOR'
  | 'APPS'
  | 'LOCATION'
  | 'DEVICE'
  | 'BVN'
  | 'FACE';

export interface OrderEvidenceTable {
  orderNo: string;
  topic: EvidenceTopic;
  askedAt: InstantDefault;
  /** Null while the provider has not answered; then there is no content either. */
  deliveredAt: InstantOrNull;
  content: JsonOrNull;
}

export interface OrderTraitTable {
  traitKind: 'DEVICE' | 'FACE' | 'CONTACT_PHONE';
  traitValue: string;
  orderNo: string;
}

export interface OrderImageTable {
  orderNo: string;
  imageKind: 'ID_FRONT' | 'ID_BACK' | 'SELFIE';
  /** Of `stored_file`. */
  contentHash: string;
  takenAt: InstantDefault;
}

export interface CustomerBlacklistTable {
  merchantNo: string;
  listKind: 'PHONE' | 'ID_CARD';
  listValue: string;
  reason: string;
  listedAt: InstantDefault;
}

export interface CustomerCreditTable {
  customerNo: string;
  creditType: 'PRE_APPROVAL' | 'REVOLVING';
  limitCents: number;
  isAdjustable: Generated<boolean>;
  creditStatus: 'GRANTING' | 'GRANTED' | 'EXPIRED';
  expiresAt: InstantOrNull;
  grantedAt: InstantDefault;
}

export interface OrderReviewDraftTable {
  orderNo: string;
  userNo: string;
  content: Json;
  savedAt: InstantDefault;
}

export interface OrderReviewTable {
  reviewNo: Generated<string>;
  orderNo: string;
  merchantNo: string;
  reviewerUserNo: string;
  /** PROPOSED by an AI employee, WAITING for an approver, DECIDED, SENT_BACK by the approver. */
  reviewStatus: 'PROPOSED' | 'WAITING' | 'DECIDED' | 'SENT_BACK';
  auditResult: 'PASS' | 'REFUSE' | 'REJECT';
  approvedCents: Optional<number>;
  refuseCode: Optional<string>;
  denialReason: Optional<string>;
  remark: Optional<string>;
  faceConsistency: Optional<'CONSISTENT' | 'INCONSISTENT' | 'UNCLEAR'>;
  changeBankCard: Optional<boolean>;
  changePayoutType: Optional<boolean>;
  /** The account to pay to from now on, where it changes. */
  payee: JsonOrNull;
  steps: ColumnType<unknown, string | undefined, string>;
  openedAt: InstantOrNull;
  decidedAt: InstantDefault;
  changeNo: Optional<string>;
  checkerUserNo: Optional<string>;
  checkNote: Optional<string>;
}

export interface CorporateAccountTable {
  merchantNo: string;
  direction: 'PAYING' | 'RECEIVING';
  companyName: string;
  accountNo: string;
  bankName: string;
  paymentChannel: string;
  hotline: Optional<string>;
}

export interface FormerRepaymentCodeTable {
  repaymentCode: string;
  orderNo: string;
  replacedAt: InstantDefault;
}

export interface OrderFileSchema {
  orderEvidence: OrderEvidenceTable;
  orderTrait: OrderTraitTable;
  orderImage: OrderImageTable;
  customerBlacklist: CustomerBlacklistTable;
  customerCredit: CustomerCreditTable;
  orderReviewDraft: OrderReviewDraftTable;
  orderReview: OrderReviewTable;
  corporateAccount: CorporateAccountTable;
  formerRepaymentCode: FormerRepaymentCodeTable;
}
