import type { Endpoint, financialReport, report } from '@kituo/sdk/contracts';
import type { ReactNode } from 'react';
import type { Column, Filters, ListPageOptions } from '@kituo/sdk/page';

/** A report's endpoints, whatever its own filters. */
interface Endpoints {
  readonly query: ListPageOptions<report.ReportRow>['load'];
  readonly exportList: Endpoint;
  readonly drill: ListPageOptions<report.ReportFact>['load'];
  readonly drillExport: Endpoint;
  readonly definitions: typeof financialReport.definitions;
}

interface BarChart {
  readonly bars: readonly string[];
  readonly lines: readonly string[];
  /** Lines of what is expected. */
  readonly dashed?: readonly string[];
  readonly isStacked?: true;
}

/** The total by steps, beside the compared period. */
interface FunnelChart {
  readonly steps: readonly string[];
}

/** Rows against measures in percent, each the darker the more it is. */
interface HeatChart {
  readonly heat: readonly string[];
}

/** One of the reports, as its screen is made of it. */
export interface ReportKind {
  /** `financial`: as its codes and file jobs are called. */
  readonly name: string;
  /** Whose codes it asks for where it is a tab of another report. */
  readonly codesOf?: string;
  /** True where rows are no days: nothing to group. */
  readonly isWithoutDays?: true;
  /** The tab that shows it, as the address says it. */
  readonly tab: string;
  readonly endpoints: Endpoints;
  readonly measures: report.ReportMeasures;
  /** What rows say beside their figures: columns after the name. */
  readonly about?: readonly string[];
  /** How its rows are drawn above their table. */
  readonly chart?: BarChart | FunnelChart | HeatChart;
  /** A dimension whose rows are drawn by their size instead, with the share that they come to. */
  readonly pareto?: { readonly dimension: string; readonly measure: string };
  /** A dimension whose rows are drawn as dots as well: one figure of each against another. */
  readonly dots?: { readonly dimension: string; readonly along: string; readonly up: string };
  /** Fewer of a measure than this are too few to compare: the row says so. */
  readonly least?: { readonly measure: string; readonly count: number };
  /** What can be chosen beside the period. */
  readonly filters: Filters;
  /** How many days it shows at first. */
  readonly days: number;
  /** What other filters say at first, by name. */
  readonly initial?: Readonly<Record<string, string>>;
  /** Sent with every query: what makes this tab one of several of a report. */
  readonly always?: Readonly<Record<string, unknown>>;
  /** What is said of an opened row above its figures. */
  readonly beside?: (row: report.ReportRow, of: { readonly queryId: string; readonly dimension: string }) => ReactNode;
  /** What rows behind its figures show. */
  readonly facts: readonly Column<report.ReportFact>[];
}
