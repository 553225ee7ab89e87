import { session$, useSearchParams, useText } from '@kituo/sdk';
import { languages } from '@kituo/sdk/contracts';
import {
  ActionButton,
  DataTable,
  ExportButton,
  FilterBar,
  ImportDialog,
  ListPage,
  useAction,
  useImport,
  useListPage,
} from '@kituo/sdk/page';
import { useEffect } from 'react';
import { textColumns, textFilters, type TextRow } from './language-fields.ts';
import { NamespaceBars } from './namespace-bars.tsx';
import { type TextFormValues, TextForm } from './text.form.tsx';

/** The texts of one language; without one in the address, of the reader's. */
export function TextList() {
  const [query, setQuery] = useSearchParams();
  const languageCode = query.get('languageCode') ?? '';
  useEffect(() => {
    if (languageCode !== '') return;
    const next = new URLSearchParams(query);
    next.set('languageCode', session$.value.language);
    setQuery(next, { replace: true });
  }, [languageCode, query, setQuery]);
  return languageCode === '' ? null : <TextsOf key={languageCode} languageCode={languageCode} />;
}

function TextsOf({ languageCode }: { readonly languageCode: string }) {
  const t = useText();
  const { list, layout, views, exporter } = useListPage<TextRow>({
    load: languages.textPage,
    idOf: (row) => `${row.namespace} ${row.key}`,
    columns: textColumns,
    filters: textFilters,
    file: {
      endpoint: languages.textExport,
      jobKind: 'languages.exportTexts',
      ask: ({ format, filters }) => ({ format, filters: { languageCode, ...filters } }),
    },
  });
  const edit = useAction({
    name: 'textEdit',
    endpoint: languages.textSave,
    request: (row: TextRow, values: TextFormValues) => ({
      languageCode,
      namespace: row.namespace,
      key: row.key,
      text: values.text === '' ? null : values.text,
      version: row.version,
    }),
    list: { refresh: list.refresh },
    facts: (row) => ({ name: row.key }),
  });
  const importer = useImport({
    name: 'textImport',
    kind: 'languages.texts',
    code: 'user:language:save',
    list,
  });
  return (
    <ListPage
      list={list}
      title={t('languages.texts')}
      views={views}
      action={<ActionButton action={importer.action} subject={null} />}
    >
      <NamespaceBars languageCode={languageCode} list={list} />
      <FilterBar list={list} layout={layout}>
        <ExportButton exporter={exporter} />
      </FilterBar>
      <DataTable
        list={list}
        layout={layout}
        label={t('languages.texts')}
        nameOf={(row) => row.key}
        rowActions={[edit]}
        onOpen={(row) => {
          if (edit.isPermitted) edit.open(row);
        }}
      />
      <TextForm action={edit} languageCode={languageCode} />
      <ImportDialog importer={importer} />
    </ListPage>
  );
}
