import type { Column, Option } from '@kituo/sdk/page';
import { dictionaryOptions, useOptions } from '@kituo/sdk/page';
import { useMemo } from 'react';

interface Said {
  readonly actionCode: string | null;
  readonly overdueReason: string | null;
}
/** Dictionaries that a lender changes: retired entries too, as cases keep what was said then. */
const ACTION_CODE = dictionaryOptions('ACTION_CODE', { withRetired: true });
const OVERDUE_REASON = dictionaryOptions('OVERDUE_REASON', { withRetired: true });

/** Columns with what was said last in the words of its dictionaries. */
export function useLabelled<Row extends Said>(columns: readonly Column<Row>[]): readonly Column<Row>[] {
  const { options: actions } = useOptions(ACTION_CODE);
  const { options: reasons } = useOptions(OVERDUE_REASON);
  return useMemo(() => {
    const labelled = (column: Column<Row>, key: keyof Said, options: readonly Option[]): Column<Row> => ({
      ...column,
      valueOf: (row) => ({
        kind: 'text',
        text: options.find(({ value }) => value === row[key])?.label ?? row[key],
        mask: null,
      }),
    });
    return columns.map((column) => {
      if (column.key === 'actionCode') return labelled(column, 'actionCode', actions);
      return column.key === 'overdueReason' ? labelled(column, 'overdueReason', reasons) : column;
    });
  }, [columns, actions, reasons]);
}
