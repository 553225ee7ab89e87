import { useSearchParams, useText } from '@kituo/sdk';
import { languages } from '@kituo/sdk/contracts';
import { DataTable, ExportButton, FilterBar, FormDrawer, ListPage, useListPage } from '@kituo/sdk/page';
import type { RowAction } from '@kituo/sdk/page';
import { LanguageConfirms } from './language-confirms.tsx';
import { languageColumns, languageFilters, type LanguageRow } from './language-fields.ts';
import { valuesForNew, valuesOf } from './language-form-values.ts';
import { LanguageFields } from './language.form.tsx';
import { PseudoButton } from './pseudo-button.tsx';
import { useLanguageActions } from './use-language-actions.ts';
import { AddButton } from '../parts/add-button.tsx';

/** The languages offered, with how much of each is written. */
export function LanguageList() {
  const t = useText();
  const [, setQuery] = useSearchParams();
  const { list, layout, views, exporter } = useListPage<LanguageRow>({
    load: languages.list,
    idOf: (row) => row.languageCode,
    columns: languageColumns,
    filters: languageFilters,
    defaultSort: 'sort',
    file: { endpoint: languages.exportList, jobKind: 'languages.export' },
  });
  const actions = useLanguageActions(list);
  const openTexts = (row: LanguageRow): void => {
    setQuery({ tab: 'texts', languageCode: row.languageCode });
  };
  const texts: RowAction<LanguageRow> = {
    name: 'texts',
    label: t('languages.texts'),
    isDangerous: false,
    isAllowed: () => true,
    open: openTexts,
  };
  const addButton = <AddButton action={actions.add} />;
  return (
    <ListPage
      list={list}
      title={t('languages.title')}
      views={views}
      action={addButton}
      batch={<ExportButton exporter={exporter} />}
    >
      <FilterBar list={list} layout={layout}>
        <PseudoButton />
        <ExportButton exporter={exporter} />
      </FilterBar>
      <DataTable
        list={list}
        layout={layout}
        label={t('languages.title')}
        nameOf={(row) => row.languageName}
        rowActions={[texts, ...actions.rowActions]}
        isSelectable={exporter.isPermitted}
        onOpen={openTexts}
        emptyAction={addButton}
      />
      <FormDrawer action={actions.add} defaults={valuesForNew}>
        <LanguageFields row={null} />
      </FormDrawer>
      <FormDrawer action={actions.update} defaults={valuesOf}>
        {(row) => <LanguageFields row={row} />}
      </FormDrawer>
      <LanguageConfirms actions={actions} />
    </ListPage>
  );
}
