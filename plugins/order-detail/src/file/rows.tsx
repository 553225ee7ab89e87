import { DataTable, useLayout, useRows } from '@kituo/sdk/page';
import type { Column, RowAction } from '@kituo/sdk/page';

/** A table of rows that are all here: sorted and copied like every list. */
export function Rows<Row>(props: {
  readonly name: string;
  readonly label: string;
  readonly rows: readonly Row[];
  readonly idOf: (row: Row) => string;
  readonly columns: readonly Column<Row>[];
  readonly rowActions?: readonly RowAction<Row>[];
  readonly onOpen?: (row: Row) => void;
}) {
  const { name, rows, idOf, columns, onOpen, rowActions } = props;
  const list = useRows({ name: `orderDetail.${name}`, rows, idOf, columns });
  const layout = useLayout(list.name, columns);
  return (
    <div className="of-rows" style={{ blockSize: heightOf(rows.length) }}>
      <DataTable
        list={list}
        layout={layout}
        label={props.label}
        nameOf={idOf}
        {...(onOpen && { onOpen })}
        {...(rowActions && { rowActions })}
      />
    </div>
  );
}

const ROW = 33;
const MAX_ROWS = 12;

/** As high as its rows, up to a dozen. */
function heightOf(count: number): string {
  return `${(Math.min(MAX_ROWS, Math.max(1, count)) + 1) * ROW + 18}px`;
}
