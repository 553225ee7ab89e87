import { useText } from '@kituo/sdk';
import { type reveal, sensitiveInfo } from '@kituo/sdk/contracts';
import {
  anyOf,
  containing,
  dateRange,
  defineColumns,
  defineDictionary,
  defineFilters,
  DescriptionList,
  dictionaryOptions,
  ListScreen,
  number,
  oneOf,
  status,
  text,
  time,
  useListPage,
  type CodesOf,
} from '@kituo/sdk/page';
import { REVEAL_FIELD } from './fields.list.tsx';
import { REVEALERS } from './revealers.ts';

type Row = reveal.RevealRow;

const REVEAL_OUTCOME = defineDictionary<CodesOf<typeof reveal.revealOutcome>>('REVEAL_OUTCOME', {
  SHOWN: 'active',
  REPEATED: 'waiting',
  EMPTY: 'waiting',
  REFUSED: 'failed',
});
const filters = defineFilters({
  userNos: anyOf(REVEALERS),
  fieldKey: oneOf(REVEAL_FIELD),
  happenedAt: dateRange(),
  purpose: oneOf(dictionaryOptions('REVEAL_PURPOSE', { withRetired: true })),
  subjectNo: containing(),
});
const columns = defineColumns<Row>([
  time('happenedAt', { sortable: true }),
  text('realName', { title: 'viewerName', width: 160 }),
  text('title', { width: 160 }),
  status('field', REVEAL_FIELD, { width: 120 }),
  number('subjectNo', { width: 140 }),
  text('purpose', { width: 150 }),
  text('note', { width: 200 }),
  status('outcome', REVEAL_OUTCOME, { width: 120 }),
]);

/** Who saw what in full, and what for; never the values. */
export function RevealList() {
  const t = useText();
  const screen = useListPage<Row>({
    load: sensitiveInfo.log,
    idOf: (row) => row.revealId,
    columns,
    filters,
    defaultSort: '-happenedAt',
    file: { endpoint: sensitiveInfo.logExport, jobKind: 'reveals.export' },
  });
  return (
    <ListScreen
      of={screen}
      title={t('sensitive.log')}
      nameOf={(row) => row.title}
      detail={(row) => <DescriptionList of={row} columns={columns} />}
    />
  );
}
