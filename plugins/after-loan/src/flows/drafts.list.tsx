import { formatMoney, useText } from '@kituo/sdk';
import { flow } from '@kituo/sdk/contracts';
import {
  allowedAs,
  Ask,
  DescriptionList,
  ImportDialog,
  ListScreen,
  onPage,
  onRow,
  useImport,
  useListPage,
} from '@kituo/sdk/page';
import { draftColumns, draftFilters } from './flow-fields.ts';
import type { DraftRow } from './flow-fields.ts';
import { SupplementForm } from './supplement.form.tsx';
import { useDraftActions } from './use-draft-actions.ts';

/** Flows that were written down and are not recorded yet. */
export function DraftList() {
  const t = useText();
  const screen = useListPage<DraftRow>({
    load: flow.drafts,
    idOf: (row) => row.draftNo,
    columns: draftColumns,
    filters: draftFilters,
    defaultSort: '-createdAt',
    file: { endpoint: flow.draftsExport, jobKind: 'flows.exportDrafts' },
  });
  const { list } = screen;
  const { supplement, update, commit } = useDraftActions(list);
  const importer = useImport({
    name: 'supplementImport',
    kind: 'flows.supplement',
    code: 'afterLoan:flow:save',
    list: { refresh: list.refresh },
  });
  return (
    <ListScreen
      of={screen}
      title={t('flow.drafts')}
      nameOf={(row) => row.draftNo}
      rowActions={[allowedAs(commit, 'commit'), onRow<DraftRow, DraftRow | null>(update, 'update', (row) => row)]}
      pageActions={[onPage(supplement, null), onPage(importer.action, null)]}
      emptyText={t('flow.draftsNone')}
      detail={(row) => <DescriptionList of={row} columns={draftColumns} />}
    >
      <SupplementForm action={supplement} />
      <SupplementForm action={update} />
      <ImportDialog importer={importer} />
      <Ask action={commit} say={({ amountCents }) => t('flow.commitText', { money: formatMoney(amountCents) })} />
    </ListScreen>
  );
}
