import { eatDay, useSearchParams, useText } from '@kituo/sdk';
import { scheduling } from '@kituo/sdk/contracts';
import { ActionButton, Answered, ExportButton, ImportDialog, useDetail, useExport, useImport } from '@kituo/sdk/page';
import { AutoSchedule, useAuto } from '../planner/auto.tsx';
import { LeaveForm, useLeave } from '../planner/leave.tsx';
import { Grid } from '../planner/grid.tsx';
import { PublishDialog, ShiftForms, usePlannerActions } from '../planner/shift-actions.tsx';
import { shownOf, Toolbar } from '../planner/toolbar.tsx';
import '../planner/planner.css';

const VIEWS = ['DAY', 'WEEK', 'MONTH'] as const;
type View = (typeof VIEWS)[number];
const NOBODY: readonly scheduling.CalendarPerson[] = [];

/** The calendar of a group: a row a person, a cell a day. */
export function ScheduleCaseManagePage() {
  const t = useText();
  const [query] = useSearchParams();
  const view: View = VIEWS.find((one) => one === query.get('view')) ?? 'WEEK';
  const date = query.get('date') ?? eatDay(new Date());
  const shown = { view, date, ...shownOf(query) };
  // One group is published and scheduled at a time.
  const [deptNo = null, ...otherGroups] = shown.deptNos ?? [];
  const calendar = useDetail(scheduling.calendar, shown);
  // What is published or scheduled is what is shown: before it is there, neither is offered.
  const days = calendar.data?.days ?? [];
  const [first, last] = [days[0]?.date, days.at(-1)?.date];
  const range = deptNo === null || otherGroups.length > 0 || !first || !last ? null : { deptNo, from: first, to: last };
  const actions = usePlannerActions(calendar.refresh);
  const auto = useAuto(calendar.refresh);
  const leave = useLeave(calendar.refresh);
  const people = calendar.data?.people ?? NOBODY;
  const importer = useImport({
    name: 'shiftImport',
    kind: 'scheduling.import',
    code: 'schedule:shift:import',
    list: { refresh: calendar.refresh },
  });
  const exporter = useExport({
    list: {
      request: { filters: shown, sort: null },
      total: (calendar.data?.people ?? []).reduce((count, { shifts }) => count + shifts.length, 0),
      selection: { count: 0, rows: new Map() },
    },
    endpoint: scheduling.exportView,
    jobKind: 'scheduling.export',
    request: ({ format }) => ({ format, filters: shown }),
  });
  return (
    <section className="kp-page schedule-planner" aria-label={t('scheduleCaseManage.title')}>
      <header className="kp-head">
        <h1>{t('scheduleCaseManage.title')}</h1>
        <div className="kp-head-action">
          <ExportButton exporter={exporter} />
          <ActionButton action={importer.action} subject={null} />
          {leave.isPermitted && people.length > 0 && <ActionButton action={leave} subject={null} />}
          {range !== null && <ActionButton action={actions.publish} subject={range} />}
          {range !== null && !auto.followed.isLive && <ActionButton action={auto.start} subject={range} isPrimary />}
        </div>
      </header>
      <Toolbar view={view} date={date} />
      <Answered detail={calendar}>
        {(found) => (
          <>
            {found.isCut && <p role="status">{t('planner.isCut')}</p>}
            <Grid calendar={found} actions={actions} isWide={view !== 'MONTH'} />
          </>
        )}
      </Answered>
      <ShiftForms actions={actions} />
      <PublishDialog
        action={actions.publish}
        left={calendar.data?.footer.filter(({ violations }) => violations.length > 0).length ?? 0}
      />
      <AutoSchedule auto={auto} />
      <LeaveForm action={leave} people={people} />
      <ImportDialog importer={importer} />
    </section>
  );
}
