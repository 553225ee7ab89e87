import { useText } from '@kituo/sdk';
import { sensitiveInfo } from '@kituo/sdk/contracts';
import {
  containing,
  count,
  dateRange,
  day,
  defineColumns,
  defineDictionary,
  defineFilters,
  DescriptionList,
  ListScreen,
  number,
  oneOf,
  several,
  text,
  useListPage,
  type CodesOf,
} from '@kituo/sdk/page';
import { useMemo } from 'react';

type Row = sensitiveInfo.UnusualRow;

const UNUSUAL_REVEAL = defineDictionary<CodesOf<typeof sensitiveInfo.unusualReason>>('UNUSUAL_REVEAL', {
  HOUR: 'attention',
  VOLUME: 'attention',
  NO_FOLLOW_UP: 'attention',
});
const filters = defineFilters({
  eatDay: dateRange(),
  userNo: containing({ example: 'U0001' }),
  reason: oneOf(UNUSUAL_REVEAL),
});
const columnsIn = (t: ReturnType<typeof useText>) =>
  defineColumns<Row>([
    day('eatDay', { sortable: true }),
    text('realName', { width: 160 }),
    several('reasons', ({ reasons }) => reasons.map((code) => t(`UNUSUAL_REVEAL.${code}`)), { width: 260 }),
    count('reveals', { sortable: true, width: 100 }),
    count('usual', { width: 110 }),
    count('atNight', { width: 100 }),
    count('withoutFollowUp', { width: 130 }),
    number('userNo', { width: 130 }),
  ]);

/** Days on which somebody saw more in full than usual, at night, or without anything that followed. */
export function UnusualReveals() {
  const t = useText();
  const columns = useMemo(() => columnsIn(t), [t]);
  const screen = useListPage<Row>({
    load: sensitiveInfo.unusual,
    idOf: (row) => row.dayId,
    columns,
    filters,
    defaultSort: '-eatDay',
    file: { endpoint: sensitiveInfo.unusualExport, jobKind: 'unusualReveals.export' },
  });
  return (
    <ListScreen
      of={screen}
      title={t('sensitive.unusual')}
      nameOf={(row) => row.realName}
      detail={(row) => <DescriptionList of={row} columns={columns} />}
      emptyText={t('sensitive.none')}
    />
  );
}
