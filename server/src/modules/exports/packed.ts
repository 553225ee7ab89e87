import type { CopiedRows } from '../../db/copy-out.ts';
import type { RowWriter } from './cells.ts';
import { ShownTexts } from './shown-texts.ts';

const [TAB, LINE_FEED, BACKSLASH] = [0x09, 0x0a, 0x5c];

/** What bytes are to whoever looks for the fields of a text of COPY. */
const [ORDINARY, ODD, NOT_ASCII, FIELD_END, ROW_END] = [0, 1, 2, 4, 8];

const KINDS = new Uint8Array(256);
KINDS.fill(ODD, 0, 0x20);
KINDS.fill(NOT_ASCII, 0x80);
// Of these a format may make something else; 0xef begins characters that XML cannot hold.
for (const byte of [...Buffer.from('",&<>'), BACKSLASH]) KINDS[byte] = ODD;
KINDS[0xef] = ODD | NOT_ASCII;
KINDS[TAB] = FIELD_END;
KINDS[LINE_FEED] = ROW_END;

const ESCAPED: Readonly<Record<string, string>> = { b: '\b', f: '\f', n: '\n', r: '\r', t: '\t', v: '\v' }; // prettier-ignore

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
  /** Where each field ends, row after row. */
  #ends = new Int32Array(0);
  /** The kinds of bytes, other than ordinary ones, in each field. */
  #kinds = new Uint8Array(0);
  /** All of it, each byte a character, once it was asked for. */
  #text: string | null = null;
  #encode: RowWriter['encode'] | null = null;

  constructor(columns: readonly PackedColumn[], fields: number) {
    this.#columns = columns.map(({ show }) => (show === undefined ? null : new ShownTexts(show)));
    this.#fields = fields;
  }

  /**
   * Takes in the next rows. The batch is good until the next call, or until the rows are written over.
   * @throws Error where they have not so many fields.
   */
  read(rows: CopiedRows): PackedBatch {
    this.#rows = rows;
    this.#text = null;
    return new PackedBatch(this, 0, this.#findEnds(rows) / this.#fields);
  }

  #findEnds({ bytes, length }: CopiedRows): number {
    let ends = this.#ends;
    let cell = 0;
    let kinds = ORDINARY;
    let left = this.#fields;
    for (let at = 0; at < length; at += 1) {
      const kind = KINDS[bytes[at] ?? 0] ?? ORDINARY;
      if (kind < FIELD_END) {
        kinds |= kind;
        continue;
      }
      left -= 1;
      // A row's last field ends with the row, the others never do.
      if ((left === 0) !== (kind === ROW_END)) throw new Error('other fields than were asked for');
      if (left === 0) left = this.#fields;
      if (cell === ends.length) ends = this.#grow();
      ends[cell] = at;
      this.#kinds[cell] = kinds;
      kinds = ORDINARY;
      cell += 1;
    }
    return cell;
  }

  #grow(): Int32Array<ArrayBuffer> {
    const [ends, kinds] = [this.#ends, this.#kinds];
    const length = Math.max(1_024, ends.length * 2);
    this.#ends = new Int32Array(length);
    this.#ends.set(ends);
    this.#kinds = new Uint8Array(length);
    this.#kinds.set(kinds);
    return this.#ends;
  }

  /** The text of a field of the batch. */
  fieldAt(row: number, field: number): string {
    const cell = row * this.#fields + field;
    return this.#textOf(cell, cell === 0 ? 0 : (this.#ends[cell - 1] ?? 0) + 1);
  }

  #textOf(cell: number, from: number): string {
    const rows = this.#rows;
    if (rows === null) return '';
    const to = this.#ends[cell] ?? 0;
    if (this.#kinds[cell] !== ORDINARY) return unescaped(rows.bytes.toString('utf8', from, to));
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
    const ends = this.#ends;
    const columns = this.#columns;
    for (let row = from; row < to; row += 1) {
      writer.begin();
      let cell = row * this.#fields;
      let start = cell === 0 ? 0 : (ends[cell - 1] ?? 0) + 1;
      for (let column = 0; column < columns.length; column += 1) {
        const end = ends[cell] ?? 0;
        const shown = columns[column] ?? null;
        if (shown === null) {
          if (((this.#kinds[cell] ?? 0) & ODD) === 0) writer.plain(column, source, start, end);
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
