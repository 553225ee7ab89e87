import { lastDays, useCan, useText } from '@kituo/sdk';
import { calibration } from '@kituo/sdk/contracts';
import {
  allowedAs,
  type CodesOf,
  count,
  dateRange,
  type DayRange,
  defineColumns,
  defineDictionary,
  defineFilters,
  fieldsOf,
  FormDialog,
  ListScreen,
  number,
  oneOf,
  onPage,
  PlusIcon,
  status,
  text,
  time,
  useAction,
  useListPage,
} from '@kituo/sdk/page';
import { INSPECTION_SOURCE, inspectors, sheets } from '../quality-words.ts';
import { type ItemValues, pointsOf } from '../inspections/item-values.ts';
import { Agreement } from './agreement.tsx';
import { CalibrationDetail, SecondScoreForm } from './calibration.detail.tsx';

type Row = calibration.CalibrationRow;

interface DrawValues extends Record<string, unknown> {
  readonly sheetNo: string | null;
  readonly scoredAt: DayRange;
  readonly count: number | null;
  readonly inspectorUserNos: readonly string[];
}
const { Select, DateRange, MultiSelect, Number: Count } = fieldsOf<DrawValues>();

interface ReassignValues extends Record<string, unknown> {
  readonly inspectorUserNo: string | null;
}
const { Select: Inspector } = fieldsOf<ReassignValues>();

const CALIBRATION_STATE = defineDictionary<CodesOf<typeof calibration.calibrationState>>('CALIBRATION_STATE', {
  OPEN: 'waiting',
  SCORED: 'good',
});
const columns = defineColumns<Row>([
  number('calibrationNo', { width: 120 }),
  number('inspectionNo', { width: 140 }),
  status('sourceType', INSPECTION_SOURCE, { width: 120 }),
  time('happenedAt', { sortable: true, width: 165 }),
  text('sheetName', { width: 170 }),
  status('calibrationState', CALIBRATION_STATE, { width: 110 }),
  text('firstName', { width: 150 }),
  count('firstScore', { width: 90 }),
  text('secondName', { width: 150 }),
  count('secondScore', { width: 90 }),
  count('disagreements', { width: 110 }),
  time('scoredAt', { sortable: true, width: 165 }),
]);
const filters = defineFilters({
  calibrationState: oneOf(CALIBRATION_STATE),
  sheetNo: oneOf(sheets),
  scoredAt: dateRange(),
});
const MONTH = 30;
const SAMPLE = 20;

/** Inspections scored twice, and how far the inspectors agree. */
export function CalibrationsList() {
  const t = useText();
  const maySample = useCan('quality:inspection:sample');
  const screen = useListPage<Row>({
    load: calibration.page,
    idOf: (row) => row.calibrationNo,
    columns,
    filters,
    defaultSort: '-scoredAt',
    file: { endpoint: calibration.exportList, jobKind: 'calibrations.export' },
  });
  const { list } = screen;
  const draw = useAction({
    name: 'calibrationDraw',
    endpoint: calibration.draw,
    request: (_nothing: null, values: DrawValues) => ({
      sheetNo: values.sheetNo ?? '',
      scoredAt: values.scoredAt,
      count: values.count ?? 0,
      inspectorUserNos: [...values.inspectorUserNos],
    }),
    list: { refresh: list.refresh },
    facts: (_nothing, reply) => ({ count: reply?.drawn ?? 0 }),
  });
  const score = useAction({
    name: 'calibrationScore',
    endpoint: calibration.score,
    request: ({ calibrationNo }: Row, values: ItemValues) => ({ calibrationNo, ...pointsOf(values) }),
    list,
    facts: ({ calibrationNo }, reply) => ({ name: calibrationNo, count: reply?.disagreements ?? 0 }),
  });
  const reassign = useAction({
    name: 'calibrationReassign',
    endpoint: calibration.reassign,
    request: ({ calibrationNo }: Row, { inspectorUserNo }: ReassignValues) => ({
      calibrationNo,
      inspectorUserNo: inspectorUserNo ?? '',
    }),
    list,
    facts: ({ calibrationNo }) => ({ name: calibrationNo }),
  });
  return (
    <ListScreen
      of={screen}
      title={t('calibration.title')}
      above={maySample && <Agreement filters={list.request.filters} />}
      nameOf={(row) => row.calibrationNo}
      pageActions={[
        onPage({ ...draw, isAllowed: () => draw.isPermitted }, null, <PlusIcon aria-hidden title={false} />),
      ]}
      rowActions={[allowedAs(score, 'score'), allowedAs(reassign, 'reassign')]}
      detail={({ calibrationNo }) => <CalibrationDetail calibrationNo={calibrationNo} columns={columns} />}
      emptyText={t('calibration.none')}
    >
      <FormDialog
        action={draw}
        defaults={(): DrawValues => {
          const { from, to } = lastDays(MONTH);
          return { sheetNo: null, scoredAt: { from, to }, count: SAMPLE, inspectorUserNos: [] };
        }}
      >
        <Select name="sheetNo" options={sheets} />
        <DateRange name="scoredAt" />
        <Count name="count" />
        <MultiSelect name="inspectorUserNos" source={inspectors} hint={t('calibration.inspectorsHint')} />
      </FormDialog>
      <FormDialog action={reassign} defaults={(): ReassignValues => ({ inspectorUserNo: null })}>
        <Inspector name="inspectorUserNo" options={inspectors} hint={t('calibration.inspectorsHint')} />
      </FormDialog>
      <SecondScoreForm action={score} />
    </ListScreen>
  );
}
