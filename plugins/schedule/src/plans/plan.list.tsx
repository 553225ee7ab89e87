import { formatDate, useText } from '@kituo/sdk';
import { schedulePlan } from '@kituo/sdk/contracts';
import {
  allowedAs,
  Ask,
  containing,
  count,
  dateRange,
  day,
  defineColumns,
  defineFilters,
  departmentOptions,
  DescriptionList,
  DetailOf,
  FormDrawer,
  History,
  ListScreen,
  number,
  onPage,
  oneOf,
  PlusIcon,
  several,
  status,
  text,
  tree,
  useAction,
  useListPage,
  type RowAction,
} from '@kituo/sdk/page';
import { PLAN_STATUS, STAFF_TYPE } from '../words.ts';
import { Covers } from './cover-fields.tsx';
import { newPlan, PlanFields, type PlanValues, requestOf, valuesOf } from './plan.form.tsx';

type Row = schedulePlan.SchedulePlanRow;

/** Seven small bars; without air between them equal ones run into a block. */
const BARS = '▁▂▃▄▅▆▇█';
const barsOf = (rates: readonly number[]) =>
  rates.map((rate) => BARS[Math.min(BARS.length - 1, Math.floor((rate * BARS.length) / 100))] ?? '').join('\u200A');

const columns = defineColumns<Row>([
  text('planName', { sortable: true, width: 200 }),
  several('deptNames', (row) => row.deptNames, { width: 180 }),
  count('headcount', { width: 90 }),
  count('maxConsecutiveDays', { width: 120 }),
  count('weeklyAttendanceDays', { width: 120 }),
  several(
    'dailyAttendanceRates',
    (row) => [`${barsOf(row.dailyAttendanceRates)} ${row.dailyAttendanceRates.join(' · ')}`],
    {
      width: 330,
    },
  ),
  several('shiftShares', (row) => row.shiftShares.map(({ shiftType, percent }) => `${shiftType} ${percent}%`), {
    width: 140,
  }),
  status('planStatus', PLAN_STATUS, { width: 100 }),
  day('effectiveFrom', { sortable: true, width: 120 }),
  count('versionNo', { width: 80 }),
  text('updatedByName', { width: 150 }),
  number('planNo', { width: 110 }),
]);
const filters = defineFilters({
  planName: containing(),
  deptNo: tree(departmentOptions),
  staffType: oneOf(STAFF_TYPE),
  planStatus: oneOf(PLAN_STATUS),
  effectiveFrom: dateRange(),
});

export function PlanList() {
  const t = useText();
  const screen = useListPage<Row>({
    load: schedulePlan.page,
    idOf: (row) => row.planNo,
    columns,
    filters,
    file: { endpoint: schedulePlan.exportList, jobKind: 'schedulePlans.export' },
  });
  const { list } = screen;
  const facts = (row: Row) => ({ name: row.planName });
  const add = useAction({
    name: 'planAdd',
    endpoint: schedulePlan.save,
    request: (_copyOf: Row | null, values: PlanValues) => requestOf(values),
    list: { refresh: list.refresh },
  });
  const update = useAction({
    name: 'planUpdate',
    endpoint: schedulePlan.save,
    request: ({ planNo, version }: Row, values: PlanValues) => ({ planNo, version, ...requestOf(values) }),
    list,
    facts,
  });
  const ofState = ({ planNo, version }: Row) => ({ planNo, version });
  const enable = useAction({ name: 'planEnable', endpoint: schedulePlan.enable, request: ofState, list, facts });
  const disable = useAction({
    name: 'planDisable',
    endpoint: schedulePlan.disable,
    request: ofState,
    list,
    facts,
    isDangerous: true,
  });
  const copy: RowAction<Row> = {
    name: 'planCopy',
    label: t('action.planCopy.label'),
    isDangerous: false,
    open: add.open,
    isAllowed: () => add.isPermitted,
  };
  return (
    <ListScreen
      of={screen}
      title={t('schedulePlan.title')}
      nameOf={(row) => row.planName}
      rowActions={[allowedAs(update, 'update'), allowedAs(enable, 'enable'), allowedAs(disable, 'disable'), copy]}
      pageActions={[onPage(add, null, <PlusIcon aria-hidden title={false} />)]}
      detail={({ planNo }) => <Detail planNo={planNo} />}
    >
      <FormDrawer action={add} defaults={(copyOf) => (copyOf === null ? newPlan() : valuesOf(copyOf))}>
        <PlanFields />
      </FormDrawer>
      <FormDrawer action={update} defaults={valuesOf}>
        <PlanFields />
      </FormDrawer>
      <Ask action={enable} />
      <Ask action={disable} />
    </ListScreen>
  );
}

function Detail({ planNo }: Pick<Row, 'planNo'>) {
  const t = useText();
  return (
    <DetailOf endpoint={schedulePlan.detail} request={{ planNo }}>
      {(info) => (
        <>
          <DescriptionList of={info} columns={columns} />
          <h3 className="kp-section-title">{t('plan.rates')}</h3>
          <ul className="kp-facts">
            {info.dailyAttendanceRates.map((rate, weekday) => (
              <li key={weekday} className="kp-part">
                <span className="schedule-weekday">{t(`weekday.${weekday}`)}</span>
                <span className="kp-part-bar" aria-hidden>
                  <span style={{ width: `${rate}%` }} />
                </span>
                {rate}%
              </li>
            ))}
          </ul>
          <p>
            {t('plan.nights', { count: info.maxWeeklyNights })}
            {info.holidayRate !== null && ` · ${t('plan.holiday', { rate: info.holidayRate })}`}
          </p>
          <Covers covers={info.covers} />
          <h3 className="kp-section-title">{t('plan.coming')}</h3>
          <ul className="kp-facts">
            {info.comingDays.map(({ date, scheduled, needed }) => (
              <li key={date}>
                {formatDate(date)} · {scheduled} / {needed}
                {scheduled < needed && <strong className="schedule-short"> · {t('plan.short')}</strong>}
              </li>
            ))}
          </ul>
          <History isTitled entries={info.history} titleOf={({ action }) => t(`history.${action}`)} />
        </>
      )}
    </DetailOf>
  );
}
