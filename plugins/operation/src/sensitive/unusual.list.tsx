import { useText } from '@kituo/sdk';
import { discipline, sensitiveInfo } from '@kituo/sdk/contracts';
import {
  anyOf,
  count,
  dateRange,
  day,
  defineColumns,
  defineDictionary,
  defineFilters,
  DescriptionList,
  fieldsOf,
  FormDialog,
  ListScreen,
  number,
  oneOf,
  several,
  text,
  useAction,
  useListPage,
  type CodesOf,
} from '@kituo/sdk/page';
import { useMemo } from 'react';
import { REVEALERS } from './revealers.ts';

type Row = sensitiveInfo.UnusualRow;

interface Proposal extends Record<string, unknown> {
  readonly points: number | null;
  readonly content: string;
}
const { Number: Count, Text } = fieldsOf<Proposal>();
/** The least that misuse of data may carry. */
const LEAST_POINTS = discipline.POINTS.DATA_MISUSE[0];

const UNUSUAL_REVEAL = defineDictionary<CodesOf<typeof sensitiveInfo.unusualReason>>('UNUSUAL_REVEAL', {
  HOUR: 'attention',
  VOLUME: 'attention',
  NO_FOLLOW_UP: 'attention',
});
const filters = defineFilters({
  eatDay: dateRange(),
  userNos: anyOf(REVEALERS),
  reason: oneOf(UNUSUAL_REVEAL),
});
const columnsIn = (t: ReturnType<typeof useText>) =>
  defineColumns<Row>([
    day('eatDay', { sortable: true }),
    text('realName', { title: 'viewerName', width: 160 }),
    several('reasons', ({ reasons }) => reasons.map((code) => t(`UNUSUAL_REVEAL.${code}`)), { width: 260 }),
    count('reveals', { sortable: true, width: 100 }),
    count('usual', { width: 110 }),
    count('atNight', { width: 100 }),
    count('withoutFollowUp', { width: 130 }),
    number('userNo', { title: 'viewerNo', width: 130 }),
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
  const propose = useAction({
    name: 'misusePropose',
    endpoint: discipline.propose,
    request: ({ userNo, eatDay }: Row, { points, content }: Proposal) => ({
      userNo,
      eatDay,
      points: points ?? Number.NaN,
      content,
    }),
    list: { refresh: screen.list.refresh },
    facts: ({ realName }: Row) => ({ name: realName }),
  });
  return (
    <ListScreen
      of={screen}
      title={t('sensitive.unusual')}
      nameOf={(row) => row.realName}
      rowActions={[propose]}
      detail={(row) => <DescriptionList of={row} columns={columns} />}
      emptyText={t('sensitive.none')}
    >
      <FormDialog action={propose} defaults={(): Proposal => ({ points: LEAST_POINTS, content: '' })}>
        <Count name="points" hint={`${LEAST_POINTS}–${discipline.POINTS.DATA_MISUSE[1]}`} />
        <Text name="content" isLong maxLength={400} />
      </FormDialog>
    </ListScreen>
  );
}
