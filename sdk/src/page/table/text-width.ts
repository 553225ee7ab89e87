import type { Column } from '../list/columns.ts';

/** Of a letter in pixels: in a title, which is bold, on a small button and in a tag. */
const LETTER = { title: 7.9, button: 6.6, tag: 6.9 } as const;
/** Of a Chinese character, which is as wide as it is high. */
const WIDE = 13.5;
const FIRST_WIDE = 0x2e80;

/** How wide a text is, about: nothing is drawn to be measured. Pixels. */
export function textWidth(text: string, where: keyof typeof LETTER): number {
  return [...text].reduce((sum, sign) => sum + ((sign.codePointAt(0) ?? 0) < FIRST_WIDE ? LETTER[where] : WIDE), 0);
}

const AROUND = 22;
const SORT_SIGN = 20;
const UNIT = 30;
/** A longer title is cut: it may not take the place of what the rows say. */
const MAX = 240;

/** What a column needs for its title: a cut one says less than the figures below it. Pixels. */
export function titleWidth(title: string, { kind, isSortable }: Pick<Column<never>, 'kind' | 'isSortable'>): number {
  const beside = (isSortable ? SORT_SIGN : 0) + (kind === 'money' ? UNIT : 0);
  return Math.min(MAX, Math.ceil(textWidth(title, 'title') + AROUND + beside));
}

/** The dot and the edges of a tag, and the cell around it. */
const AROUND_TAG = 52;
/** A tag that needs more is cut. */
const MAX_TAG = 200;

/** What a column needs for the longest of its tags. Pixels. */
export function tagsWidth(words: readonly string[]): number {
  const widest = Math.max(0, ...words.map((word) => textWidth(word, 'tag')));
  return widest === 0 ? 0 : Math.min(MAX_TAG, Math.ceil(widest + AROUND_TAG));
}
