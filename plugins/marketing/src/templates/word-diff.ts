/** A word of two versions of a text. */
export interface DiffWord {
  readonly text: string;
  readonly change: 'ADDED' | 'REMOVED' | null;
}

const wordsOf = (text: string): string[] => text.split(/(?<=\s)/);

/** Pure. What a version changed of the one before, word by word (longest common subsequence). */
export function wordDiff(before: string, after: string): DiffWord[] {
  const [old, next] = [wordsOf(before), wordsOf(after)];
  const common = commonLengths(old, next);
  const made: DiffWord[] = [];
  let [i, j] = [0, 0];
  while (i < old.length || j < next.length) {
    const [was, is] = [old[i], next[j]];
    if (was !== undefined && was === is) {
      made.push({ text: was, change: null });
      i += 1;
      j += 1;
    } else if (is !== undefined && (was === undefined || (common[i]?.[j + 1] ?? 0) > (common[i + 1]?.[j] ?? 0))) {
      made.push({ text: is, change: 'ADDED' });
      j += 1;
    } else {
      made.push({ text: was ?? '', change: 'REMOVED' });
      i += 1;
    }
  }
  return made;
}

/** How many words two texts share from each pair of places on. */
function commonLengths(old: readonly string[], next: readonly string[]): number[][] {
  const table = Array.from({ length: old.length + 1 }, () => new Array<number>(next.length + 1).fill(0));
  for (let i = old.length - 1; i >= 0; i -= 1) {
    for (let j = next.length - 1; j >= 0; j -= 1) {
      const row = table[i];
      if (row === undefined) continue;
      row[j] =
        old[i] === next[j]
          ? (table[i + 1]?.[j + 1] ?? 0) + 1
          : Math.max(table[i + 1]?.[j] ?? 0, table[i]?.[j + 1] ?? 0);
    }
  }
  return table;
}
