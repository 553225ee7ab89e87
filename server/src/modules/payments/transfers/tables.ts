import type { ColumnType, Generated } from 'kysely';

type InstantDefault = ColumnType<Date, Date | string | undefined, Date | string>;
type InstantOrNull = ColumnType<Date | null, Date | string | null | undefined, Date | string | null>;
type Optional<T> = ColumnType<T | null, T | null | undefined, T | null>;

export interface CashTransferTable {
  transferNo: Generated<string>;
  merchantNo: string;
  transferType: 'OWN_ACCOUNT' | 'RETURN_TO_PAYER';
  sourceAccountCode: string;
  /** Of OWN_ACCOUNT alone. */
  targetAccountCode: Optional<string>;
  /** Of RETURN_TO_PAYER alone, like the payee's phone. */
  flowNo: Optional<string>;
  payeePhone: Optional<string>;
  payeeName: string;
  amountCents: number;
  purpose: string;
  voucherIds: string[];
  transferStatus: Generated<'SUBMITTED' | 'APPROVED' | 'REJECTED' | 'GIVEN_UP' | 'RELEASING' | 'SUCCESS' | 'FAILED'>;
  applicantUserNo: string;
  auditorUserNo: Optional<string>;
  auditRemark: Optional<string>;
  releaserUserNo: Optional<string>;
  applyTime: InstantDefault;
  auditTime: InstantOrNull;
  releaseTime: InstantOrNull;
  successTime: InstantOrNull;
  version: Generated<number>;
}

declare module '../../../db/schema.ts' {
  interface Schema {
    cashTransfer: CashTransferTable;
  }
}
