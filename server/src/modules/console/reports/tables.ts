import type { reportSchedule } from '@kituo/sdk/contracts';
import type { ColumnType, Generated } from 'kysely';
import type { InstantDefault } from '../../../db/column-types.ts';

type Moment = ColumnType<Date, Date, Date>;

/** A business date whose sums were built, and how they compared with the ledger. */
interface ReportDayTable {
  businessDate: string;
  definitionVersion: string;
  builtAt: Moment;
  /** Null until the day is compared for the first time. */
  checkedAt: ColumnType<Date | null, Date | null, Date | null>;
  fault: string | null;
  faultAt: ColumnType<Date | null, Date | null, Date | null>;
}

/** A figure that its rows did not add up to when it was opened. */
interface ReportDifferenceTable {
  report: string;
  measure: string;
  figure: number | null;
  rowsFigure: number | null;
  foundAt: Moment;
}

/** What a measure moved by on a closed day at a merchant. */
interface ReportDailyTable {
  report: string;
  businessDate: string;
  merchantNo: string;
  measure: string;
  figure: number;
}

type Row = reportSchedule.ScheduleRow;

export interface ReportScheduleTable {
  scheduleNo: Generated<string>;
  scheduleName: string;
  reportName: Row['reportName'];
  reportSpan: Row['reportSpan'];
  reportFrequency: Row['reportFrequency'];
  weekday: number | null;
  monthDay: number | null;
  hour: number;
  fileFormat: Row['fileFormat'];
  /** jsonb: write it with JSON.stringify. */
  filters: ColumnType<Row['filters'], string, string>;
  recipientUserNos: string[];
  isPaused: Generated<boolean>;
  nextRunAt: Moment;
  lastRunAt: ColumnType<Date | null, Date | null | undefined, Date | null>;
  ownerUserNo: string;
  createdAt: InstantDefault;
  updatedAt: InstantDefault;
  version: Generated<number>;
}

/** One recipient of one run. */
interface ReportSendingTable {
  scheduleNo: string;
  runAt: Moment;
  userNo: string;
  jobNo: string | null;
  messageNo: ColumnType<string | null, string | null | undefined, string | null>;
  sendFault: ColumnType<
    Exclude<Row['faults'][number]['sendFault'], 'MAIL_FAILED'> | null,
    Exclude<Row['faults'][number]['sendFault'], 'MAIL_FAILED'> | null,
    Exclude<Row['faults'][number]['sendFault'], 'MAIL_FAILED'> | null
  >;
}

declare module '../../../db/schema.ts' {
  interface Schema {
    reportDay: ReportDayTable;
    reportDaily: ReportDailyTable;
    reportDifference: ReportDifferenceTable;
    reportSchedule: ReportScheduleTable;
    reportSending: ReportSendingTable;
  }
}
