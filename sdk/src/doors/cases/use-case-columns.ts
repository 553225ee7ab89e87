import type { Column, Option } from '@kituo/sdk/page';
import { dictionaryOptions, useOptions } from '@kituo/sdk/page';
import { useMemo } from 'react';
import type { CaseRow } from './case-system.ts';

/** Dictionaries that a lender changes: retired entries too, as cases keep what was said then. */
const ACTION_CODE = dictionaryOptions('ACTION_CODE', { withRetired: true });
const OVERDUE_REASON = dictionaryOptions('OVERDUE_REASON', { withRetired: true });

function labelled(
  column: Column<CaseRow>,
  codeOf: (row: CaseRow) => string | null,
  options: readonly Option[],
): Column<CaseRow> {
  return {
    ...column,
    valueOf: (row) => {
      const code = codeOf(row);
      return { kind: 'text', text: options.find(({ value }) => value === code)?.label ?? code, mask: null };
    },
  };
}

/** Columns of cases with outcomes and reasons in the words of their dictionaries. */
export function useCaseColumns(columns: readonly Column<CaseRow>[]): readonly Column<CaseRow>[] {
  const { options: actions } = useOptions(ACTION_CODE);
  const { options: reasons } = useOptions(OVERDUE_REASON);
  return useMemo(
    () =>
      columns.map((column) => {
        if (column.key === 'actionCode') return labelled(column, (row) => row.actionCode, actions);
        if (column.key === 'overdueReason') return labelled(column, (row) => row.overdueReason, reasons);
        return column;
      }),
    [columns, actions, reasons],
  );
}
