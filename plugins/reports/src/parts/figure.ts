import { formatAmount, formatCount, formatDecimal, formatMoney, NOTHING } from '@kituo/sdk';
import type { report } from '@kituo/sdk/contracts';
import type { Column } from '@kituo/sdk/page';

/** A figure in words: cents as shillings, a percentage with one decimal. */
export function figureText(value: number | null, unit: report.ReportUnit): string {
  if (value === null) return NOTHING;
  if (unit === 'CENTS') return formatAmount(value);
  if (unit === 'PERCENT') return `${formatDecimal(value, 1)}%`;
  return unit === 'POINTS' ? formatDecimal(value, 1) : formatCount(value);
}

/** A figure on its own, where no head says the currency. */
export function moneyText(value: number | null, unit: report.ReportUnit): string {
  return unit === 'CENTS' && value !== null ? formatMoney(value) : figureText(value, unit);
}

/** A column of a measure. */
export function figureColumn(measure: string, unit: report.ReportUnit): Column<report.ReportRow> {
  const basics = { key: measure, isSortable: true, code: null, isHiddenAtFirst: false };
  const valueOf = (row: report.ReportRow) => row.figures[measure] ?? null;
  if (unit === 'CENTS') {
    return { ...basics, width: 150, kind: 'money', valueOf: (row) => ({ kind: 'money', cents: valueOf(row) }) };
  }
  return {
    ...basics,
    width: 110,
    kind: 'count',
    valueOf: (row) => ({ kind: 'count', count: valueOf(row), text: figureText(valueOf(row), unit) }),
  };
}

/** What a row of facts adds to the figure. */
export const valueColumn: Column<report.ReportFact> = {
  key: 'value',
  width: 150,
  isSortable: true,
  code: null,
  isHiddenAtFirst: false,
  kind: 'count',
  valueOf: ({ value, unit }) => ({ kind: 'count', count: value, text: figureText(value, unit) }),
};
