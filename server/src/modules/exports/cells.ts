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
