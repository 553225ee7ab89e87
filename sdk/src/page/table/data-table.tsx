import './table.css';
import type { ReactNode } from 'react';
import type { List } from '../list/use-list.ts';
import { useKitText } from '../platform.ts';
import { Cards } from './cards.tsx';
import { Grid } from './grid.tsx';
import type { RowGroup } from './row-groups.ts';
import { ListEmpty, ListFailed } from './list-states.tsx';
import type { RowAction } from './row-actions.tsx';
import type { Layout } from './use-layout.ts';
import { useNarrow } from './use-narrow.ts';

export interface DataTableProps<Row> {
  readonly list: List<Row>;
  readonly layout: Layout<Row>;
  /** What the list holds: read out as the grid's name. */
  readonly label: string;
  /** What a row is called: read out by its controls. */
  readonly nameOf: (row: Row) => string;
  /** In order of weight: the first that a row allows is its button. */
  readonly rowActions?: readonly RowAction<Row>[];
  readonly isSelectable?: boolean;
  /** A heading above the first of consecutive rows with the same key; of a list that is sorted by it. */
  readonly group?: RowGroup<Row> | undefined;
  /** Opens a row beside the list: a click, or Enter. */
  readonly onOpen?: (row: Row) => void;
  /** Why there is nothing yet, and where it would come from. */
  readonly emptyText?: string;
  /** What to do while there is nothing at all. */
  readonly emptyAction?: ReactNode;
}

/** The rows of a list in each of its states: loading, here, refreshing, none yet, none that match, failed. */
export function DataTable<Row>(props: DataTableProps<Row>) {
  const { list } = props;
  const kit = useKitText();
  const isNarrow = useNarrow();
  const isEmpty = !list.isFirstLoad && list.error === null && list.rows.length === 0;
  const drawn = {
    list,
    layout: props.layout,
    label: props.label,
    nameOf: props.nameOf,
    actions: props.rowActions ?? [],
    isSelectable: props.isSelectable ?? false,
    onOpen: props.onOpen,
    group: props.group,
  };
  return (
    <div className="kp-table" data-density={props.layout.density ?? undefined}>
      <div
        className={list.isRefreshing ? 'kp-refresh kp-refresh-on' : 'kp-refresh'}
        role="progressbar"
        aria-label={kit('list.refreshing')}
        aria-hidden={!list.isRefreshing}
      />
      {list.error !== null ? (
        <ListFailed error={list.error} onRetry={list.refresh} />
      ) : isEmpty ? (
        <ListEmpty
          isFiltered={list.isFiltered || list.state.page > 1}
          onClear={list.clearFilters}
          text={props.emptyText}
          action={props.emptyAction}
        />
      ) : isNarrow ? (
        <Cards {...drawn} />
      ) : (
        <Grid {...drawn} />
      )}
    </div>
  );
}
