import { AppError } from '../../../http/app-error.ts';
import type { Cells, ImportKind } from './kinds.ts';
import { keysOf } from './validate.ts';

/** The cell, beside a file's own, that names the row which this one repeats. */
const SAME_AS = 'sameAs';

/** The cells of one row after the other; one that repeats an earlier row gets its number. */
export function markingRepeats(kind: ImportKind): (cells: Cells, rowNo: number) => Cells {
  const seen = new Map<string, number>();
  return (cells, rowNo) => {
    const keys = keysOf(kind, cells).map(({ field, key }) => `${field}\n${key}`);
    const sameAs = keys.flatMap((key) => seen.get(key) ?? [])[0];
    for (const key of keys) if (!seen.has(key)) seen.set(key, rowNo);
    return sameAs === undefined ? cells : { ...cells, [SAME_AS]: String(sameAs) };
  };
}

/** The cells of the file itself, and what refuses a row that repeats another. */
export function withoutRepeat(
  { unique = [] }: ImportKind,
  { [SAME_AS]: sameAs, ...cells }: Cells,
): { readonly cells: Cells; readonly refusal: AppError | null } {
  if (sameAs === undefined) return { cells, refusal: null };
  const field = unique[0]?.at(-1);
  const fields = field === undefined ? [] : [field];
  return { cells, refusal: new AppError('IMPORT_REPEATED', { facts: { row: sameAs }, fields }) };
}
