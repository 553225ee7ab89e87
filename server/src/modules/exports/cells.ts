/** A number stays a number in Excel; null is an empty cell. */
export type Cell = string | number | null;

/** What a file is made of: a head, and rows in batches of some hundred so that memory stays flat. */
export interface Table {
  readonly name: string;
  readonly head: readonly string[];
  readonly batches: AsyncIterable<readonly (readonly Cell[])[]>;
}

const [EQUALS, PLUS, MINUS, AT, TAB, RETURN] = [61, 43, 45, 64, 9, 13];

/** Excel runs a cell that begins so as a formula; an apostrophe in front makes it text. */
export function escapeFormula(text: string): string {
  const first = text.charCodeAt(0);
  // Compared one by one: a set asked twenty million times is seen in the time of a large file.
  const isFormula =
    first === EQUALS ||
    first === PLUS ||
    first === MINUS ||
    first === AT ||
    first === TAB ||
    first === RETURN;
  return isFormula ? `'${text}` : text;
}

/** So many rows make a text of some ten thousand characters: to join longer ones takes twice the time. */
const ROWS_A_TEXT = 50;

/** Room for what comes past the first rows' share, so that most batches are written in one piece. */
const ROOM = 1.25;
/** UTF-8 takes up to three bytes for each of JavaScript's characters. */
const BYTES_A_CHARACTER = 3;

/** The texts of rows, one after the other, as bytes. */
export function encodeRows(
  rows: readonly (readonly Cell[])[],
  textOf: (row: readonly Cell[]) => string,
): Buffer {
  const full: Buffer[] = [];
  let open = Buffer.alloc(0);
  let used = 0;
  for (let from = 0; from < rows.length; from += ROWS_A_TEXT) {
    const to = Math.min(rows.length, from + ROWS_A_TEXT);
    let text = '';
    for (let at = from; at < to; at += 1) text += textOf(rows[at] ?? []);
    const most = text.length * BYTES_A_CHARACTER;
    if (open.length - used < most) {
      full.push(open.subarray(0, used));
      const left = (text.length * (rows.length - from)) / (to - from);
      open = Buffer.allocUnsafe(Math.ceil(left * ROOM) + most);
      used = 0;
    }
    used += open.write(text, used, 'utf8');
  }
  const last = open.subarray(0, used);
  return full.length <= 1 ? last : Buffer.concat([...full, last]);
}
