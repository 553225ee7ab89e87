import { useText } from '@kituo/sdk';
import { sensitiveWord } from '@kituo/sdk/contracts';
import {
  containing,
  dateRange,
  defineColumns,
  defineFilters,
  ListScreen,
  number,
  oneOf,
  status,
  text,
  time,
  useListPage,
} from '@kituo/sdk/page';
import { WORD_ACTION, WORD_SCOPE } from './word-codes.ts';

type Row = sensitiveWord.HitRow;
const filters = defineFilters({
  hitWord: containing(),
  wordGroup: containing(),
  hitScope: oneOf(WORD_SCOPE),
  action: oneOf(WORD_ACTION),
  hitByName: containing(),
  hitText: containing(),
  hitAt: dateRange(),
});
const columns = defineColumns<Row>([
  time('hitAt', { sortable: true }),
  text('hitWord', { width: 140 }),
  text('hitText', { width: 360 }),
  status('hitScope', WORD_SCOPE, { width: 140 }),
  status('action', WORD_ACTION, { width: 100 }),
  text('hitByName', { width: 150 }),
  text('wordGroup', { width: 180 }),
  number('wordGroupNo', { width: 120 }),
]);

/** Where words were found, and in whose text. */
export function WordHits() {
  const t = useText();
  const screen = useListPage<Row>({
    load: sensitiveWord.hitPage,
    idOf: (row) => String(row.wordHitId),
    columns,
    filters,
    defaultSort: '-hitAt',
    file: { endpoint: sensitiveWord.hitExport, jobKind: 'wordHits.export' },
  });
  return <ListScreen of={screen} title={t('words.hits')} nameOf={(row) => row.hitWord} emptyText={t('words.noHits')} />;
}
