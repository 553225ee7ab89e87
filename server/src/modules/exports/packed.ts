import type { CopiedRows } from '../../db/copy-out.ts';
import type { RowWriter } from './cells.ts';
import { FoundFields, ODD, ORDINARY } from './found-fields.ts';
import { ShownTexts } from './shown-texts.ts';

const ESCAPED: Readonly<Record<string, string>> = { b: '\b', f: '\f', n: '\n', r: '\r', t: '\t', v: '\v' }; // oxfmt-ignore

/** The text of a field as it was before COPY wrote it. */
export const unescaped = (text: string): string =>
  text.includes('\\')
    ? text.replace(/\\(.)/gs, (_, character: string) => ESCAPED[character] ?? character)
    : text;

/** What a column shows of the text that was read; the text itself where it says nothing. */
export interface PackedColumn {
  readonly show?: ((text: string) => string) | undefined;
}

/**
 * Rows as the database copied them out, written without taking them apart: bytes of most cells go into the file
 * as they came. Holds one batch at a time.
 */
export class PackedRows {
  readonly #columns: readonly (ShownTexts | null)[];
  /** Fields a row; those past the columns are the reader's own. */
  readonly #fields: number;
  #rows: CopiedRows | null = null;
  readonly #found = new FoundFields();
  /** All of it, each byte a character, once it was asked for. */
  #text: string | null = null;
  #encode: RowWriter['encode'] | null = null;

  constructor(columns: readonly PackedColumn[], fields: number) {
    this.#columns = columns.map(({ show }) => (show === undefined ? null : new ShownTexts(show)));
    this.#fields = fields;
  }

  /**
   * Takes in the next rows. The batch is good until the next call, or until the rows are written over.
   * @throws Error where they have not so many fields
   */
  read(rows: CopiedRows): PackedBatch {
    this.#rows = rows;
    this.#text = null;
    return new PackedBatch(this, 0, this.#found.find(rows, this.#fields));
  }

  /** The text of a field of the batch. */
  fieldAt(row: number, field: number): string {
    const cell = row * this.#fields + field;
    return this.#textOf(cell, cell === 0 ? 0 : (this.#found.ends[cell - 1] ?? 0) + 1);
  }

  #textOf(cell: number, from: number): string {
    const rows = this.#rows;
    if (rows === null) return '';
    const to = this.#found.ends[cell] ?? 0;
    if (this.#found.kindOf(cell) !== ORDINARY)
      return unescaped(rows.bytes.toString('utf8', from, to));
    // A piece of a text is had sooner than a text of some bytes.
    this.#text ??= rows.bytes.toString('latin1', 0, rows.length);
    return this.#text.slice(from, to);
  }

  /** Writes the columns of some rows. */
  write(writer: RowWriter, from: number, to: number): void {
    if (this.#encode !== writer.encode) {
      this.#encode = writer.encode;
      for (const column of this.#columns) column?.forget();
    }
    const source = this.#rows;
    if (source === null) return;
    const { ends } = this.#found;
    const columns = this.#columns;
    for (let row = from; row < to; row += 1) {
      writer.begin();
      let cell = row * this.#fields;
      let start = cell === 0 ? 0 : (ends[cell - 1] ?? 0) + 1;
      for (let column = 0; column < columns.length; column += 1) {
        const end = ends[cell] ?? 0;
        const shown = columns[column] ?? null;
        if (shown === null) {
          if ((this.#found.kindOf(cell) & ODD) === 0) writer.plain(column, source, start, end);
          else writer.cell(column, this.#textOf(cell, start));
        } else if (!shown.write(writer, column, source, start, end)) {
          const text = this.#textOf(cell, start);
          shown.writeNew(writer, column, { source, from: start, to: end, text });
        }
        start = end + 1;
        cell += 1;
      }
      writer.end();
    }
  }
}

/** Some rows of a batch. */
export class PackedBatch {
  readonly #rows: PackedRows;
  readonly #from: number;
  readonly length: number;

  constructor(rows: PackedRows, from: number, length: number) {
    this.#rows = rows;
    this.#from = from;
    this.length = length;
  }

  slice(from: number, to = this.length): PackedBatch {
    const end = Math.min(to, this.length);
    return new PackedBatch(this.#rows, this.#from + from, Math.max(0, end - from));
  }

  write(writer: RowWriter): void {
    this.#rows.write(writer, this.#from, this.#from + this.length);
  }

  /** The text of a field. */
  fieldAt(row: number, field: number): string {
    return this.#rows.fieldAt(this.#from + row, field);
  }
}
