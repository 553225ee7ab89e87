import { call } from '@kituo/sdk';
import { reportSchedule } from '@kituo/sdk/contracts';
import { type CodesOf, defineDictionary, type OptionSource } from '@kituo/sdk/page';

export const REPORT_NAME = defineDictionary<CodesOf<typeof reportSchedule.reportName>>('REPORT_NAME', {
  financial: 'waiting',
  impairment: 'waiting',
  operation: 'waiting',
  collection: 'waiting',
  approval: 'waiting',
  performance: 'waiting',
});
export const REPORT_SPAN = defineDictionary<CodesOf<typeof reportSchedule.reportSpan>>('REPORT_SPAN', {
  YESTERDAY: 'waiting',
  LAST_7_DAYS: 'waiting',
  LAST_30_DAYS: 'waiting',
  MONTH_TO_DATE: 'waiting',
  LAST_MONTH: 'waiting',
});
export const REPORT_FREQUENCY = defineDictionary<CodesOf<typeof reportSchedule.reportFrequency>>('REPORT_FREQUENCY', {
  DAILY: 'waiting',
  WEEKLY: 'waiting',
  MONTHLY: 'waiting',
});
export const REPORT_SCHEDULE_STATE = defineDictionary<CodesOf<typeof reportSchedule.scheduleState>>(
  'REPORT_SCHEDULE_STATE',
  { ACTIVE: 'good', PAUSED: 'waiting' },
);
export const REPORT_FILE_FORMAT = defineDictionary<CodesOf<typeof reportSchedule.fileFormat>>('REPORT_FILE_FORMAT', {
  xlsx: 'waiting',
  csv: 'waiting',
});
export const REPORT_WEEKDAY = defineDictionary('REPORT_WEEKDAY', {
  MON: 'waiting',
  TUE: 'waiting',
  WED: 'waiting',
  THU: 'waiting',
  FRI: 'waiting',
  SAT: 'waiting',
  SUN: 'waiting',
});

/** Who may take a report away. */
export const recipientsOf = (name: string): OptionSource => ({
  kind: 'remote',
  name: `${reportSchedule.recipients.name}:${name}`,
  load: async (signal) => {
    const all = await call(reportSchedule.recipients, {}, { signal, showLoading: false, quiet: true });
    return all.filter(({ reportName }) => reportName === name);
  },
});
