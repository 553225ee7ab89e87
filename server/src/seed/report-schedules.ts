import type { Tx } from '../db/database.ts';

const DAY_MS = 86_400_000;

/** Reports that the demonstration sends: one that runs, one that is paused. */
export async function seedReportSchedules(
  tx: Tx,
  ownerUserNo: string,
  recipientUserNo: string,
  now: Date,
): Promise<void> {
  const common = {
    filters: JSON.stringify({}),
    recipientUserNos: [recipientUserNo],
    ownerUserNo,
    fileFormat: 'xlsx' as const,
    hour: 7,
  };
  await tx
    .insertInto('reportSchedule')
    .values([
      {
        ...common,
        scheduleName: 'Cash, last week',
        reportName: 'financial',
        reportSpan: 'LAST_7_DAYS',
        reportFrequency: 'WEEKLY',
        weekday: 1,
        monthDay: null,
        nextRunAt: new Date(now.getTime() + 7 * DAY_MS),
      },
      {
        ...common,
        scheduleName: 'Provision at month end',
        reportName: 'impairment',
        reportSpan: 'LAST_MONTH',
        reportFrequency: 'MONTHLY',
        weekday: null,
        monthDay: 1,
        nextRunAt: new Date(now.getTime() + 28 * DAY_MS),
        isPaused: true,
      },
    ])
    .execute();
}
