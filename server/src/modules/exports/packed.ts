import type { RowWriter } from './cells.ts';
import { ShownTexts } from './shown-texts.ts';

/** Between fields and between rows of a packed text: control characters that hardly anybody types. */
export const FIELD = '\u001f';
export const ROW = '\u001e';

const [FIELD_BYTE, ROW_BYTE] = [0x1f, 0x1e];
const BYTES_A_CHARACTER = 3;

/** What a column shows of the text that was read; the text itself where it says nothing. */
export interface PackedColumn {
  readonly show?: ((text: string) => string) | undefined;
}

/**
 * Rows that the database joined to one text, written without taking it apart: bytes of most cells go into the
 * file as they came. Holds one text at a time, in buffers it uses again for the next.
 */
export class PackedRows {
  readonly #columns: readonly (ShownTexts | null)[];
  /** Fields a row; those past the columns are the reader's own. */
  readonly #fields: number;
  #text = '';
  #bytes = Buffer.alloc(0);
  #length = 0;
  /** Where each field ends, row after row. */
  #ends = new Int32Array(0);

  constructor(columns: readonly PackedColumn[], fields: number) {
    this.#columns = columns.map(({ show }) => (show === undefined ? null : new ShownTexts(show)));
    this.#fields = fields;
  }

  /**
   * Takes in the next text; null where it has not so many rows of so many fields, because somebody typed what
   * stands between them. The batch is good until the next call.
   */
  read(text: string, rows: number): PackedBatch | null {
    const most = text.length * BYTES_A_CHARACTER;
    if (this.#bytes.length < most) this.#bytes = Buffer.allocUnsafe(most * 2);
    const cells = rows * this.#fields;
    if (this.#ends.length < cells) this.#ends = new Int32Array(cells * 2);
    this.#text = text;
    this.#length = this.#bytes.write(text, 0, 'utf8');
    return this.#findEnds(rows) ? new PackedBatch(this, 0, rows) : null;
  }

  #findEnds(rows: number): boolean {
    const bytes = this.#bytes;
    const ends = this.#ends;
    const length = this.#length;
    const cells = rows * this.#fields;
    let cell = 0;
    let left = this.#fields;
    for (let at = 0; at < length; at += 1) {
      const byte = bytes[at] ?? 0;
      if (byte > FIELD_BYTE || byte < ROW_BYTE) continue;
      left -= 1;
      // A row's last field ends with the row, the others never do.
      if ((left === 0) !== (byte === ROW_BYTE) || cell >= cells) return false;
      if (left === 0) left = this.#fields;
      ends[cell] = at;
      cell += 1;
    }
    ends[cell] = length;
    return left === 1 && cell === cells - 1;
  }

  /** Writes the columns of some rows. */
  write(writer: RowWriter, from: number, to: number): void {
    const bytes = this.#bytes;
    const ends = this.#ends;
    const columns = this.#columns;
    const isAscii = this.#length === this.#text.length;
    for (let row = from; row < to; row += 1) {
      writer.begin();
      const first = row * this.#fields;
      let start = first === 0 ? 0 : (ends[first - 1] ?? 0) + 1;
      for (let column = 0; column < columns.length; column += 1) {
        const end = ends[first + column] ?? 0;
        const shown = columns[column] ?? null;
        if (shown === null) writer.bytes(column, bytes, start, end);
        else {
          let text = shown.find(bytes, start, end);
          if (text === undefined) {
            // Where each character is a byte, a piece of the text is had without decoding it.
            const read = isAscii
              ? this.#text.slice(start, end)
              : bytes.toString('utf8', start, end);
            text = shown.keep(bytes, start, end, read);
          }
          writer.cell(column, text);
        }
        start = end + 1;
      }
      writer.end();
    }
  }
}

/** Some rows of a packed text. */
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
