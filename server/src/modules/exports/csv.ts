import { stringify } from 'csv-stringify/sync';
import { escapeFormula, type Cell, type Table } from './cells.ts';

const options = { record_delimiter: '\r\n' };

function text(rows: readonly (readonly Cell[])[]): Buffer {
  const cells = rows.map((row) =>
    row.map((cell) => (typeof cell === 'string' ? escapeFormula(cell) : cell)),
  );
  return Buffer.from(stringify(cells, options));
}

/** CSV with a byte order mark: without it Excel reads Chinese as gibberish. */
export async function* csvChunks({ head, batches }: Table): AsyncGenerator<Buffer> {
  yield Buffer.from('\uFEFF');
  yield text([head]);
  for await (const batch of batches) yield text(batch);
}
