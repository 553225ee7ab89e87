import type {
  Batch,
  Column,
  Detail,
  Filters,
  Layout,
  List,
  ListEndpoint,
  RowAction,
  RowGroup,
  Views,
} from '@kituo/sdk/page';
import {
  AsOf,
  BatchButton,
  DataTable,
  DetailActions,
  DetailDrawer,
  FilterBar,
  ListPage,
  useLayout,
  useList,
  useOpened,
  useViews,
} from '@kituo/sdk/page';
import type { ReactNode } from 'react';
import type { CaseDetailFacts, CaseRow } from './case-system.ts';
import { useCaseColumns } from './use-case-columns.ts';

/** What a list of cases stands on. */
export interface CaseListParts {
  readonly list: List<CaseRow>;
  readonly layout: Layout<CaseRow>;
  readonly views: Views;
  readonly opened: ReturnType<typeof useOpened<CaseRow>>;
}

/**
 * A list of cases with its layout, views and the case that is open beside it.
 *
 * @example const cases = useCaseList({ load: systemOf(scope).of.allotPage, columns: allotColumns(scope), filters: allotFilters(scope) });
 */
export function useCaseList(options: {
  readonly load: ListEndpoint<CaseRow>;
  readonly columns: readonly Column<CaseRow>[];
  readonly filters: Filters;
  readonly defaultSort?: string;
  readonly initial?: Readonly<Record<string, string>>;
  readonly always?: Readonly<Record<string, unknown>>;
}): CaseListParts {
  const columns = useCaseColumns(options.columns);
  const list = useList<CaseRow>({ ...options, columns, idOf: (row) => row.caseId });
  const layout = useLayout(list.name, columns);
  return { list, layout, views: useViews(list, layout), opened: useOpened(list) };
}

/** A list of cases: filters, table, batches, and one case beside it. */
export function CaseList(props: {
  readonly of: CaseListParts;
  readonly title: string;
  readonly rowActions: readonly RowAction<CaseRow>[];
  readonly batches: readonly Batch<never>[];
  /** The case that is open, as its page reads it. */
  readonly detail: Detail<CaseDetailFacts>;
  readonly children: (facts: CaseDetailFacts) => ReactNode;
  readonly emptyText: string;
  readonly action?: ReactNode;
  readonly above?: ReactNode;
  /** A control beside the filters: the file. */
  readonly file?: ReactNode;
  /** Headings above cases that belong together. */
  readonly group?: RowGroup<CaseRow> | undefined;
}) {
  const { list, layout, views, opened } = props.of;
  const { rowActions, batches, title, detail } = props;
  return (
    <ListPage
      list={list}
      title={title}
      views={views}
      action={
        <>
          <AsOf list={list} />
          {props.action}
        </>
      }
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
        nameOf={(row) => row.caseNo}
        rowActions={rowActions}
        isSelectable={props.file !== undefined || batches.some(({ action }) => action.isPermitted)}
        onOpen={opened.open}
        group={props.group}
        emptyText={props.emptyText}
      />
      <DetailDrawer
        detail={detail}
        isOpen={opened.row !== null}
        title={opened.row?.caseNo ?? title}
        onClose={opened.close}
        actions={<DetailActions row={opened.row} current={opened.row} actions={rowActions} onClose={opened.close} />}
      >
        {props.children}
      </DetailDrawer>
    </ListPage>
  );
}
