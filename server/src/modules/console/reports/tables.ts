import type { ColumnType } from 'kysely';

type Moment = ColumnType<Date, Date, Date>;

/** A business date whose sums were built, and how they compared with the ledger. */
interface ReportDayTable {
  businessDate: string;
  definitionVersion: string;
  builtAt: Moment;
  checkedAt: Moment;
  fault: string | null;
  faultAt: ColumnType<Date | null, Date | null, Date | null>;
}

/** What a measure moved by on a closed day at a merchant. */
interface ReportDailyTable {
  report: string;
  businessDate: string;
  merchantNo: string;
  measure: string;
  figure: number;
}

declare module '../../../db/schema.ts' {
  interface Schema {
    reportDay: ReportDayTable;
    reportDaily: ReportDailyTable;
  }
}
