import { lastDays, useText } from '@kituo/sdk';
import { inspection } from '@kituo/sdk/contracts';
import {
  allowedAs,
  Ask,
  BatchAction,
  type DayRange,
  fieldsOf,
  FormDialog,
  ListScreen,
  onPage,
  PlusIcon,
  useAction,
  useBatch,
  useListPage,
} from '@kituo/sdk/page';
import { useMemo, useRef, useState } from 'react';
import { enabledRules, inspectors } from '../quality-words.ts';
import { DecideForm, decisionOf, type DecisionValues } from './decide.form.tsx';
import { columnsOf, filters, type Row } from './inspection-fields.ts';
import { InspectionDetail } from './inspection.detail.tsx';
import { ScoreForm, scoreOf, type ScoreValues } from './score.form.tsx';

interface SampleValues extends Record<string, unknown> {
  readonly ruleNo: string | null;
  readonly happenedAt: DayRange;
}
interface AssignValues extends Record<string, unknown> {
  readonly inspectorUserNos: readonly string[];
}
interface AppealValues extends Record<string, unknown> {
  readonly appeal: string;
}
const { Select, DateRange } = fieldsOf<SampleValues>();
const { MultiSelect } = fieldsOf<AssignValues>();
const { Text } = fieldsOf<AppealValues>();

const facts = ({ inspectionNo }: Row) => ({ name: inspectionNo });

/** What is to be inspected, what came of it, and what people say against it. */
export function InspectionsList() {
  const t = useText();
  const marks = useRef<readonly inspection.Mark[]>([]);
  const columns = useMemo(() => columnsOf(t), [t]);
  const [initial] = useState(() => {
    const { from, to } = lastDays(7);
    return { happenedAt: `${from}..${to}` };
  });
  const screen = useListPage<Row>({
    load: inspection.page,
    idOf: (row) => row.inspectionNo,
    columns,
    filters,
    defaultSort: '-happenedAt',
    initial,
    file: { endpoint: inspection.exportList, jobKind: 'inspections.export' },
  });
  const { list } = screen;
  const sample = useAction({
    name: 'inspectionSample',
    endpoint: inspection.sample,
    request: (_nothing: null, { ruleNo, happenedAt }: SampleValues) => ({
      ruleNo: ruleNo ?? '',
      happenedAt,
    }),
    list: { refresh: list.refresh },
    facts: (_nothing, reply) => ({ count: reply?.opened ?? 0, people: reply?.people ?? 0 }),
  });
  const take = useAction({
    name: 'inspectionTake',
    endpoint: inspection.take,
    request: ({ inspectionNo }: Row) => ({ inspectionNo }),
    list,
    facts,
  });
  const score = useAction({
    name: 'inspectionScore',
    endpoint: inspection.score,
    request: (row: Row, values: ScoreValues) => scoreOf(row, values, marks.current),
    list,
    facts: (row, reply) => ({ ...facts(row), status: reply?.inspectionStatus ?? '' }),
  });
  const appeal = useAction({
    name: 'inspectionAppeal',
    endpoint: inspection.appeal,
    request: ({ inspectionNo, version }: Row, values: AppealValues) => ({
      inspectionNo,
      version,
      appeal: values.appeal,
    }),
    list,
    facts,
  });
  const decide = useAction({
    name: 'inspectionDecide',
    endpoint: inspection.decide,
    request: (row: Row, values: DecisionValues) => decisionOf(row, values),
    list,
    facts,
  });
  const assign = useBatch<typeof inspection.assign, Row, AssignValues>({
    name: 'inspectionAssign',
    endpoint: inspection.assign,
    jobKind: 'inspections.assign',
    list,
    request: ({ ids }, { inspectorUserNos }) => ({
      inspectionNos: [...(ids ?? [])],
      inspectorUserNos: [...inspectorUserNos],
    }),
  });
  return (
    <ListScreen
      of={screen}
      title={t('inspection.title')}
      nameOf={(row) => row.inspectionNo}
      pageActions={[
        onPage({ ...sample, isAllowed: () => sample.isPermitted }, null, <PlusIcon aria-hidden title={false} />),
      ]}
      rowActions={[
        allowedAs(take, 'take'),
        allowedAs(score, 'score'),
        allowedAs(appeal, 'appeal'),
        allowedAs(decide, 'decide'),
      ]}
      batches={[assign]}
      detail={({ inspectionNo }) => <InspectionDetail inspectionNo={inspectionNo} columns={columns} />}
      emptyText={t('inspection.none')}
    >
      <FormDialog
        action={sample}
        defaults={(): SampleValues => {
          const { from, to } = lastDays(7);
          return { ruleNo: null, happenedAt: { from, to } };
        }}
      >
        <Select name="ruleNo" options={enabledRules} />
        <DateRange name="happenedAt" />
      </FormDialog>
      <Ask action={take} />
      <ScoreForm action={score} marks={marks} />
      <FormDialog action={appeal} defaults={(): AppealValues => ({ appeal: '' })}>
        <Text name="appeal" isLong maxLength={500} />
      </FormDialog>
      <DecideForm action={decide} />
      <BatchAction batch={assign} defaults={(): AssignValues => ({ inspectorUserNos: [] })}>
        <MultiSelect name="inspectorUserNos" source={inspectors} />
      </BatchAction>
    </ListScreen>
  );
}
