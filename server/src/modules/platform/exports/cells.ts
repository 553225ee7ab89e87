import type { ByteOutput } from './byte-output.ts';
import type { ByteSource } from './byte-source.ts';

/** A number stays a number in Excel; null is an empty cell. */
export type Cell = string | number | null;

/** What a file is made of: a head, and rows in batches of some hundred so that memory stays flat. */
export interface Table {
  readonly name: string;
  readonly head: readonly string[];
  readonly batches: AsyncIterable<Batch>;
}

/** Writes the rows of a format, cell after cell from the first column on. */
export interface RowWriter {
  begin(): void;
  cell(column: number, cell: Cell): void;
  /** A cell whose text these bytes are, in UTF-8. None of them is a control character or one of `",&<>`. */
  plain(column: number, source: ByteSource, from: number, to: number): void;
  end(): void;
  /** What it writes to. Bytes that came of a cell come of it in every row. */
  readonly out: ByteOutput;
}

/** Some rows that write themselves. */
export interface WrittenRows {
  readonly length: number;
  slice(from: number, to?: number): WrittenRows;
  write(writer: RowWriter): void;
}

/** Some rows of a table: cells, or what knows how to write them. */
export type Batch = readonly (readonly Cell[])[] | WrittenRows;

/** Whether a text that begins so is changed by `escapeFormula`: none of these is plain at its front. */
export const FORMULA_FIRST = '=+-@\t\r';

export function writeRow(writer: RowWriter, row: readonly Cell[]): void {
  writer.begin();
  for (let column = 0; column < row.length; column += 1) writer.cell(column, row[column] ?? null);
  writer.end();
}

export function writeBatch(writer: RowWriter, batch: Batch): void {
  if ('write' in batch) batch.write(writer);
  else for (const row of batch) writeRow(writer, row);
}
