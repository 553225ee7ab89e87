import type { report } from '@kituo/sdk/contracts';
import { type CodesOf, defineDictionary, remoteOptions } from '@kituo/sdk/page';
import type { ReportKind } from './report-kind.ts';

export const REPORT_GRAIN = defineDictionary<CodesOf<typeof report.reportGrain>>('REPORT_GRAIN', {
  DAY: 'waiting',
  WEEK: 'waiting',
  MONTH: 'waiting',
});
export const REPORT_COMPARISON = defineDictionary<CodesOf<typeof report.reportComparison>>('REPORT_COMPARISON', {
  PREVIOUS_PERIOD: 'waiting',
  SAME_PERIOD_LAST_MONTH: 'waiting',
});

/** The products of a report's merchants. */
export const productsOf = ({ definitions }: Pick<ReportKind['endpoints'], 'definitions'>) =>
  remoteOptions(definitions, ({ products }) => products);
/** The acquisition channels that a report can be cut to. */
export const channelsOf = ({ definitions }: Pick<ReportKind['endpoints'], 'definitions'>) =>
  remoteOptions(definitions, ({ channels }) => channels, 'channels');
/** The people that a report can be cut to. */
export const peopleOf = ({ definitions }: Pick<ReportKind['endpoints'], 'definitions'>) => ({
  ...remoteOptions(definitions, ({ people }) => people),
  name: `${definitions.name}.people`,
});
