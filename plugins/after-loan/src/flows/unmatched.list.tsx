import { useText } from '@kituo/sdk';
import { flow } from '@kituo/sdk/contracts';
import { ListScreen, useListPage } from '@kituo/sdk/page';
import { unmatchedColumns, unmatchedFilters } from './flow-fields.ts';
import type { UnmatchedRow } from './flow-fields.ts';

/** Money that belongs to nobody yet, oldest first. */
export function UnmatchedList() {
  const t = useText();
  const screen = useListPage<UnmatchedRow>({
    load: flow.unmatched,
    idOf: (row) => row.flowNo,
    columns: unmatchedColumns,
    filters: unmatchedFilters,
    defaultSort: 'repayTime',
    file: {
      endpoint: flow.exportList,
      jobKind: 'flows.export',
      ask: ({ filters, ...scope }) => ({ ...scope, filters: { ...filters, flowStatus: 'UNMATCHED' } }),
    },
  });
  return (
    <ListScreen
      of={screen}
      title={t('flow.unmatched')}
      nameOf={(row) => row.paymentCode}
      emptyText={t('flow.unmatchedNone')}
    />
  );
}
