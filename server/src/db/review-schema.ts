import type { ColumnType, Generated } from 'kysely';

type Optional<T> = ColumnType<T | null, T | null | undefined, T | null>;
type InstantDefault = ColumnType<Date, Date | undefined, Date>;
type InstantOrNull = ColumnType<Date | null, Date | null | undefined, Date | null>;

export interface RefuseCodeTable {
  refuseCode: string;
  /** Null for a group; leaves are what people choose. */
  parentCode: Optional<string>;
  /** `{en, zh, …}`; jsonb: write it with JSON.stringify. */
  denialReason: ColumnType<unknown, string, string>;
  coolOffDays: Generated<number>;
  reReviewAllowed: Generated<boolean>;
  isEnabled: Generated<boolean>;
  sort: Generated<number>;
  version: Generated<number>;
}

/** The rules as they were when the order was assigned in this round. Append-only. */
export interface OrderReviewConfigTable {
  orderNo: string;
  round: number;
  /** `reviewSnapshot`; jsonb: write it with JSON.stringify. */
  config: ColumnType<unknown, string, never>;
  takenAt: InstantDefault;
}

export interface ReReviewTable {
  reReviewNo: Generated<string>;
  orderNo: string;
  merchantNo: string;
  reviewStatus: Generated<'IN_REVIEW' | 'PASSED' | 'REFUSED' | 'RETURNED'>;
  applicantUserNo: string;
  applyReason: string;
  applyTime: InstantDefault;
  /** EAT. */
  applyDate: Generated<string>;
  fromStatus: 'MACHINE_REFUSED' | 'REFUSED';
  targetStatus: 'TO_ALLOCATE' | 'PENDING_REVIEW';
  refuseCode: Optional<string>;
  refuseTime: Date;
  /** Null where the machine refused. */
  firstAuditorUserNo: Optional<string>;
  secondAuditorUserNo: Optional<string>;
  attachIds: Generated<string[]>;
  decidedAt: InstantOrNull;
}

export interface RetrievalBatchTable {
  batchNo: Generated<string>;
  targetStatus: 'TO_ALLOCATE' | 'PENDING_REVIEW' | 'PENDING_DISBURSEMENT' | 'MACHINE_REFUSED' | 'REFUSED' | 'DISBURSED';
  reason: string;
  auditTime: InstantOrNull;
  lendingTime: InstantOrNull;
  approvalStatus: Generated<'NONE' | 'PENDING' | 'APPROVED' | 'REJECTED'>;
  makerUserNo: string;
  checkerUserNo: Optional<string>;
  checkerNote: Optional<string>;
  jobNo: Optional<string>;
  reversesBatchNo: Optional<string>;
  createdAt: InstantDefault;
  decidedAt: InstantOrNull;
  version: Generated<number>;
}

export interface RetrievalItemTable {
  batchNo: string;
  orderNo: string;
  merchantNo: string;
  lineNo: number;
  /** The order's version as the maker saw it. */
  seenVersion: number;
  fromStatus: string;
  fromAuditorUserNo: Optional<string>;
  itemStatus: Generated<'WAITING' | 'SUCCESS' | 'FAILURE'>;
  /** Name of the error catalogue. */
  failure: Optional<string>;
  failureFacts: ColumnType<unknown, string | null | undefined, string | null>;
  leftVersion: Optional<number>;
  doneAt: InstantOrNull;
}

export interface ReviewSchema {
  refuseCode: RefuseCodeTable;
  orderReviewConfig: OrderReviewConfigTable;
  reReview: ReReviewTable;
  retrievalBatch: RetrievalBatchTable;
  retrievalItem: RetrievalItemTable;
}
