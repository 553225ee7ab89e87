import type { reconciliation } from '@kituo/sdk/contracts';
import type { ColumnType, Generated } from 'kysely';

interface ReconDayTable {
  runId: Generated<string>;
  accountCode: string;
  businessDate: string;
  reconStatus: Generated<reconciliation.ReconDay['reconStatus']>;
  statementTotalCents: Generated<number>;
  ourTotalCents: Generated<number>;
  matchedCount: Generated<number>;
  diffCount: Generated<number>;
  closedBy: ColumnType<string | null, string | null | undefined, string | null>;
  version: Generated<number>;
}

interface ReconStatementTable {
  statementId: Generated<number>;
  runId: string;
  accountCode: string;
  fileName: string;
  fileMd5: string;
  lineCount: number;
  importedBy: string;
  importedAt: ColumnType<Date, Date | undefined, never>;
}

type RepeatStatus = 'OPEN' | 'COUNTED' | 'LEFT_OUT';

interface ReconLineTable {
  lineId: Generated<number>;
  runId: string;
  accountCode: string;
  serial: string;
  kind: 'IN' | 'OUT' | 'FEE';
  amountCents: number;
  happenedAt: Date;
  details: string;
  recordedAt: ColumnType<Date, Date | undefined, never>;
  ownReference: ColumnType<string | null, string | null | undefined, never>;
  /** The serial number of a line that has its reference and amount, too. */
  repeats: ColumnType<string | null, string | null | undefined, never>;
  /** Of one that comes with other details than that line: whether it is a movement of its own; null of all others. */
  repeatStatus: ColumnType<RepeatStatus | null, RepeatStatus | null | undefined, RepeatStatus>;
}

interface PayoutClaimTable {
  runId: string;
  serial: string;
  attemptNo: string;
  accountCode: string;
  amountCents: number;
  happenedAt: Date;
  journalId: number;
  makerUserNo: string;
  checkerUserNo: ColumnType<string | null, string | null | undefined, never>;
  claimNo: ColumnType<string, never, never>;
  claimedAt: ColumnType<Date, Date | undefined, never>;
  clearedCents: Generated<number>;
}

/** What a payee paid back of a claim, with which incoming payment. */
interface ClaimRepaymentTable {
  claimNo: string;
  flowNo: string;
  amountCents: number;
  journalId: number;
  clearedAt: ColumnType<Date, Date | undefined, never>;
  makerUserNo: string;
  checkerUserNo: ColumnType<string | null, string | null | undefined, never>;
}

interface StatementColumnsTable {
  accountCode: string;
  serialTitle: string;
  timeTitle: string;
  detailsTitle: string;
  paidInTitle: string | null;
  withdrawnTitle: string | null;
  amountTitle: string | null;
  dateOrder: reconciliation.DateOrder;
  updatedBy: string;
  updatedAt: ColumnType<Date, Date | undefined, Date>;
}

interface ReconDifferenceTable {
  diffId: Generated<string>;
  runId: string;
  diffType: reconciliation.ReconDiffType;
  serial: string;
  statementCents: number | null;
  ourCents: number | null;
  happenedAt: Date;
  details: string;
  flowNo: string | null;
  attemptNo: string | null;
  ownerUserNo: ColumnType<string | null, string | null | undefined, string | null>;
}

/** How a difference was asked to be resolved. */
interface ReconResolutionTable {
  changeNo: string;
  accountCode: string;
  diffType: reconciliation.ReconDiffType;
  pattern: string;
  way: reconciliation.ResolutionWay;
  reason: string;
  requestedAt: ColumnType<Date, Date | undefined, never>;
}

declare module '../../../db/schema.ts' {
  interface Schema {
    reconDay: ReconDayTable;
    reconStatement: ReconStatementTable;
    reconLine: ReconLineTable;
    reconDifference: ReconDifferenceTable;
    payoutClaim: PayoutClaimTable;
    claimRepayment: ClaimRepaymentTable;
    reconResolution: ReconResolutionTable;
    statementColumns: StatementColumnsTable;
  }
}
