import type { report } from '@kituo/sdk/contracts';
import { type Column, text } from '@kituo/sdk/page';

/** A code of a row behind a figure in words; one that no dictionary has stands as it is. */
export function said(
  field: 'kind' | 'account' | 'component' | 'result',
  options: { readonly width: number },
): Column<report.ReportFact> {
  return {
    ...text<report.ReportFact>(field, options),
    valueOf: (row) => ({ kind: 'text', text: row.words?.[field] ?? row[field], mask: null }),
  };
}
