import { useText } from '@kituo/sdk';
import type { Column, Option } from '@kituo/sdk/page';
import { dictionaryOptions, useOptions } from '@kituo/sdk/page';
import { useMemo } from 'react';
import { RECOVERIES_TEXTS } from './recoveries-texts.ts';

interface Said {
  readonly proposalReasons: readonly string[];
  readonly actionCode: string | null;
  readonly overdueReason: string | null;
}
/** Dictionaries that a lender changes: retired entries too, as cases keep what was said then. */
const ACTION_CODE = dictionaryOptions('ACTION_CODE', { withRetired: true });
const OVERDUE_REASON = dictionaryOptions('OVERDUE_REASON', { withRetired: true });

/** Columns with what was said last, and why a case is proposed, in the words of their dictionaries. */
export function useLabelled<Row extends Said>(columns: readonly Column<Row>[]): readonly Column<Row>[] {
  const t = useText(RECOVERIES_TEXTS);
  const { options: actions } = useOptions(ACTION_CODE);
  const { options: reasons } = useOptions(OVERDUE_REASON);
  return useMemo(() => {
    const labelled = (
      column: Column<Row>,
      key: 'actionCode' | 'overdueReason',
      options: readonly Option[],
    ): Column<Row> => ({
      ...column,
      valueOf: (row) => ({
        kind: 'text',
        text: options.find(({ value }) => value === row[key])?.label ?? row[key],
        mask: null,
      }),
    });
    return columns.map((column) => {
      if (column.key === 'actionCode') return labelled(column, 'actionCode', actions);
      if (column.key === 'proposalReasons') {
        const texts = ({ proposalReasons }: Row) => proposalReasons.map((one) => t(`BAD_DEBT_SIGN.${one}`));
        return { ...column, valueOf: (row) => ({ kind: 'list', texts: texts(row) }) };
      }
      return column.key === 'overdueReason' ? labelled(column, 'overdueReason', reasons) : column;
    });
  }, [columns, actions, reasons, t]);
}
