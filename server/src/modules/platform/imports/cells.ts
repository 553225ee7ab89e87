import type { ImportColumn } from './kinds.ts';

/** Field, its title in English and Chinese, whether it is required, an example. */
type Line = readonly [key: string, en: string, zh: string, isRequired: boolean, example: string];

/** The columns of an import, a line each. */
export const importColumns = (lines: readonly Line[]): ImportColumn[] =>
  lines.map(([key, en, zh, isRequired, example]) => ({
    key,
    title: {
      en,
      zh,
    },
    isRequired,
    example,
  }));

/** An empty cell is no value. */
export const orNull = (cell: string | undefined): string | null => (cell === undefined || cell === '' ? null : cell);
