import { setImmediate } from 'node:timers/promises';
import { escapeFormula, type Cell, type Table } from './cells.ts';

const QUOTED = /[",\r\n]/;

function cellText(cell: Cell): string {
  if (cell === null) return '';
  if (typeof cell === 'number') return String(cell);
  const text = escapeFormula(cell);
  return QUOTED.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** A row a line, without an array for each: a file of a million rows is made of twenty million cells. */
function linesOf(rows: readonly (readonly Cell[])[]): Buffer {
  let text = '';
  for (const row of rows) {
    let isFirst = true;
    for (const cell of row) {
      text += isFirst ? cellText(cell) : ',' + cellText(cell);
      isFirst = false;
    }
    text += '\r\n';
  }
  return Buffer.from(text);
}

/** CSV with a byte order mark: without it Excel reads Chinese as gibberish. */
export async function* csvChunks({ head, batches }: Table): AsyncGenerator<Buffer> {
  yield Buffer.from('\uFEFF');
  yield linesOf([head]);
  for await (const batch of batches) {
    yield linesOf(batch);
    // Rows that are at hand and a disk that keeps up would leave nobody else a turn.
    await setImmediate();
  }
}
