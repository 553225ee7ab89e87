import type { ColumnType } from 'kysely';

type Instant = ColumnType<Date, Date, Date>;

/** Whom a repayment on a case, or its part for one bill, is credited to. Kept by the insert of its application. */
export interface RepaymentLineTable {
  lineNo: string;
  applicationNo: string;
  caseScope: 'ORDER' | 'BILL';
  merchantNo: string;
  orderNo: string;
  billNo: string | null;
  flowNo: string;
  appliedAt: Instant;
  appliedCents: number;
  caseNo: string | null;
  levelAtRepay: 'S0' | 'S1' | 'S2' | 'S3' | 'S4' | 'S5' | null;
  collectorUserNo: string | null;
  dpdAtRepay: number | null;
  /** When it was credited to another collector than it came in for. */
  correctedAt: Instant | null;
  /** Which of so many bills that the application reached this is. */
  shareNo: number;
  shareCount: number;
}

declare module '../../../db/schema.ts' {
  interface Schema {
    repaymentLine: RepaymentLineTable;
  }
}
