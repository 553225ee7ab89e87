import type { financialReport, report as contract } from '@kituo/sdk/contracts';
import type { Database } from '../../../../db/database.ts';
import type { Caller } from '../../../../http/implement.ts';
import type { Reach } from './facts.ts';
import type { Queryable } from '../../../../db/database.ts';
import type { Asked } from './asked.ts';
import type { Answer, Formulas } from './figures.ts';

/** The endpoints of one report; those of the financial one stand for all of them. */
export type ReportEndpoints = Pick<
  typeof financialReport,
  'query' | 'exportList' | 'drill' | 'drillExport' | 'definitions'
>;

export type Lang = 'en' | 'zh';
/** Who reads, and where from. */
export interface Reader {
  readonly db: Database;
  readonly caller: Caller;
  readonly lang: Lang;
}

export interface ReportDefinition extends Formulas {
  readonly title: { readonly en: string; readonly zh: string };
  readonly endpoints: unknown;
  /** Whose codes it asks for where it is a tab of another report. */
  readonly codesOf?: string;
  readonly units: contract.ReportMeasures;
  readonly dimension: string;
  /** How many days it shows unless said otherwise. */
  readonly days?: number;
  /** Rows whose last day is younger are marked: what is counted over these days after it is not complete. */
  readonly youngDays?: number;
  /** Cuts a report to what is one's own, or of one's record. */
  readonly reach?: (caller: Caller) => Partial<Reach>;
  /** Adds what is made of several rows: a rank. `peers` are the rows of everybody, where a reader sees their own alone. */
  readonly finish?: (db: Queryable, asked: Asked, answer: Answer, peers: Answer, reach: Reach) => Promise<Answer>;
  /** What rows say beside their figures, by key. */
  readonly about?: (
    db: Queryable,
    dimension: string,
    keys: readonly string[],
  ) => Promise<ReadonlyMap<string, Readonly<Record<string, string>>>>;
  /** What the row of facts without a person is called, where "No person" says too little. */
  readonly nobody?: Readonly<Record<Lang, string>>;
  /** Which acquisition channels can be chosen. */
  readonly channels?: (reader: Reader) => Promise<{ value: string; label: string }[]>;
  /** Who can be chosen as a person. */
  readonly people?: (reader: Reader) => Promise<{ value: string; label: string }[]>;
}

export interface ReadRow extends contract.ReportRow {
  readonly asOf: string;
  readonly closedThrough: string | null;
}
