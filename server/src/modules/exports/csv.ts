import { setImmediate } from 'node:timers/promises';
import { encodeRows, escapeFormula, type Cell, type Table } from './cells.ts';

const QUOTED = /[",\r\n]/;

function cellText(cell: Cell): string {
  if (cell === null) return '';
  if (typeof cell === 'number') return String(cell);
  const text = escapeFormula(cell);
  return QUOTED.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** A row a line, without an array for each: a file of a million rows is made of twenty million cells. */
function lineOf(row: readonly Cell[]): string {
  let text = '';
  let isFirst = true;
  for (const cell of row) {
    text += isFirst ? cellText(cell) : ',' + cellText(cell);
    isFirst = false;
  }
  return text + '\r\n';
}

/** CSV with a byte order mark: without it Excel reads Chinese as gibberish. */
export async function* csvChunks({ head, batches }: Table): AsyncGenerator<Buffer> {
  yield Buffer.from('\uFEFF');
  yield Buffer.from(lineOf(head));
  for await (const batch of batches) {
    yield encodeRows(batch, lineOf);
    // Rows that are at hand and a disk that keeps up would leave nobody else a turn.
    await setImmediate();
  }
}
