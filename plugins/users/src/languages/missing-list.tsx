import { useInterval, useSearchParams, useText } from '@kituo/sdk';
import { languages } from '@kituo/sdk/contracts';
import { DataTable, ExportButton, FilterBar, ListPage, useListPage } from '@kituo/sdk/page';
import type { RowAction } from '@kituo/sdk/page';
import { missingColumns, missingFilters, type MissingRow } from './language-fields.ts';

/** How often what consoles missed is read again, in milliseconds. */
const LOOK_MS = 10_000;

/** Texts that consoles looked for in vain, as they are reported. */
export function MissingList() {
  const t = useText();
  const [, setQuery] = useSearchParams();
  const { list, layout, views, exporter } = useListPage<MissingRow>({
    load: languages.missingPage,
    idOf: (row) => `${row.languageCode} ${row.namespace} ${row.key}`,
    columns: missingColumns,
    filters: missingFilters,
    defaultSort: '-lastSeenAt',
    file: { endpoint: languages.missingExport, jobKind: 'languages.exportMissing' },
  });
  useInterval(list.refresh, LOOK_MS);
  const write: RowAction<MissingRow> = {
    name: 'write',
    label: t('languages.write'),
    isDangerous: false,
    isAllowed: (row) => row.original !== null,
    open: ({ languageCode, namespace, key }) => {
      setQuery({ tab: 'texts', languageCode, namespace, key });
    },
  };
  return (
    <ListPage list={list} title={t('languages.missing')} views={views} batch={<ExportButton exporter={exporter} />}>
      <p className="kp-muted">{t('languages.missingText')}</p>
      <FilterBar list={list} layout={layout}>
        <ExportButton exporter={exporter} />
      </FilterBar>
      <DataTable
        list={list}
        layout={layout}
        label={t('languages.missing')}
        emptyText={t('languages.noneMissing')}
        nameOf={(row) => row.key}
        rowActions={[write]}
        isSelectable={exporter.isPermitted}
      />
    </ListPage>
  );
}
