import { Frame, plainBut, type ByteOutput } from './byte-output.ts';
import {
  escapeFormula,
  FORMULA_FIRST,
  type ByteSource,
  type Cell,
  type RowWriter,
} from './cells.ts';

/** The longest text Excel keeps in a cell. */
const CELL_CHARACTERS = 32_767;

const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }; // oxfmt-ignore

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
  text.charCodeAt(0) <= 32 || text.charCodeAt(text.length - 1) <= 32
    ? ' xml:space="preserve">'
    : '>';

/** With the cell's end, so that a cell is written in two pieces; what has blanks at its ends begins otherwise. */
function encodeCell(cell: string): Buffer | null {
  if (cell === '') return Buffer.alloc(0);
  const text = sheetText(cell);
  return spaceOf(text) === '>' ? Buffer.from(`${text}</v></c>`) : null;
}

/** A, B … Z, AA …: most readers want each cell's address, though the format leaves it out gladly. */
function columnLetters(index: number): string {
  const letter = String.fromCharCode(65 + (index % 26));
  return index < 26 ? letter : columnLetters(Math.floor(index / 26) - 1) + letter;
}

const [ZERO, NINE] = [48, 57];
const CELL_END = new Frame('</v></c>');
const ROW_END = new Frame('</row>');

/** What stands before a text, with the number of the row in it. */
interface Begin {
  readonly frame: Frame;
  /** Where the number ends. */
  readonly numberEnd: number;
}

/**
 * Writes rows with their addresses; one a sheet. What stands before each cell is kept as bytes, of which only
 * the digits that change are written anew for the next row.
 */
export class SheetRows implements RowWriter {
  readonly #out: ByteOutput;
  readonly #columns: number;
  readonly #style: string;
  #row = 0;
  #rowBegin: Begin = { frame: new Frame(''), numberEnd: 0 };
  #begins: readonly Begin[] = [];

  constructor(out: ByteOutput, columns: number, { from = 0, style = '' } = {}) {
    this.#out = out;
    this.#columns = columns;
    this.#row = from;
    this.#style = style;
    this.#makeBegins();
  }

  #makeBegins(): void {
    const begin = (before: string, after: string): Begin => {
      const frame = new Frame(`${before}${this.#row}${after}`);
      return { frame, numberEnd: frame.length - after.length };
    };
    this.#rowBegin = begin('<row r="', '">');
    // `str` takes half the characters of `inlineStr` around each text; Excel shows both alike.
    this.#begins = Array.from({ length: this.#columns }, (_, index) =>
      begin(`<c r="${columnLetters(index)}`, `" t="str"${this.#style}><v>`),
    );
  }

  /** One row on: in all that begins with its number, the digits that change. */
  begin(): void {
    this.#row += 1;
    const { frame, numberEnd } = this.#rowBegin;
    const { bytes } = frame;
    let digits = 1;
    while (bytes[numberEnd - digits] === NINE) digits += 1;
    const last = bytes[numberEnd - digits] ?? 0;
    if (last < ZERO || last > NINE) this.#makeBegins();
    else {
      countUp(this.#rowBegin, digits);
      for (const begin of this.#begins) countUp(begin, digits);
    }
    this.#out.reserve(this.#rowBegin.frame.length);
    this.#out.frame(this.#rowBegin.frame);
  }

  cell(column: number, cell: Cell): void {
    const begin = this.#begins[column];
    if (begin === undefined || cell === null || cell === '') return;
    const out = this.#out;
    if (typeof cell === 'number') {
      if (Number.isFinite(cell)) out.text(`${addressOf(begin)}"><v>${cell}</v></c>`);
      return;
    }
    out.reserve(begin.frame.length + cell.length + CELL_END.length);
    const isPlain = PLAIN_FIRST[cell.charCodeAt(0)] !== 0 && cell.charCodeAt(cell.length - 1) !== 32; // oxfmt-ignore
    if (!isPlain || cell.length >= CELL_CHARACTERS) return this.#odd(begin, cell);
    out.frame(begin.frame);
    if (out.plainText(cell, PLAIN)) out.frame(CELL_END);
    else {
      out.back(begin.frame.length);
      this.#odd(begin, cell);
    }
  }

  plain(column: number, source: ByteSource, from: number, to: number): void {
    const begin = this.#begins[column];
    if (begin === undefined || from === to) return;
    const { bytes } = source;
    const isPlain = PLAIN_FIRST[bytes[from] ?? 0] !== 0 && bytes[to - 1] !== 32;
    if (!isPlain || to - from >= CELL_CHARACTERS) {
      this.#odd(begin, bytes.toString('utf8', from, to));
      return;
    }
    const out = this.#out;
    out.reserve(begin.frame.length + to - from + CELL_END.length);
    out.frame(begin.frame);
    out.copy(source, from, to);
    out.frame(CELL_END);
  }

  readonly encode = encodeCell;

  encoded(column: number, source: ByteSource, from: number, to: number): void {
    const begin = this.#begins[column];
    if (begin === undefined || from === to) return;
    const out = this.#out;
    out.reserve(begin.frame.length + to - from);
    out.frame(begin.frame);
    out.copy(source, from, to);
  }

  /** A text that needs entities, an apostrophe, blanks told or its end cut off. */
  #odd(begin: Begin, cell: string): void {
    const text = sheetText(cell);
    this.#out.text(`${addressOf(begin)}" t="str"${this.#style}><v${spaceOf(text)}${text}</v></c>`);
  }

  end(): void {
    this.#out.reserve(ROW_END.length);
    this.#out.frame(ROW_END);
  }
}

/** `<c r="B12` */
const addressOf = ({ frame, numberEnd }: Begin): string =>
  Buffer.from(frame.bytes.subarray(0, numberEnd)).toString('latin1');

/** The number one higher: nines at its end become zeros, the digit before them one more. */
function countUp({ frame, numberEnd }: Begin, digits: number): void {
  const { bytes } = frame;
  for (let digit = 1; digit < digits; digit += 1) bytes[numberEnd - digit] = ZERO;
  bytes[numberEnd - digits] = (bytes[numberEnd - digits] ?? 0) + 1;
}
