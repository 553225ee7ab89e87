import { useText } from '@kituo/sdk';
import { role } from '@kituo/sdk/contracts';
import { Ask, DataTable, ExportButton, FilterBar, FormDrawer, ListPage, useListPage } from '@kituo/sdk/page';
import { RoleDetail } from './role.detail.tsx';
import { RoleFields } from './role.form.tsx';
import { roleColumnsIn, roleFilters } from './role-fields.ts';
import type { RoleRow } from './role-fields.ts';
import { valuesForNew, valuesOf } from './role-form-values.ts';
import { useRoleActions } from './use-role-actions.ts';
import { useRoleLooks } from './use-role-looks.ts';
import { AddButton } from '../parts/add-button.tsx';

/** Named sets of pages, operations and sensitive permissions. */
export function RoleList() {
  const t = useText();
  const columns = roleColumnsIn(t);
  const { list, layout, views, exporter, opened } = useListPage<RoleRow>({
    load: role.page,
    idOf: (row) => row.roleNo,
    columns,
    filters: roleFilters,
    defaultSort: 'roleNo',
    file: { endpoint: role.exportList, jobKind: 'roles.export' },
  });
  const actions = useRoleActions(list);
  const looks = useRoleLooks(opened.open);
  const addButton = <AddButton action={actions.add} />;
  return (
    <ListPage
      list={list}
      title={t('role.title')}
      views={views}
      action={addButton}
      batch={<ExportButton exporter={exporter} />}
    >
      <FilterBar list={list} layout={layout}>
        <ExportButton exporter={exporter} />
      </FilterBar>
      <DataTable
        list={list}
        layout={layout}
        label={t('role.title')}
        nameOf={(row) => row.roleName}
        rowActions={[...actions.rowActions, ...looks, actions.ofDelete]}
        isSelectable={exporter.isPermitted}
        onOpen={opened.open}
        emptyAction={addButton}
      />
      <RoleDetail opened={opened.row} columns={columns} onClose={opened.close} />
      <FormDrawer action={actions.add} defaults={valuesForNew}>
        <RoleFields />
      </FormDrawer>
      <FormDrawer action={actions.update} defaults={valuesOf}>
        <RoleFields />
      </FormDrawer>
      <Ask action={actions.remove} say={(row) => t('role.deleteText', { roleNo: row.roleNo })} />
    </ListPage>
  );
}
