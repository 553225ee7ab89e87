import { useText } from '@kituo/sdk';
import {
  ActionButton,
  BatchButton,
  DataTable,
  ExportButton,
  FilterBar,
  ListPage,
  PageTabs,
  useListPage,
} from '@kituo/sdk/page';
import { LoadHeat } from '../personnel/load-heat.tsx';
import { endpoints, personnelFilters, usePersonnelColumns } from '../personnel/personnel-fields.ts';
import type { PersonnelRow } from '../personnel/personnel-fields.ts';
import { BatchForm, FreezeForm, SyncConfirm, UnfreezeConfirm, UpdateForm } from '../personnel/personnel.forms.tsx';
import { PersonnelDetail } from '../personnel/personnel.detail.tsx';
import { usePersonnelActions } from '../personnel/use-personnel-actions.ts';

/** Reviewers, human and AI: how much each may get, and where load comes from. */
export function AuditPersonnelPage() {
  const t = useText();
  return (
    <PageTabs
      label={t('personnel.title')}
      tabs={[
        { name: 'people', content: () => <People /> },
        { name: 'load', content: () => <LoadHeat /> },
      ]}
    />
  );
}

function People() {
  const t = useText();
  const columns = usePersonnelColumns();
  const { list, layout, views, exporter, opened } = useListPage<PersonnelRow>({
    load: endpoints.page,
    idOf: (row) => row.userNo,
    columns,
    filters: personnelFilters,
    defaultSort: 'userNo',
    file: { endpoint: endpoints.exportList, jobKind: 'auditors.export' },
  });
  const actions = usePersonnelActions(list);
  const syncButton = <ActionButton action={actions.sync} subject={null} isPrimary />;
  return (
    <ListPage
      list={list}
      title={t('personnel.title')}
      views={views}
      action={syncButton}
      batch={
        <>
          <BatchButton batch={actions.batch} />
          <ExportButton exporter={exporter} />
        </>
      }
    >
      <FilterBar list={list} layout={layout}>
        <ExportButton exporter={exporter} />
      </FilterBar>
      <DataTable
        list={list}
        layout={layout}
        label={t('personnel.title')}
        nameOf={(row) => row.realName}
        rowActions={actions.rowActions}
        isSelectable={actions.batch.action.isPermitted || exporter.isPermitted}
        onOpen={opened.open}
        emptyAction={syncButton}
      />
      <PersonnelDetail opened={opened.row} actions={actions.rowActions} onClose={opened.close} />
      <UpdateForm action={actions.update} />
      <FreezeForm action={actions.freeze} />
      <UnfreezeConfirm action={actions.unfreeze} />
      <SyncConfirm action={actions.sync} />
      <BatchForm
        batch={actions.batch}
        nameOf={(userNo) => list.rows.find((row) => row.userNo === userNo)?.realName ?? null}
      />
    </ListPage>
  );
}
