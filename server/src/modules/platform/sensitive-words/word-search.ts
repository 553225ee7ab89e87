interface Node {
  readonly next: Map<string, Node>;
  /** The longest end of what was read that begins a word, too. */
  fallback: Node | null;
  /** The nearest node along the fallbacks at which a word ends. */
  shorter: Node | null;
  /** Indexes of the words that end at this letter. */
  readonly ends: number[];
}

/** Where a word was found: from its first letter up to the one after its last. */
interface Sighting {
  readonly index: number;
  readonly from: number;
  readonly to: number;
}

const made = (): Node => ({ next: new Map(), fallback: null, shorter: null, ends: [] });

/**
 * Finds every place of any of the words in a text, overlapping ones too, reading the text once (Aho and Corasick, 1975):
 * its time grows with the text and not with the number of words.
 */
export function wordSearch(words: readonly string[]): (text: string) => Sighting[] {
  const root = made();
  for (const [index, word] of words.entries()) {
    let node = root;
    for (const letter of word) {
      const known = node.next.get(letter) ?? made();
      node.next.set(letter, known);
      node = known;
    }
    node.ends.push(index);
  }
  for (let level = [...root.next.values()]; level.length > 0;) {
    const below: Node[] = [];
    for (const node of level) {
      const fallback = node.fallback ?? root;
      node.fallback = fallback;
      node.shorter = fallback.ends.length > 0 ? fallback : fallback.shorter;
      for (const [letter, child] of node.next) {
        child.fallback = after(fallback, letter);
        below.push(child);
      }
    }
    level = below;
  }
  return (text) => {
    const seen: Sighting[] = [];
    let node = root;
    let to = 0;
    for (const letter of text) {
      to += letter.length;
      node = after(node, letter);
      for (let at: Node | null = node; at; at = at.shorter) {
        for (const index of at.ends) seen.push({ index, from: to - (words[index]?.length ?? 0), to });
      }
    }
    return seen;
  };

  function after(from: Node, letter: string): Node {
    for (let at: Node | null = from; at; at = at.fallback) {
      const next = at.next.get(letter);
      if (next) return next;
    }
    return root;
  }
}
