import * as z from 'zod/mini';
import { defineEndpoint } from '../endpoint.ts';
import { businessNo, exportReply, exportRequest, listReply, listRequest } from '../list.ts';

/** What a figure is counted in. Cents and counts are whole; a percentage has one decimal. */
export const reportUnit = z.enum(['CENTS', 'COUNT', 'PERCENT', 'MINUTES', 'POINTS']);
export type ReportUnit = z.output<typeof reportUnit>;

/** The measures of a report in the order of its columns, each with its unit. */
export type ReportMeasures = Readonly<Record<string, ReportUnit>>;

/** REPORT_GRAIN: how days are put together. A week begins on Monday. */
export const reportGrain = z.enum(['DAY', 'WEEK', 'MONTH']);
/** REPORT_COMPARISON: what the total is held against. */
export const reportComparison = z.enum(['PREVIOUS_PERIOD', 'SAME_PERIOD_LAST_MONTH']);

/** Days that a report may span. */
export const MAX_REPORT_DAYS = 400;
const DAY_MS = 86_400_000;
const daysOf = ({ from, to }: { readonly from: string; readonly to: string }) =>
  (Date.parse(to) - Date.parse(from)) / DAY_MS + 1;

/** Business days, both included; the last 30 where left out. */
export const reportPeriod = z.strictObject({ from: z.iso.date(), to: z.iso.date() }).check(
  z.refine((period) => daysOf(period) > 0, 'The end is before the start'),
  z.refine((period) => daysOf(period) <= MAX_REPORT_DAYS, 'At most 400 days'),
);

/** A moment in EAT, `2026-11-20 18:00`, or the end of a day, `2026-11-20`. */
export const reportAsOf = z.string().check(
  z.trim(),
  z.regex(/^\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])([ T]([01]\d|2[0-3]):[0-5]\d)?$/, 'Like 2026-11-20 18:00'),
  z.refine((text) => !isFuture(text), 'The time is in the future'),
);

/** The instant that a typed moment names; a day alone means its end. */
export function momentOf(text: string): Date {
  const [, day = '', time] = /^(\d{4}-\d{2}-\d{2})(?:[ T](\d{2}:\d{2}))?$/.exec(text.trim()) ?? [];
  return new Date(time === undefined ? `${day}T23:59:59.999+03:00` : `${day}T${time}:00+03:00`);
}

/** REPORT_ROW_KIND. COMPARED: the total of the period that it is compared with. */
export const reportRowKind = z.enum(['TOTAL', 'COMPARED', 'ROW']);

export const reportRow = z.object({
  rowKind: reportRowKind,
  /** The day, number or code of the row's dimension; empty where the fact has none. */
  key: z.string(),
  /** The key in words. */
  keyName: z.string(),
  /** True for days whose end of day is not complete. */
  isProvisional: z.boolean(),
  /** True where what is counted over the days that follow is not complete: a cohort of this week. */
  isYoung: z.boolean(),
  /** What a row says beside its figures: a person's job number. */
  about: z.optional(z.record(z.string(), z.string())),
  /** By measure, the parts of ratios too. Null: a ratio over 0. */
  figures: z.record(z.string(), z.nullable(z.number())),
});
export type ReportRow = z.output<typeof reportRow>;

/** What a report says of itself beside its rows. */
export const reportMeta = z.object({
  /** Nothing that was recorded later is counted. */
  asOf: z.string(),
  /** The last business date whose end of day is complete; null before the first. */
  closedThrough: z.nullable(z.string()),
  definitionVersion: z.string(),
  /** Names this very query, `asOf` included: what a figure is opened with. */
  queryId: z.string(),
  period: z.object({ from: z.string(), to: z.string() }),
});
export type ReportMeta = z.output<typeof reportMeta>;

/** One fact behind a figure; `value` is what it adds. */
export const reportFact = z.object({
  factNo: z.string(),
  businessDate: z.string(),
  happenedAt: z.nullable(z.string()),
  kind: z.nullable(z.string()),
  orderNo: z.nullable(z.string()),
  billNo: z.nullable(z.string()),
  caseNo: z.nullable(z.string()),
  customerNo: z.nullable(z.string()),
  /** The incoming payment that it came from. */
  flowNo: z.nullable(z.string()),
  account: z.nullable(z.string()),
  component: z.nullable(z.string()),
  causeNo: z.nullable(z.string()),
  reversesNo: z.nullable(z.string()),
  staffName: z.nullable(z.string()),
  result: z.nullable(z.string()),
  makerName: z.nullable(z.string()),
  checkerName: z.nullable(z.string()),
  openedAt: z.nullable(z.string()),
  appliedCents: z.nullable(z.number()),
  approvedCents: z.nullable(z.number()),
  /** Days past due of a loan on the day that is counted. */
  overdueDays: z.nullable(z.number()),
  /** What the value is a share of: a loan's gross carrying amount. */
  baseCents: z.nullable(z.number()),
  value: z.number(),
  unit: reportUnit,
  /** What the codes of the row are called, by field, in the reader’s language. */
  words: z.optional(z.record(z.string(), z.string())),
});
export type ReportFact = z.output<typeof reportFact>;

export const reportDefinition = z.object({
  measure: z.string(),
  unit: reportUnit,
  title: z.string(),
  formula: z.string(),
  /** Measures that can be opened in its place: a ratio's numerator and denominator. */
  parts: z.array(z.string()),
  /** False for a mere part of another. */
  isColumn: z.boolean(),
});
export type ReportDefinition = z.output<typeof reportDefinition>;

/** Today's end is not in the future: it means now. */
function isFuture(text: string): boolean {
  return momentOf(text).getTime() > Date.now() + (text.trim().length > 10 ? 60_000 : DAY_MS);
}

/** One number, or several of which any is meant. */
const someNos = z.union([businessNo, z.array(businessNo).check(z.minLength(1), z.maxLength(50, 'At most 50'))]);

const choice = z.object({ value: z.string(), label: z.string() });

/** A report's endpoints: figures, the rows behind one, both as files, and what each measure means. */
export function reportEndpoints<
  const Name extends string,
  const Dimensions extends readonly [string, ...string[]],
  const Measures extends ReportMeasures,
  More extends Readonly<Record<string, z.ZodMiniOptional>>,
>(
  name: Name,
  definition: {
    readonly page: string;
    readonly dimensions: Dimensions;
    readonly measures: Measures;
    readonly filters: More;
    /** Whose codes it asks for where it is a tab of another report; its own unless said. */
    readonly codesOf?: string;
  },
) {
  const family = `${name}Report`;
  const seen = { page: [definition.page] } as const;
  const codes = `report:${definition.codesOf ?? name}`;
  const filters = z.strictObject({
    period: z.optional(reportPeriod),
    dimension: z.optional(z.enum(definition.dimensions)),
    grain: z.optional(reportGrain),
    merchantNo: z.optional(someNos),
    productNo: z.optional(someNos),
    loanType: z.optional(z.enum(['FIRST', 'REPEAT'])),
    compareWith: z.optional(reportComparison),
    asOf: z.optional(reportAsOf),
    ...definition.filters,
  });
  const sorts: readonly [string, ...string[]] = ['key', ...Object.keys(definition.measures)];
  const facts = z.strictObject({
    queryId: z.string().check(z.maxLength(4_000)),
    /** A measure, or a part of one. */
    measure: z.string().check(z.regex(/^[a-z][A-Za-z0-9]{0,63}$/)),
    /** A row's key; left out for the total. */
    key: z.optional(z.string().check(z.maxLength(100))),
  });
  const factSorts = ['businessDate', 'value'] as const;
  const post = { method: 'POST' } as const;
  return {
    query: defineEndpoint({
      ...post,
      name: `${family}.query`,
      path: `report/${name}/query`,
      access: seen,
      kind: 'query',
      summary: 'Figures by dimension, the total first, true as of one moment',
      request: listRequest(filters, sorts),
      reply: z.extend(listReply(reportRow), reportMeta.shape),
    }),
    exportList: defineEndpoint({
      ...post,
      name: `${family}.export`,
      path: `report/${name}/export`,
      access: { code: [`${codes}:export`] },
      kind: 'command',
      summary: 'The figures as a file, made by a job',
      request: exportRequest(filters, sorts),
      reply: exportReply,
    }),
    drill: defineEndpoint({
      ...post,
      name: `${family}.drill`,
      path: `report/${name}/drill`,
      access: { code: [`${codes}:drill`] },
      kind: 'query',
      summary: 'The rows that make a figure, with their sum beside it. REPORT_QUERY_UNKNOWN, REPORT_MEASURE_UNKNOWN',
      request: listRequest(facts, factSorts),
      reply: z.extend(listReply(reportFact), {
        title: z.string(),
        formula: z.string(),
        unit: reportUnit,
        /** As the report shows it. */
        figure: z.nullable(z.number()),
        /** What the rows come to; it differs never. */
        rowsFigure: z.nullable(z.number()),
        asOf: z.string(),
      }),
    }),
    drillExport: defineEndpoint({
      ...post,
      name: `${family}.drillExport`,
      path: `report/${name}/drill/export`,
      access: { code: [`${codes}:export`] },
      kind: 'command',
      summary: 'The rows behind a figure as a file, made by a job',
      request: exportRequest(facts, factSorts),
      reply: exportReply,
    }),
    definitions: defineEndpoint({
      name: `${family}.definitions`,
      method: 'GET',
      path: `report/${name}/definitions`,
      access: seen,
      kind: 'query',
      summary: 'What each measure means, and what can be chosen in filters',
      request: z.object({}),
      reply: z.object({
        definitionVersion: z.string(),
        measures: z.array(reportDefinition),
        products: z.array(choice),
        people: z.array(choice),
        /** Acquisition channels, by name; none where a report does not tell them apart. */
        channels: z.array(choice),
      }),
    }),
  };
}
