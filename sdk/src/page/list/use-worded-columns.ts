import { useMemo } from 'react';
import type { Column } from './columns.ts';
import type { OptionSource } from './option-source.ts';
import { useOptions } from './use-options.ts';

/**
 * Columns with one that holds codes of the data dictionary in its words; a code that it no longer has stands as it is.
 *
 * @example const columns = useWordedColumns(logColumns, 'purpose', dictionaryOptions('REVEAL_PURPOSE', { withRetired: true }));
 */
export function useWordedColumns<Row>(
  columns: readonly Column<Row>[],
  key: string,
  source: OptionSource,
): readonly Column<Row>[] {
  const { options } = useOptions(source);
  return useMemo(
    () =>
      columns.map((column) => {
        if (column.key !== key) return column;
        const valueOf = (row: Row) => {
          const value = column.valueOf(row);
          if (value.kind !== 'text') return value;
          return { ...value, text: options.find((option) => option.value === value.text)?.label ?? value.text };
        };
        return { ...column, valueOf };
      }),
    [columns, key, options],
  );
}
