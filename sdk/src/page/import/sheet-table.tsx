import { Button, SegmentedControl } from '@blueprintjs/core';
import { useId, useState } from 'react';
import { formatCount } from '../../format/money.ts';
import { Cross } from '../icons.ts';
import { useKitText } from '../platform.ts';
import { isFaulty } from './sheet.ts';
import type { ImportSheet, SheetRow } from './sheet.ts';
import type { Importer } from './use-import.ts';

/** Rows drawn at a time: two thousand rows of inputs would freeze a laptop. */
const SHOWN_ROWS = 50;

interface Props {
  readonly importer: Importer;
  readonly sheet: ImportSheet;
}

/** The first column, which tells rows apart; then those with cells to fix; then the others. */
function faultyFirst({ columns, rows }: ImportSheet): ImportSheet['columns'] {
  const opened = new Set(rows.flatMap((row) => row.opened));
  const rankOf = (key: string, index: number): number => (index === 0 ? 0 : opened.has(key) ? 1 : 2);
  return columns
    .map((column, index) => ({ column, rank: rankOf(column.key, index) }))
    .sort((one, other) => one.rank - other.rank)
    .map(({ column }) => column);
}

/** The rows of a file: those with faults first in sight. A cell that was faulty stays open for typing. */
export function SheetTable(props: Props) {
  const { importer, sheet } = props;
  const kit = useKitText();
  const [chosen, setChosen] = useState<'faulty' | 'all' | null>(null);
  const [shown, setShown] = useState(SHOWN_ROWS);
  // Fixed rows stay in sight until one turns to all: nothing jumps away under the hands.
  const touched = sheet.rows.filter((row) => row.opened.length > 0);
  const view = chosen ?? (touched.length > 0 ? 'faulty' : 'all');
  const rows = view === 'faulty' ? touched : sheet.rows;
  const columns = view === 'faulty' ? faultyFirst(sheet) : sheet.columns;
  return (
    <>
      <SegmentedControl
        className="kp-job-view"
        size="small"
        aria-label={kit('import.view')}
        value={view}
        options={[
          {
            value: 'faulty',
            label: kit('import.viewFaulty', {
              shown: formatCount(sheet.rows.filter(isFaulty).length),
            }),
          },
          { value: 'all', label: kit('import.viewAll', { shown: formatCount(sheet.rows.length) }) },
        ]}
        onValueChange={(next) => {
          setChosen(next === 'faulty' ? 'faulty' : 'all');
          setShown(SHOWN_ROWS);
        }}
      />
      <div className="kp-import-scroll" tabIndex={0} role="group" aria-label={kit('import.view')}>
        <table className="kp-import-table">
          <thead>
            <tr>
              <th scope="col">{kit('import.row')}</th>
              {columns.map((column) => (
                <th key={column.key} scope="col">
                  {column.title}
                  {column.isRequired && ' *'}
                </th>
              ))}
              <td />
            </tr>
          </thead>
          <tbody>
            {rows.slice(0, shown).map((row) => (
              <SheetLine key={row.rowNo} importer={importer} columns={columns} row={row} />
            ))}
          </tbody>
        </table>
      </div>
      {rows.length > shown && (
        <Button
          size="small"
          variant="minimal"
          text={kit('timeline.more', { count: Math.min(SHOWN_ROWS, rows.length - shown) })}
          onClick={() => {
            setShown(shown + SHOWN_ROWS);
          }}
        />
      )}
    </>
  );
}

interface LineProps {
  readonly importer: Importer;
  readonly columns: ImportSheet['columns'];
  readonly row: SheetRow;
}

function SheetLine(props: LineProps) {
  const { importer, columns, row } = props;
  const kit = useKitText();
  return (
    <tr>
      <th scope="row" className="ks-figures">
        {row.rowNo}
      </th>
      {columns.map((column) =>
        row.opened.includes(column.key) ? (
          <OpenCell key={column.key} importer={importer} row={row} column={column} />
        ) : (
          <td key={column.key} title={row.cells[column.key]}>
            {row.cells[column.key]}
          </td>
        ),
      )}
      <td>
        <Button
          size="small"
          variant="minimal"
          aria-label={kit('import.dropRow', { row: row.rowNo })}
          icon={<Cross size={12} aria-hidden title={false} />}
          onClick={() => {
            importer.drop(row.rowNo);
          }}
        />
      </td>
    </tr>
  );
}

/** A cell to fix: its row is checked again when it is left. */
function OpenCell(props: {
  readonly importer: Importer;
  readonly row: SheetRow;
  readonly column: ImportSheet['columns'][number];
}) {
  const { importer, row, column } = props;
  const id = useId();
  const kit = useKitText();
  const sameAs = row.repeats.find(({ field }) => field === column.key)?.sameAs;
  const fault =
    row.faults.find(({ field }) => field === column.key)?.msg ??
    (sameAs === undefined ? undefined : kit('import.sameAs', { row: sameAs }));
  return (
    <td className="kp-import-cell" data-invalid={fault === undefined ? undefined : ''}>
      <input
        aria-label={kit('import.cell', { row: row.rowNo, column: column.title })}
        aria-invalid={fault !== undefined}
        aria-describedby={fault === undefined ? undefined : id}
        autoComplete="off"
        maxLength={2000}
        value={row.cells[column.key] ?? ''}
        onChange={(event) => {
          importer.edit(row.rowNo, column.key, event.target.value);
        }}
        onBlur={() => {
          importer.check(row.rowNo);
        }}
        onKeyDown={(event) => {
          if (event.key === 'Enter') importer.check(row.rowNo);
        }}
      />
      {fault !== undefined && (
        <div id={id} className="kp-note kp-note-wrong">
          {fault}
        </div>
      )}
    </td>
  );
}
