import type { ReactNode } from 'react';
import { BatchButton } from '../batch/batch-action.tsx';
import type { OfSelection } from '../batch/use-batch.ts';
import { DetailActions } from '../detail/detail-actions.tsx';
import type { ListPageParts } from '../list/use-list-page.ts';
import { DataTable } from '../table/data-table.tsx';
import type { RowAction } from '../table/row-actions.tsx';
import { ExportButton } from './export-button.tsx';
import { FilterBar } from './filter-bar.tsx';
import { ListPage } from './list-page.tsx';
import { PageActions } from './page-actions.tsx';
import type { PageAction } from './page-actions.tsx';
import { SideDrawer } from './side-drawer.tsx';

interface ListScreenProps<Row> {
  /** From `useListPage`. */
  readonly of: ListPageParts<Row>;
  readonly title: string;
  /** What a row is called; its id unless said otherwise. */
  readonly nameOf?: (row: Row) => string;
  /** In order of weight: the first that a row allows is its button. */
  readonly rowActions?: readonly RowAction<Row>[];
  /** In order of weight: the first is the page's primary button. */
  readonly pageActions?: readonly PageAction[];
  /** What can be done with the selected rows; the file comes last automatically. */
  readonly batches?: readonly OfSelection<never>[];
  /** What the drawer beside the list shows of an opened row. Its foot has the row's actions. */
  readonly detail?: (row: Row) => ReactNode;
  /** Why there is nothing yet, and where it would come from. */
  readonly emptyText?: string;
  /** One line of figures over the filters. */
  readonly above?: ReactNode;
  /** The dialogs of the actions. */
  readonly children?: ReactNode;
}

/**
 * A page that is a list: filters, views, files, table, actions, batches, and a drawer for one row. A page that
 * differs composes `ListPage`, `FilterBar`, `DataTable` and `DetailDrawer` itself.
 *
 * @example
 * const screen = useListPage<RoleRow>({ load: role.page, idOf, columns, filters, file });
 * const remove = useAction({ name: 'remove', endpoint: role.remove, request, list: screen.list });
 * <ListScreen of={screen} title={t('role.title')} rowActions={[remove]} detail={(row) => <Facts row={row} />}>
 *   <Ask action={remove} />
 * </ListScreen>
 */
export function ListScreen<Row>(props: ListScreenProps<Row>) {
  const { of, title, rowActions = [], batches = [], pageActions = [], detail } = props;
  const { list, layout, exporter, opened } = of;
  const { nameOf = list.idOf } = props;
  const file = <ExportButton exporter={exporter} />;
  return (
    <ListPage
      list={list}
      title={title}
      views={of.views}
      action={<PageActions actions={pageActions} />}
      batch={
        <>
          {batches.map((batch) => (
            <BatchButton key={batch.action.name} batch={batch} />
          ))}
          {file}
        </>
      }
    >
      {props.above}
      <FilterBar list={list} layout={layout}>
        {file}
      </FilterBar>
      <DataTable
        list={list}
        layout={layout}
        label={title}
        nameOf={nameOf}
        rowActions={rowActions}
        isSelectable={exporter.isPermitted || batches.some(({ action }) => action.isPermitted)}
        {...(detail && { onOpen: opened.open })}
        {...(props.emptyText !== undefined && { emptyText: props.emptyText })}
        emptyAction={<PageActions actions={pageActions.slice(0, 1)} />}
      />
      {detail && (
        <SideDrawer
          isOpen={opened.row !== null}
          title={opened.row === null ? title : nameOf(opened.row)}
          closesEasily
          onClose={opened.close}
        >
          <div className="kp-drawer-body">{opened.row !== null && detail(opened.row)}</div>
          {rowActions.some((action) => opened.row !== null && action.isAllowed(opened.row)) && (
            <div className="kp-foot">
              <DetailActions row={opened.row} current={opened.row} actions={rowActions} onClose={opened.close} />
            </div>
          )}
        </SideDrawer>
      )}
      {props.children}
    </ListPage>
  );
}
