import { CopiedRows } from '../../../db/copy-out.ts';
import type { RowWriter } from './cells.ts';
import { FoundFields, ORDINARY } from './found-fields.ts';
import { partsOf, type PackedColumn } from './packed-parts.ts';
import type { PackedFields, PackedPart } from './packed-part.ts';

const ESCAPED: Readonly<Record<string, string>> = { b: '\b', f: '\f', n: '\n', r: '\r', t: '\t', v: '\v' };

/** The text of a field as it was before COPY wrote it. */
export const unescaped = (text: string): string =>
  text.includes('\\') ? text.replace(/\\(.)/gs, (_, character: string) => ESCAPED[character] ?? character) : text;

/**
 * Rows as the database copied them out, written without taking them apart: bytes of most cells go into the file
 * as they came. Holds one batch at a time.
 */
export class PackedRows implements PackedFields {
  readonly #parts: readonly PackedPart[];
  /** Fields a row; those past the columns are the reader's own. */
  readonly #fields: number;
  readonly #found = new FoundFields();
  rows = new CopiedRows();
  #writer: RowWriter | null = null;

  constructor(columns: readonly PackedColumn[], fields: number) {
    this.#parts = partsOf(columns);
    this.#fields = fields;
  }

  /**
   * Takes in the next rows. The batch is good until the next call, or until the rows are written over.
   * @throws Error where they have not so many fields
   */
  read(rows: CopiedRows): PackedBatch {
    this.rows = rows;
    return new PackedBatch(this, 0, this.#found.find(rows, this.#fields));
  }

  startOf(cell: number): number {
    return cell === 0 ? 0 : this.endOf(cell - 1) + 1;
  }

  endOf(cell: number): number {
    return this.#found.ends[cell] ?? 0;
  }

  kindOf(cell: number): number {
    return this.#found.kindOf(cell);
  }

  textOf(cell: number): string {
    const { rows } = this;
    const from = this.startOf(cell);
    const to = this.endOf(cell);
    if (this.kindOf(cell) !== ORDINARY) return unescaped(rows.bytes.toString('utf8', from, to));
    return rows.bytes.toString('latin1', from, to);
  }

  /** Writes the columns of some rows. */
  write(writer: RowWriter, from: number, to: number): void {
    const parts = this.#parts;
    if (this.#writer !== writer) {
      this.#writer = writer;
      for (const part of parts) part.forget();
    }
    for (let row = from; row < to; row += 1) {
      writer.begin();
      let column = 0;
      const first = row * this.#fields;
      for (let at = 0; at < parts.length; at += 1) {
        const part = parts[at];
        if (part === undefined) continue;
        part.write(writer, column, this, first + column);
        column += part.width;
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
}
