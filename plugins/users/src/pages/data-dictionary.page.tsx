import { useCan, useSearchParams, useText } from '@kituo/sdk';
import { dictionary } from '@kituo/sdk/contracts';
import {
  ActionButton,
  ExportButton,
  FilterBar,
  FormDrawer,
  ImportDialog,
  PlusIcon,
  TreeOpeners,
  TreePage,
  TreeTable,
  useDetail,
  useExport,
  useImport,
  useLayout,
  useOpened,
  useTree,
  useViews,
} from '@kituo/sdk/page';
import { DictionaryList } from '../dictionaries/dictionary-list.tsx';
import { ClearCacheConfirm, EntryDeleteConfirm, EntryStateConfirm } from '../dictionaries/entry-confirms.tsx';
import { entryColumns, entryFilters, isEntryMatch } from '../dictionaries/entry-fields.ts';
import { valuesForNew, valuesOf } from '../dictionaries/entry-form-values.ts';
import { type EntryRow, entryRows } from '../dictionaries/entry-row.ts';
import { EntryDetail } from '../dictionaries/entry.detail.tsx';
import { EntryFields } from '../dictionaries/entry.form.tsx';
import { lastSortOf, useEntryActions } from '../dictionaries/use-entry-actions.ts';
import { useEntryMover } from '../dictionaries/use-entry-mover.ts';
import { OnOffBatch } from '../parts/on-off.tsx';
import '../dictionaries/dictionaries.css';

/** The coded values behind selects and status tags: dictionaries at the left, entries at the right. */
export function DataDictionaryPage() {
  const t = useText();
  const types = useDetail(dictionary.tree, {});
  const [query, setQuery] = useSearchParams();
  const asked = query.get('dictType');
  const of = types.data?.find(({ dictType }) => dictType === asked) ?? types.data?.[0] ?? null;
  const tree = useTree<typeof dictionary.tree, EntryRow>({
    load: dictionary.tree,
    request: of === null ? {} : { dictType: of.dictType },
    rowsOf: entryRows,
    idOf: (row) => String(row.id),
    childrenOf: (row) => row.childList,
    filters: entryFilters,
    isMatch: isEntryMatch,
  });
  const layout = useLayout(tree.name, entryColumns, { fixed: 1 });
  const views = useViews(tree, layout);
  const actions = useEntryActions(tree, of, types.refresh);
  const maySave = useCan('user:dictionary:save');
  const mover = useEntryMover(tree, maySave);
  const importer = useImport({
    name: 'entryImport',
    kind: 'dictionaries.entries',
    code: 'user:dictionary:save',
    list: {
      refresh: () => {
        tree.refresh();
        types.refresh();
      },
    },
  });
  const exporter = useExport({
    list: tree,
    endpoint: dictionary.exportEntries,
    jobKind: 'dictionaries.export',
    request: ({ sort: _inTreeOrder, ...scope }) =>
      dictionary.exportEntries.request.parse({ ...scope, dictType: of?.dictType }),
  });
  const opened = useOpened(tree);
  const plus = <PlusIcon aria-hidden title={false} />;
  const toEntry = { dictionary: of, parent: null, lastSort: lastSortOf(tree.roots) };
  const addDictionary = { ...actions.add, label: t('dictionary.addDictionary') };

  return (
    <TreePage
      tree={tree}
      title={t('dictionary.title')}
      views={views}
      action={
        of !== null && !of.isFixed && <ActionButton action={actions.add} subject={toEntry} isPrimary icon={plus} />
      }
      batch={
        <>
          <OnOffBatch action={actions.state} chosen={tree.selection.rows} />
          <ExportButton exporter={exporter} />
        </>
      }
    >
      <div className="dictionary-split">
        <DictionaryList
          types={types}
          openType={of?.dictType ?? ''}
          onOpen={(dictType) => {
            tree.selection.clear();
            setQuery({ dictType });
          }}
        >
          <ActionButton action={addDictionary} subject={{ dictionary: null, parent: null, lastSort: 0 }} />
          <ActionButton action={actions.clearCache} subject={null} />
        </DictionaryList>
        <div className="dictionary-entries">
          <FilterBar list={tree} layout={layout}>
            {of?.codeTableType === 'TREE' && <TreeOpeners tree={tree} />}
            <ActionButton action={importer.action} subject={null} />
            <ExportButton exporter={exporter} />
          </FilterBar>
          <TreeTable
            tree={tree}
            layout={layout}
            label={of?.dictName ?? t('dictionary.title')}
            nameOf={(row) => row.dictKey}
            rowActions={actions.rowActions}
            mover={mover}
            isSelectable={exporter.isPermitted}
            onOpen={opened.open}
          />
        </div>
      </div>
      <EntryDetail
        opened={opened.row}
        refresh={() => {
          opened.close();
          tree.refresh();
        }}
        onClose={opened.close}
      />
      <FormDrawer action={actions.add} defaults={valuesForNew}>
        {(subject) => <EntryFields isNewDictionary={subject.dictionary === null} isFixed={false} />}
      </FormDrawer>
      <FormDrawer action={actions.update} defaults={(row) => valuesOf(row, of)}>
        <EntryFields isNewDictionary={false} isFixed={of?.isFixed ?? false} />
      </FormDrawer>
      <EntryStateConfirm action={actions.state} />
      <EntryDeleteConfirm action={actions.remove} />
      <ClearCacheConfirm action={actions.clearCache} />
      <ImportDialog importer={importer} />
    </TreePage>
  );
}
