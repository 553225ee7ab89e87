import { DataTable, FilterBar, ListPage, useLayout, useList, useOpened, useViews } from '@kituo/sdk/page';
import { AsOf, BatchButton, DetailDrawer, known } from '@kituo/sdk/page';
import type { Batch, List, ListOptions, RowAction } from '@kituo/sdk/page';
import type { ReactNode } from 'react';

/** A list as a tab has it: with its layout, views and the row that stands open. */
export function usePlainList<Row>(options: ListOptions<Row>) {
  const list = useList<Row>(options);
  const layout = useLayout(list.name, options.columns);
  const views = useViews(list, layout);
  const opened = useOpened(list);
  return { list, layout, views, opened };
}

interface PlainListProps<Row> {
  readonly of: ReturnType<typeof usePlainList<Row>>;
  readonly title: string;
  readonly emptyText: string;
  readonly rowActions?: readonly RowAction<Row>[];
  readonly batches?: readonly Batch<never>[];
  /** A control beside the filters: the file. */
  readonly file?: ReactNode;
  /** Over the filters. */
  readonly above?: ReactNode;
  readonly detail: (row: Row) => ReactNode;
  readonly children?: ReactNode;
}

/** Draws `usePlainList`: filters, table, batches, and a drawer for one row. */
export function PlainList<Row>(props: PlainListProps<Row>) {
  const { of, title, batches = [], rowActions = [] } = props;
  const { list, layout, opened } = of;
  const nameOf = (row: Row) => nameIn(list, row);
  return (
    <ListPage
      list={list}
      title={title}
      views={of.views}
      action={<AsOf list={list} />}
      batch={
        <>
          {batches.map((batch) => (
            <BatchButton key={batch.action.name} batch={batch} />
          ))}
          {props.file}
        </>
      }
    >
      {props.above}
      <FilterBar list={list} layout={layout}>
        {props.file}
      </FilterBar>
      <DataTable
        list={list}
        layout={layout}
        label={title}
        nameOf={nameOf}
        rowActions={rowActions}
        isSelectable={props.file !== undefined || batches.some(({ action }) => action.isPermitted)}
        onOpen={opened.open}
        emptyText={props.emptyText}
      />
      <DetailDrawer
        detail={known(opened.row)}
        isOpen={opened.row !== null}
        title={opened.row === null ? title : nameOf(opened.row)}
        onClose={opened.close}
      >
        {(row) => row !== null && props.detail(row)}
      </DetailDrawer>
      {props.children}
    </ListPage>
  );
}

const nameIn = <Row,>(list: List<Row>, row: Row): string => list.idOf(row);
