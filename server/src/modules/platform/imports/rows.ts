import { AppError } from '../../../http/app-error.ts';
import type { Call } from '../../../http/implement.ts';
import type { Cells, ImportKind } from './kinds.ts';

/** Each column's place in the file, by its key or its title in either language. */
export function placesIn(kind: ImportKind, head: readonly string[], lang: Call['lang']): Map<string, number> {
  const found = head.map((title) => title.replace(/\s*\*$/, '').toLowerCase());
  const places = new Map<string, number>();
  const missing: string[] = [];
  for (const { key, title, isRequired } of kind.columns) {
    const names = [key, title.en, title.zh].map((name) => name.toLowerCase());
    const place = found.findIndex((name) => names.includes(name));
    if (place >= 0) places.set(key, place);
    else if (isRequired) missing.push(title[lang]);
  }
  if (missing.length > 0) {
    throw new AppError('IMPORT_COLUMNS', { facts: { missing: missing.join(', ') } });
  }
  return places;
}

/** A row as its result names it: its place in the file and what people call it. */
export function subjectOf({ nameColumn }: ImportKind, cells: Cells, rowNo: number): string {
  const name = nameColumn === undefined ? '' : (cells[nameColumn] ?? '').trim().slice(0, 64);
  return name === '' ? String(rowNo) : `${rowNo} · ${name}`;
}

/** Rows below the head, each cell by its column's key. */
export function cellsOf(rows: readonly (readonly string[])[], places: ReadonlyMap<string, number>): Cells[] {
  return rows.map((row) => Object.fromEntries([...places].map(([key, place]) => [key, row[place] ?? ''])));
}

/** The rows of a file without its head, each cell by its column's key. @throws AppError IMPORT_COLUMNS */
export function cellsBelow(
  kind: ImportKind,
  [head = [], ...body]: readonly (readonly string[])[],
  lang: Call['lang'],
): Cells[] {
  return cellsOf(body, placesIn(kind, head, lang));
}
