import { session$, useText, useValue } from '@kituo/sdk';
import { flow } from '@kituo/sdk/contracts';
import { ListScreen, useListPage } from '@kituo/sdk/page';
import { Candidates, FlowDetail } from './flow-detail.tsx';
import { FlowDialogs } from './flow-dialogs.tsx';
import { unmatchedColumns, unmatchedFilters } from './flow-fields.ts';
import type { UnmatchedRow } from './flow-fields.ts';
import { useFlowActions } from './use-flow-actions.ts';

/** Money that belongs to nobody yet, oldest first, each with whom it may belong to. */
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
  const actions = useFlowActions(screen.list, useValue(session$).user?.userNo ?? '');
  return (
    <ListScreen<UnmatchedRow>
      of={screen}
      title={t('flow.unmatched')}
      nameOf={(row) => row.paymentCode}
      rowActions={actions.rowActions}
      emptyText={t('flow.unmatchedNone')}
      detail={(row) => (
        <>
          <Candidates row={row} />
          <FlowDetail row={row} />
        </>
      )}
    >
      <FlowDialogs actions={actions} />
    </ListScreen>
  );
}
