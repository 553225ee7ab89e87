import { csvCell } from '@kituo/sdk/contracts';
import { setImmediate } from 'node:timers/promises';
import { ByteOutput, Frame, plainBut } from './byte-output.ts';
import { FORMULA_FIRST, writeBatch, writeRow, type Cell, type RowWriter, type Table } from './cells.ts';
import type { ByteSource } from './byte-source.ts';

const PLAIN = plainBut('",');
const PLAIN_FIRST = plainBut(`",${FORMULA_FIRST}`);

const COMMA = 44;
const LINE_END = new Frame('\r\n');

/** What is plain goes into the file as it is; what needs quotes or an apostrophe is made as a text. */
class CsvRows implements RowWriter {
  readonly out: ByteOutput;

  constructor(out: ByteOutput) {
    this.out = out;
  }

  begin(): void {
    // A line is nothing but its cells and its end.
  }

  cell(column: number, cell: Cell): void {
    const { out } = this;
    const text = typeof cell === 'number' ? String(cell) : (cell ?? '');
    out.reserve(text.length + 1);
    if (column > 0) out.byte(COMMA);
    if (typeof cell === 'number') out.text(text);
    else if (PLAIN_FIRST[text.charCodeAt(0)] === 0 || !out.plainText(text, PLAIN)) {
      out.text(csvCell(text));
    }
  }

  plain(column: number, source: ByteSource, from: number, to: number): void {
    if (from < to && PLAIN_FIRST[source.bytes[from] ?? 0] === 0) {
      return this.cell(column, source.bytes.toString('utf8', from, to));
    }
    const { out } = this;
    out.reserve(to - from + 1);
    if (column > 0) out.byte(COMMA);
    out.copy(source, from, to);
  }

  end(): void {
    this.out.reserve(2);
    this.out.frame(LINE_END);
  }
}

/** CSV with a byte order mark: without it Excel reads Chinese as gibberish. */
export async function* csvChunks({ head, batches }: Table): AsyncGenerator<Buffer> {
  const out = new ByteOutput();
  const rows = new CsvRows(out);
  out.text('\uFEFF');
  writeRow(rows, head);
  for await (const batch of batches) {
    writeBatch(rows, batch);
    yield* out.takeFull();
    // Rows that are at hand and a disk that keeps up would leave nobody else a turn.
    await setImmediate();
  }
  yield* out.takeAll();
}
