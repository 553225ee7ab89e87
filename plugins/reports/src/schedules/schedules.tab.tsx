import { useText } from '@kituo/sdk';
import { reportSchedule } from '@kituo/sdk/contracts';
import {
  allowedAs,
  Ask,
  count,
  defineColumns,
  defineFilters,
  DescriptionList,
  FormDrawer,
  ListScreen,
  number,
  oneOf,
  several,
  status,
  text,
  time,
  useAction,
  useListPage,
} from '@kituo/sdk/page';
import { useMemo } from 'react';
import { REPORT_FREQUENCY, REPORT_NAME, REPORT_SCHEDULE_STATE, REPORT_SPAN } from './schedule-words.ts';
import { ScheduleFields, scheduleOf, type ScheduleValues, valuesOf } from './schedule.form.tsx';

type Row = reportSchedule.ScheduleRow;

const filters = defineFilters({ reportName: oneOf(REPORT_NAME), scheduleState: oneOf(REPORT_SCHEDULE_STATE) });
const columnsIn = (t: ReturnType<typeof useText>) =>
  defineColumns<Row>([
    text('scheduleName', { sortable: true, width: 220 }),
    status('reportName', REPORT_NAME, { width: 130 }),
    status('reportFrequency', REPORT_FREQUENCY, { width: 100 }),
    status('reportSpan', REPORT_SPAN, { width: 140 }),
    several('recipients', ({ recipients }) => recipients.map(({ realName }) => realName), { width: 220 }),
    status('scheduleState', REPORT_SCHEDULE_STATE, { width: 100 }),
    time('nextRunAt', { sortable: true }),
    time('lastRunAt', { sortable: true }),
    count('sentCount', { width: 80 }),
    count('preparing', { width: 100 }),
    several(
      'faults',
      ({ faults }) => faults.map(({ realName, sendFault }) => `${realName}: ${t(`REPORT_SEND_FAULT.${sendFault}`)}`),
      { width: 260 },
    ),
    number('scheduleNo', { width: 120 }),
  ]);
const facts = ({ scheduleName }: Row) => ({ name: scheduleName });
const named = ({ scheduleNo, version }: Row) => ({ scheduleNo, version });

/** One's own scheduled reports, and what became of the last run of each. */
export function SchedulesTab() {
  const t = useText();
  const columns = useMemo(() => columnsIn(t), [t]);
  const screen = useListPage<Row>({
    load: reportSchedule.page,
    idOf: (row) => row.scheduleNo,
    columns,
    filters,
    defaultSort: 'scheduleName',
    file: { endpoint: reportSchedule.exportList, jobKind: 'reportSchedules.export' },
  });
  const { list } = screen;
  const update = useAction({
    name: 'scheduleUpdate',
    endpoint: reportSchedule.save,
    request: (row: Row, values: ScheduleValues) => ({
      ...named(row),
      ...scheduleOf({ reportName: row.reportName, filters: row.filters }, values),
    }),
    list,
    facts,
  });
  const pause = useAction({ name: 'schedulePause', endpoint: reportSchedule.pause, request: named, list, facts });
  const resume = useAction({ name: 'scheduleResume', endpoint: reportSchedule.resume, request: named, list, facts });
  const remove = useAction({
    name: 'scheduleDelete',
    endpoint: reportSchedule.remove,
    request: named,
    list: { refresh: list.refresh },
    facts,
    isDangerous: true,
  });
  return (
    <ListScreen
      of={screen}
      title={t('schedule.title')}
      nameOf={(row) => row.scheduleName}
      rowActions={[
        allowedAs(update, 'update'),
        allowedAs(pause, 'pause'),
        allowedAs(resume, 'resume'),
        allowedAs(remove, 'delete'),
      ]}
      detail={(row) => <DescriptionList of={row} columns={columns} />}
      emptyText={t('schedule.none')}
    >
      <FormDrawer action={update} defaults={valuesOf}>
        {({ reportName }: Row) => <ScheduleFields of={reportName} />}
      </FormDrawer>
      <Ask action={pause} />
      <Ask action={resume} />
      <Ask action={remove} />
    </ListScreen>
  );
}
