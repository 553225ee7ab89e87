import { call, formatDateTime, useText } from '@kituo/sdk';
import { sensitiveWord } from '@kituo/sdk/contracts';
import {
  allowedAs,
  Ask,
  BatchAction,
  BatchConfirm,
  containing,
  count,
  defineColumns,
  defineDictionary,
  defineFilters,
  DescriptionList,
  DetailOf,
  fieldsOf,
  FormDrawer,
  History,
  ImportDialog,
  ListScreen,
  oneOf,
  onPage,
  onRow,
  PlusIcon,
  several,
  status,
  text,
  time,
  useAction,
  useBatch,
  useFormValues,
  useImport,
  useListPage,
  type BatchScope,
  type CodesOf,
  type OptionSource,
} from '@kituo/sdk/page';
import { useMemo } from 'react';
import { WORD_ACTION, WORD_SCOPE } from './word-codes.ts';
import { repeatedWords, splitWords } from './split-words.ts';
import { WordTrial } from './word-trial.tsx';

type Row = sensitiveWord.WordGroupRow;
const STATUS = defineDictionary<CodesOf<typeof sensitiveWord.wordGroupStatus>>('WORD_GROUP_STATUS', {
  ENABLED: 'good',
  DISABLED: 'waiting',
});

interface Values extends Record<string, unknown> {
  readonly wordGroup: string;
  readonly words: string;
  readonly exceptions: string;
  readonly language: string;
  readonly scopes: Row['scopes'];
  readonly action: Row['action'];
}
const { Text, MultiSelect, Segmented } = fieldsOf<Values>();

interface MoveValues extends Record<string, unknown> {
  readonly toWordGroupNo: string | null;
}
const { Select } = fieldsOf<MoveValues>();
const groupOptions: OptionSource = {
  kind: 'remote',
  name: 'sensitiveWord.groups',
  load: async (signal) => {
    const request = { filters: {}, page: 1, pageSize: 1000, sort: null } as const;
    const { rows } = await call(sensitiveWord.page, request, { signal, showLoading: false, quiet: true });
    return rows.map(({ wordGroupNo, wordGroup }) => ({ value: wordGroupNo, label: wordGroup }));
  },
};

const filters = defineFilters({
  word: containing(),
  action: oneOf(WORD_ACTION),
  scope: oneOf(WORD_SCOPE),
  wordGroup: containing(),
  language: containing({ example: 'en' }),
  status: oneOf(STATUS),
});
/** Languages that texts are written in; one of the words alone stays its code. */
const WRITTEN: ReadonlySet<string> = new Set(['en', 'sw', 'zh']);

const columnsIn = (t: ReturnType<typeof useText>) => {
  const wordOf = (language: string): string => (WRITTEN.has(language) ? t(`MESSAGE_LANGUAGE.${language}`) : language);
  return defineColumns<Row>([
    text('wordGroup', { sortable: true, width: 180 }),
    count('wordCount', { width: 70 }),
    several('words', ({ words }) => words, { width: 185 }),
    several('language', ({ language }) => (language === null ? [] : [wordOf(language)]), { width: 100 }),
    several('scopes', ({ scopes }) => scopes.map((code) => t(`WORD_SCOPE.${code}`)), { width: 150 }),
    status('action', WORD_ACTION, { width: 95 }),
    count('hits', { width: 120 }),
    status('status', STATUS, { width: 100 }),
    several('exceptions', ({ exceptions }) => exceptions, { width: 160 }),
    text('updatedByName', { width: 140 }),
    time('updatedAt', { sortable: true }),
  ]);
};
const valuesOf = (row: Row | null): Values => ({
  wordGroup: row?.wordGroup ?? '',
  words: row?.words.join(', ') ?? '',
  exceptions: row?.exceptions.join(', ') ?? '',
  language: row?.language ?? '',
  scopes: row?.scopes ?? [],
  action: row?.action ?? 'BLOCK',
});

/** Words that must not reach a customer, or are noticed when staff use them. */
export function WordGroups() {
  const t = useText();
  const columns = useMemo(() => columnsIn(t), [t]);
  const screen = useListPage<Row>({
    load: sensitiveWord.page,
    idOf: (row) => row.wordGroupNo,
    columns,
    filters,
    defaultSort: '-updatedAt',
    file: { endpoint: sensitiveWord.exportList, jobKind: 'sensitiveWords.export' },
  });
  const list = { refresh: screen.list.refresh };
  const facts = (row: Row | null) => ({ name: row?.wordGroup ?? '', count: row?.hits ?? 0 });
  const request = (row: Row | null, { words, exceptions, language, ...values }: Values) => ({
    ...values,
    words: splitWords(words),
    exceptions: splitWords(exceptions),
    language: language.trim() === '' ? null : language.trim(),
    ...(row && { wordGroupNo: row.wordGroupNo, version: row.version }),
  });
  const one = ({ wordGroupNo, version }: Row) => ({ wordGroupNo, version });
  const add = useAction({ name: 'wordsAdd', endpoint: sensitiveWord.save, request, list });
  const update = useAction({ name: 'wordsUpdate', endpoint: sensitiveWord.save, request, list, facts });
  const shared = { request: one, list, facts };
  const enable = useAction({ ...shared, name: 'wordsEnable', endpoint: sensitiveWord.enable });
  const disable = useAction({ ...shared, name: 'wordsDisable', endpoint: sensitiveWord.disable, isDangerous: true });
  const remove = useAction({ ...shared, name: 'wordsDelete', endpoint: sensitiveWord.remove, isDangerous: true });
  const importer = useImport({
    name: 'wordsImport',
    kind: 'sensitiveWords.import',
    code: 'operation:sensitiveWord:save',
    list,
  });
  const switching = (name: string, isEnabled: boolean) =>
    ({
      name,
      endpoint: sensitiveWord.switchMany,
      jobKind: 'sensitiveWords.switch',
      list: screen.list,
      request: ({ ids }: BatchScope) => ({ wordGroupNos: [...(ids ?? [])], isEnabled }),
    }) as const;
  const enableMany = useBatch(switching('wordsEnableMany', true));
  const disableMany = useBatch({ ...switching('wordsDisableMany', false), isDangerous: true });
  const moveMany = useBatch({
    name: 'wordsMoveMany',
    endpoint: sensitiveWord.moveMany,
    jobKind: 'sensitiveWords.move',
    list: screen.list,
    request: ({ ids }, { toWordGroupNo }: MoveValues) => ({
      wordGroupNos: [...(ids ?? [])],
      toWordGroupNo: toWordGroupNo ?? '',
    }),
  });
  const groupOf = (wordGroupNo: string) =>
    screen.list.rows.find((row) => row.wordGroupNo === wordGroupNo)?.wordGroup ?? null;
  return (
    <ListScreen
      of={screen}
      title={t('words.title')}
      batches={[enableMany, disableMany, moveMany]}
      nameOf={(row) => row.wordGroup}
      pageActions={[onPage(add, null, <PlusIcon aria-hidden title={false} />), importer.action]}
      rowActions={[
        onRow<Row, Row | null>(update, 'update', (row) => row),
        allowedAs(enable, 'enable'),
        allowedAs(disable, 'disable'),
        allowedAs(remove, 'delete'),
      ]}
      detail={(row) => <Detail row={row} columns={columns} />}
    >
      <FormDrawer action={add} defaults={valuesOf}>
        <Fields />
      </FormDrawer>
      <FormDrawer action={update} defaults={valuesOf}>
        <Fields />
      </FormDrawer>
      <Ask action={enable} />
      <Ask action={disable} />
      <Ask action={remove} />
      <BatchConfirm batch={enableMany} nameOf={groupOf} describe={() => <p>{enableMany.action.textOf('effect')}</p>} />
      <BatchConfirm
        batch={disableMany}
        nameOf={groupOf}
        describe={() => <p>{disableMany.action.textOf('effect')}</p>}
      />
      <BatchAction batch={moveMany} nameOf={groupOf} defaults={(): MoveValues => ({ toWordGroupNo: null })}>
        <p>{moveMany.action.textOf('effect')}</p>
        <Select name="toWordGroupNo" options={groupOptions} />
      </BatchAction>
      <ImportDialog importer={importer} />
    </ListScreen>
  );
}

function Fields() {
  const t = useText();
  const { words } = useFormValues();
  const merged = splitWords(typeof words === 'string' ? words : '');
  const repeated = repeatedWords(typeof words === 'string' ? words : '');
  return (
    <>
      <Text name="wordGroup" maxLength={64} />
      <Text name="words" isLong hint={t('words.wordsHint')} />
      {merged.length > 0 && (
        <p className="kp-muted">
          {t('words.merged', { count: merged.length })}
          {repeated.length > 0 && ` · ${t('words.repeated', { words: repeated.join(', ') })}`}
        </p>
      )}
      <Text name="exceptions" isLong isOptional hint={t('words.exceptionsHint')} />
      <Text name="language" isOptional maxLength={5} hint={t('words.anyLanguage')} />
      <MultiSelect name="scopes" source={{ kind: 'dictionary', dictionary: WORD_SCOPE }} />
      <Segmented name="action" options={WORD_ACTION} />
      <WordTrial />
    </>
  );
}

function Detail(props: { readonly row: Row; readonly columns: ReturnType<typeof columnsIn> }) {
  const { row, columns } = props;
  const t = useText();
  return (
    <>
      <DescriptionList of={row} columns={columns} />
      <DetailOf endpoint={sensitiveWord.detail} request={{ wordGroupNo: row.wordGroupNo }}>
        {({ hits, history }) => (
          <>
            <h3 className="kp-section-title">{t('words.hitsTitle')}</h3>
            {hits.length === 0 && <p className="kp-muted">{t('words.noHits')}</p>}
            <ul className="kp-facts">
              {hits.map((hit) => (
                <li key={`${hit.hitAt} ${hit.word}`}>
                  <mark>{hit.word}</mark> · {t(`WORD_SCOPE.${hit.scope}`)} · {hit.byName} · {formatDateTime(hit.hitAt)}
                  <div className="kp-muted">{hit.text}</div>
                </li>
              ))}
            </ul>
            <h3 className="kp-section-title">{t('tab.history')}</h3>
            <History entries={history} titleOf={({ action }) => t(`history.${action}`)} />
          </>
        )}
      </DetailOf>
    </>
  );
}
