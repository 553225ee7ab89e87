/** A number stays a number in Excel; null is an empty cell. */
export type Cell = string | number | null;

/** What a file is made of: a head, and rows in batches of some hundred so that memory stays flat. */
export interface Table {
  readonly name: string;
  readonly head: readonly string[];
  readonly batches: AsyncIterable<readonly (readonly Cell[])[]>;
}

const FORMULA = new Set(
  ['=', '+', '-', '@', '\t', '\r'].map((character) => character.charCodeAt(0)),
);

/** Excel runs a cell that begins so as a formula; an apostrophe in front makes it text. */
export function escapeFormula(text: string): string {
  return text !== '' && FORMULA.has(text.charCodeAt(0)) ? `'${text}` : text;
}

/** So many rows make a text of some ten thousand characters: to join longer ones takes twice the time. */
const ROWS_A_TEXT = 50;

/** The texts of rows, one after the other, as bytes. */
export function encodeRows(
  rows: readonly (readonly Cell[])[],
  textOf: (row: readonly Cell[]) => string,
): Buffer {
  const parts: Buffer[] = [];
  for (let from = 0; from < rows.length; from += ROWS_A_TEXT) {
    let text = '';
    for (const row of rows.slice(from, from + ROWS_A_TEXT)) text += textOf(row);
    parts.push(Buffer.from(text));
  }
  return Buffer.concat(parts);
}
