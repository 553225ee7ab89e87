import { formatMoney, useText } from '@kituo/sdk';
import { flow } from '@kituo/sdk/contracts';
import {
  allowedAs,
  Ask,
  DataTable,
  DescriptionList,
  DetailDrawer,
  FilterBar,
  ImportDialog,
  known,
  ListPage,
  onPage,
  onRow,
  ActionButton,
  useImport,
  useLayout,
  useList,
  useOpened,
  useViews,
} from '@kituo/sdk/page';
import { draftColumns, draftFilters } from './flow-fields.ts';
import type { DraftRow } from './flow-fields.ts';
import { SupplementForm } from './supplement.form.tsx';
import { useDraftActions } from './use-draft-actions.ts';

/** Flows that were written down and are not recorded yet. */
export function DraftList() {
  const t = useText();
  const list = useList<DraftRow>({
    load: flow.drafts,
    idOf: (row) => row.draftNo,
    columns: draftColumns,
    filters: draftFilters,
    defaultSort: '-createdAt',
  });
  const layout = useLayout(list.name, draftColumns);
  const views = useViews(list, layout);
  const opened = useOpened(list);
  const { supplement, update, commit } = useDraftActions(list);
  const importer = useImport({
    name: 'supplementImport',
    kind: 'flows.supplement',
    code: 'afterLoan:flow:save',
    list: { refresh: list.refresh },
  });
  const add = onPage(supplement, null);
  return (
    <ListPage
      list={list}
      title={t('flow.drafts')}
      views={views}
      action={
        <>
          <ActionButton action={add} subject={null} isPrimary />
          <ActionButton action={onPage(importer.action, null)} subject={null} />
        </>
      }
    >
      <FilterBar list={list} layout={layout} />
      <DataTable
        list={list}
        layout={layout}
        label={t('flow.drafts')}
        nameOf={(row) => row.draftNo}
        rowActions={[allowedAs(commit, 'commit'), onRow<DraftRow, DraftRow | null>(update, 'update', (row) => row)]}
        onOpen={opened.open}
        emptyText={t('flow.draftsNone')}
      />
      <DetailDrawer
        detail={known(opened.row)}
        isOpen={opened.row !== null}
        title={opened.row?.draftNo ?? ''}
        onClose={opened.close}
      >
        {(row) => row !== null && <DescriptionList of={row} columns={draftColumns} />}
      </DetailDrawer>
      <SupplementForm action={supplement} />
      <SupplementForm action={update} />
      <ImportDialog importer={importer} />
      <Ask action={commit} say={({ amountCents }) => t('flow.commitText', { money: formatMoney(amountCents) })} />
    </ListPage>
  );
}
