import { useText } from '@kituo/sdk';
import { dept } from '@kituo/sdk/contracts';
import {
  ExportButton,
  FilterBar,
  FormDialog,
  PageTabs,
  TreeOpeners,
  TreePage,
  TreeTable,
  useExport,
  useLayout,
  useOpened,
  useTree,
  useViews,
} from '@kituo/sdk/page';
import { ChangesTab } from '../changes/changes.tab.tsx';
import { DepartmentChart } from '../departments/department-chart.tsx';
import { departmentColumns, departmentFilters, isDepartmentMatch } from '../departments/department-fields.ts';
import type { Department } from '../departments/department-fields.ts';
import { DepartmentDetail } from '../departments/department.detail.tsx';
import { DeleteConfirm, DepartmentFields, MoveForm, valuesForNew, valuesOf } from '../departments/department.forms.tsx';
import { useDepartmentActions } from '../departments/use-department-actions.ts';
import { AddButton } from '../parts/add-button.tsx';

/** The tree of departments, and the changes of it that await approval. */
export function DepartmentManagementPage() {
  const t = useText();
  const tree = useTree<typeof dept.tree, Department>({
    load: dept.tree,
    request: { withDisabled: true },
    rowsOf: (tops) => tops,
    idOf: (row) => row.deptNo,
    childrenOf: (row) => row.childList,
    filters: departmentFilters,
    isMatch: isDepartmentMatch,
    openLevels: 2,
  });
  const layout = useLayout(tree.name, departmentColumns, { fixed: 1 });
  const views = useViews(tree, layout);
  const exporter = useExport({
    list: tree,
    endpoint: dept.exportList,
    jobKind: 'departments.export',
    request: ({ sort: _inTreeOrder, ...scope }) => dept.exportList.request.parse(scope),
  });
  const actions = useDepartmentActions(tree);
  const opened = useOpened(tree);
  const addButton = <AddButton action={actions.add} />;
  const table = () => (
    <TreePage
      tree={tree}
      title={t('dept.title')}
      views={views}
      action={addButton}
      batch={<ExportButton exporter={exporter} />}
    >
      <FilterBar list={tree} layout={layout}>
        <TreeOpeners tree={tree} />
        <ExportButton exporter={exporter} />
      </FilterBar>
      <TreeTable
        tree={tree}
        layout={layout}
        label={t('dept.title')}
        nameOf={(row) => row.name}
        rowActions={actions.rowActions}
        rename={actions.rename}
        mover={actions.mover}
        isSelectable={exporter.isPermitted}
        onOpen={opened.open}
        emptyAction={addButton}
      />
    </TreePage>
  );
  return (
    <>
      <PageTabs
        label={t('dept.title')}
        tabs={[
          { name: 'departments', content: table },
          {
            name: 'chart',
            content: () => <DepartmentChart roots={tree.roots} onOpen={opened.open} />,
          },
          { name: 'changes', awaits: 'user', content: () => <ChangesTab family="user" /> },
        ]}
      />
      <DepartmentDetail opened={opened.row} onClose={opened.close} />
      <FormDialog action={actions.add} defaults={valuesForNew}>
        <DepartmentFields isNew />
      </FormDialog>
      <FormDialog action={actions.update} defaults={valuesOf}>
        <DepartmentFields isNew={false} />
      </FormDialog>
      <MoveForm action={actions.move} />
      <DeleteConfirm action={actions.remove} />
    </>
  );
}
