import { lastDays, useText } from '@kituo/sdk';
import { abTest } from '@kituo/sdk/contracts';
import {
  type CodesOf,
  containing,
  count,
  dateRange,
  defineColumns,
  defineDictionary,
  defineFilters,
  DetailOf,
  ListScreen,
  number,
  oneOf,
  status,
  text,
  time,
  useListPage,
} from '@kituo/sdk/page';
import { useState } from 'react';
import { ExperimentDetail } from './experiment.detail.tsx';

type Row = abTest.ExperimentRow;

const EXPERIMENT_KIND = defineDictionary<CodesOf<typeof abTest.experimentKind>>('EXPERIMENT_KIND', {
  SMS_VARIANT: 'waiting',
  ROBOT_PLAN: 'waiting',
  UNRENEWED_STEP: 'waiting',
  RISK_MODEL: 'waiting',
});
const EXPERIMENT_STATE = defineDictionary<CodesOf<typeof abTest.experimentState>>('EXPERIMENT_STATE', {
  RUNNING: 'active',
  ENDED: 'waiting',
});
const columns = defineColumns<Row>([
  text('experimentName', { sortable: true, width: 260 }),
  status('experimentKind', EXPERIMENT_KIND, { width: 150 }),
  status('experimentState', EXPERIMENT_STATE, { width: 110 }),
  text('merchantName', { width: 160 }),
  time('startedAt', { sortable: true }),
  time('endedAt'),
  count('windowDays', { width: 110 }),
  number('experimentNo', { width: 230 }),
]);
const filters = defineFilters({
  experimentName: containing(),
  experimentKind: oneOf(EXPERIMENT_KIND),
  experimentState: oneOf(EXPERIMENT_STATE),
  startedAt: dateRange(),
});

/** What was compared with something, and whether it did better. */
export function AbTestsTab() {
  const t = useText();
  const [initial] = useState(() => {
    const { from, to } = lastDays(30);
    return { startedAt: `${from}..${to}` };
  });
  const screen = useListPage<Row>({
    load: abTest.page,
    idOf: (row) => row.experimentNo,
    columns,
    filters,
    defaultSort: '-startedAt',
    initial,
    file: { endpoint: abTest.exportList, jobKind: 'abTests.export' },
  });
  return (
    <ListScreen
      of={screen}
      title={t('abTest.title')}
      nameOf={(row) => row.experimentName}
      rowActions={[]}
      detail={({ experimentNo }) => (
        <DetailOf endpoint={abTest.query} request={{ experimentNo }}>
          {(result) => <ExperimentDetail result={result} />}
        </DetailOf>
      )}
      emptyText={t('abTest.none')}
    />
  );
}
