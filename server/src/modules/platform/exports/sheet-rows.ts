import { Frame, plainBut, type ByteOutput } from './byte-output.ts';
import { escapeFormula } from '@kituo/sdk/contracts';
import { FORMULA_FIRST, type Cell, type RowWriter } from './cells.ts';
import type { ByteSource } from './byte-source.ts';

/** The longest text Excel keeps in a cell. */
const CELL_CHARACTERS = 32_767;

const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

/** What XML takes as it is: no entity, and none of those that begin a character it cannot hold. */
const PLAIN = plainBut('&<>"\u00ef');
const PLAIN_FIRST = plainBut(` &<>"\u00ef${FORMULA_FIRST}`);

/** Text as XML takes it: entities, and none of the characters that XML cannot hold. */
export function xml(text: string): string {
  return text
    .toWellFormed()
    .replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, '')
    .replace(/[&<>"]/g, (character) => entities[character] ?? '');
}

/** What a cell says of a text, its end cut off where Excel would not take it. */
const sheetText = (cell: string): string => xml(escapeFormula(cell).slice(0, CELL_CHARACTERS));

/** Ends the tag before a text. Blanks at its ends are dropped by readers unless they are told. */
const spaceOf = (text: string): string =>
  text.charCodeAt(0) <= 32 || text.charCodeAt(text.length - 1) <= 32 ? ' xml:space="preserve">' : '>';

const [ZERO, NINE, QUOTE] = [48, 57, 34];
const CELL_END = new Frame('</v></c>');
const EMPTY = new Frame('<c/>');
const ROW_END = new Frame('</row>');

/**
 * Writes rows; one a sheet. Rows have their numbers, cells no address: the format leaves it out where cells follow
 * each other, and a third of a sheet would be addresses, of which no two are alike.
 */
export class SheetRows implements RowWriter {
  readonly out: ByteOutput;
  readonly #style: string;
  readonly #begin: Frame;
  #row: number;
  #rowBegin: Frame;

  /** @param from rows before the first */
  constructor(out: ByteOutput, { from = 0, style = '' } = {}) {
    this.out = out;
    this.#style = style;
    // `str` takes half the characters of `inlineStr` around each text; Excel shows both alike.
    this.#begin = new Frame(`<c t="str"${style}><v>`);
    this.#row = from;
    this.#rowBegin = rowBegin(from);
  }

  begin(): void {
    this.#row += 1;
    if (!countUp(this.#rowBegin.bytes)) this.#rowBegin = rowBegin(this.#row);
    this.out.reserve(this.#rowBegin.length);
    this.out.frame(this.#rowBegin);
  }

  cell(_column: number, cell: Cell): void {
    const { out } = this;
    if (typeof cell === 'number' && Number.isFinite(cell)) out.text(`<c><v>${cell}</v></c>`);
    else if (typeof cell !== 'string' || cell === '') this.#empty();
    else {
      out.reserve(this.#begin.length + cell.length + CELL_END.length);
      const isPlain = PLAIN_FIRST[cell.charCodeAt(0)] !== 0 && cell.charCodeAt(cell.length - 1) !== 32;
      if (!isPlain || cell.length >= CELL_CHARACTERS) return this.#odd(cell);
      const { place } = out;
      out.frame(this.#begin);
      if (out.plainText(cell, PLAIN)) return out.frame(CELL_END);
      out.backTo(place);
      this.#odd(cell);
    }
  }

  plain(_column: number, source: ByteSource, from: number, to: number): void {
    if (from === to) return this.#empty();
    const { bytes } = source;
    const isPlain = PLAIN_FIRST[bytes[from] ?? 0] !== 0 && bytes[to - 1] !== 32;
    if (!isPlain || to - from >= CELL_CHARACTERS) {
      return this.#odd(bytes.toString('utf8', from, to));
    }
    const { out } = this;
    out.reserve(this.#begin.length + to - from + CELL_END.length);
    out.frame(this.#begin);
    out.copy(source, from, to);
    out.frame(CELL_END);
  }

  #empty(): void {
    this.out.reserve(EMPTY.length);
    this.out.frame(EMPTY);
  }

  /** A text that needs entities, an apostrophe, blanks told or its end cut off. */
  #odd(cell: string): void {
    const text = sheetText(cell);
    this.out.text(`<c t="str"${this.#style}><v${spaceOf(text)}${text}</v></c>`);
  }

  end(): void {
    this.out.reserve(ROW_END.length);
    this.out.frame(ROW_END);
  }
}

const rowBegin = (row: number): Frame => new Frame(`<row r="${row}">`);

/** Makes the number one higher where it stays as long: what a row begins with is not written again for each. */
function countUp(bytes: Uint8Array): boolean {
  let at = bytes.lastIndexOf(QUOTE) - 1;
  for (; bytes[at] === NINE; at -= 1) bytes[at] = ZERO;
  const digit = bytes[at] ?? 0;
  bytes[at] = digit + 1;
  return digit >= ZERO;
}
