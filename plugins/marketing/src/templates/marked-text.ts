/** A stretch of a text, and what is said against it. */
export interface Stretch {
  readonly text: string;
  readonly mark: 'BLOCK' | 'WARN' | null;
}

interface Word {
  readonly word: string;
  readonly action: string;
}

/** Pure. A text cut where words stand that are blocked or warned of, whatever their case; the longer word wins. */
export function markedText(content: string, words: readonly Word[]): Stretch[] {
  const marks = words
    .flatMap(({ word, action }) =>
      action === 'BLOCK' || action === 'WARN' ? [{ word: word.toLowerCase(), action } as const] : [],
    )
    .toSorted((one, other) => other.word.length - one.word.length);
  const folded = content.toLowerCase();
  const stretches: Stretch[] = [];
  let plain = 0;
  let at = 0;
  while (at < content.length) {
    const hit = marks.find(({ word }) => folded.startsWith(word, at));
    if (hit === undefined) {
      at += 1;
      continue;
    }
    if (plain < at) stretches.push({ text: content.slice(plain, at), mark: null });
    stretches.push({ text: content.slice(at, at + hit.word.length), mark: hit.action });
    at += hit.word.length;
    plain = at;
  }
  if (plain < content.length) stretches.push({ text: content.slice(plain), mark: null });
  return stretches;
}
