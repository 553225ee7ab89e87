import { useText } from '@kituo/sdk';
import type { reportSchedule, RequestOf } from '@kituo/sdk/contracts';
import { fieldsOf, useFormValues } from '@kituo/sdk/page';
import { useMemo } from 'react';
import { recipientsOf, REPORT_FILE_FORMAT, REPORT_FREQUENCY, REPORT_SPAN, REPORT_WEEKDAY } from './schedule-words.ts';

type Row = reportSchedule.ScheduleRow;
type Saved = RequestOf<typeof reportSchedule.save>;

export interface ScheduleValues extends Record<string, unknown> {
  readonly scheduleName: string;
  readonly reportSpan: Row['reportSpan'];
  readonly reportFrequency: Row['reportFrequency'];
  readonly weekday: string;
  readonly monthDay: number | null;
  readonly hour: number | null;
  readonly fileFormat: Row['fileFormat'];
  readonly recipientUserNos: readonly string[];
}

const { Text, Select, MultiSelect, Number: Count } = fieldsOf<ScheduleValues>();
/** Monday is 1. */
const WEEKDAYS: readonly string[] = REPORT_WEEKDAY.codes;
/** When people come to work. */
const MORNING = 7;

export const newSchedule = (scheduleName: string): ScheduleValues => ({
  scheduleName,
  reportSpan: 'LAST_7_DAYS',
  reportFrequency: 'WEEKLY',
  weekday: 'MON',
  monthDay: 1,
  hour: MORNING,
  fileFormat: 'xlsx',
  recipientUserNos: [],
});

export const valuesOf = (row: Row): ScheduleValues => ({
  ...newSchedule(row.scheduleName),
  reportSpan: row.reportSpan,
  reportFrequency: row.reportFrequency,
  ...(row.weekday !== null && { weekday: REPORT_WEEKDAY.codes[row.weekday - 1] ?? 'MON' }),
  ...(row.monthDay !== null && { monthDay: row.monthDay }),
  hour: row.hour,
  fileFormat: row.fileFormat,
  recipientUserNos: row.recipients.map(({ userNo }) => userNo),
});

export const scheduleOf = (
  of: Pick<Saved, 'reportName' | 'filters'>,
  { weekday, monthDay, hour, recipientUserNos, ...values }: ScheduleValues,
): Saved => ({
  ...of,
  scheduleName: values.scheduleName,
  reportSpan: values.reportSpan,
  reportFrequency: values.reportFrequency,
  fileFormat: values.fileFormat,
  weekday: values.reportFrequency === 'WEEKLY' ? WEEKDAYS.indexOf(weekday) + 1 : null,
  monthDay: values.reportFrequency === 'MONTHLY' ? monthDay : null,
  hour: hour ?? -1,
  recipientUserNos: [...recipientUserNos],
});

/** What is sent, when and to whom. */
export function ScheduleFields({ of }: { readonly of: Row['reportName'] }) {
  const t = useText();
  const { reportFrequency } = useFormValues();
  const recipients = useMemo(() => recipientsOf(of), [of]);
  return (
    <>
      <p className="kp-muted">{t('schedule.hint')}</p>
      <Text name="scheduleName" maxLength={64} />
      <Select name="reportSpan" options={REPORT_SPAN} />
      <Select name="reportFrequency" options={REPORT_FREQUENCY} />
      {reportFrequency === 'WEEKLY' && <Select name="weekday" options={REPORT_WEEKDAY} />}
      {reportFrequency === 'MONTHLY' && <Count name="monthDay" hint={t('schedule.monthDayHint')} />}
      <Count name="hour" hint={t('schedule.hourHint')} />
      <Select name="fileFormat" options={REPORT_FILE_FORMAT} />
      <MultiSelect name="recipientUserNos" source={recipients} hint={t('schedule.recipientsHint')} />
    </>
  );
}
