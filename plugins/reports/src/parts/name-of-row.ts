import { formatDate } from '@kituo/sdk';
import type { report } from '@kituo/sdk/contracts';
import type { ReportKind } from './report-kind.ts';

const DAY = /^\d{4}-\d{2}-\d{2}$/;

/** What a row is called: its day, its name, or that it is the total; with what is to be known before it is compared. */
export function nameOfRow(row: report.ReportRow, t: (key: string) => string, least?: ReportKind['least']): string {
  const { rowKind, keyName, isProvisional, isYoung } = row;
  if (rowKind !== 'ROW') return t(`REPORT_ROW_KIND.${rowKind}`);
  const isDay = DAY.test(keyName);
  const name = isDay ? formatDate(keyName) : keyName;
  const isTooFew = least !== undefined && (row.figures[least.measure] ?? 0) < least.count;
  const marks = [
    isTooFew && t('figures.tooFew'),
    isProvisional && isDay && t('figures.provisional'),
    isYoung && isDay && t('figures.young'),
  ];
  return [name, ...marks.filter((mark) => mark !== false)].join(' · ');
}
