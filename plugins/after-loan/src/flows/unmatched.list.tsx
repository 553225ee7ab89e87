import { session$, useText, useValue } from '@kituo/sdk';
import { flow } from '@kituo/sdk/contracts';
import {
  BatchAction,
  fieldsOf,
  ListScreen,
  remoteOptions,
  useBatch,
  useListPage,
  useRefreshOnRows,
} from '@kituo/sdk/page';
import { useWriteOff, WriteOffForm } from '@kituo/sdk/payments';
import { ApplyToOrder, useApplyToOrder } from './apply-to-order.tsx';
import { Candidates } from './candidates.tsx';
import { FlowDetail } from './flow-detail.tsx';
import { FlowDialogs } from './flow-dialogs.tsx';
import { unmatchedColumns, unmatchedFilters } from './flow-fields.ts';
import type { UnmatchedRow } from './flow-fields.ts';
import { useFlowActions } from './use-flow-actions.ts';

interface Owner extends Record<string, unknown> {
  readonly ownerUserNo: string | null;
}
const { Select } = fieldsOf<Owner>();
const owners = remoteOptions(flow.owners, (people) =>
  people.map(({ userNo, realName }) => ({ value: userNo, label: realName })),
);

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
  useRefreshOnRows(screen.list, (row) => [row.flowNo], ['flow']);
  const assign = useBatch({
    name: 'flowAssignMany',
    endpoint: flow.assignMany,
    jobKind: 'flows.assign',
    list: screen.list,
    most: 200,
    request: ({ ids }, { ownerUserNo }: Owner) => ({ flowNos: [...(ids ?? [])], ownerUserNo }),
  });
  const actions = useFlowActions(screen.list, useValue(session$).user?.userNo ?? '');
  const writeOff = useWriteOff(screen.list);
  const mayAllocate = (row: UnmatchedRow) => writeOff.commit.isPermitted && row.allowedActions.includes('apply');
  const allocate = (row: UnmatchedRow, orderNo: string): void => {
    writeOff.open({ orderNo, billNo: null, payment: row });
  };
  const toOrder = useApplyToOrder(writeOff);
  const toLikeliest = {
    name: 'apply',
    label: writeOff.commit.label,
    isDangerous: false,
    isAllowed: (row: UnmatchedRow) => mayAllocate(row) && row.candidates.length > 0,
    open: (row: UnmatchedRow) => {
      const [likeliest] = row.candidates;
      if (likeliest) allocate(row, likeliest.orderNo);
    },
  };
  return (
    <ListScreen<UnmatchedRow>
      of={screen}
      title={t('flow.unmatched')}
      nameOf={(row) => row.paymentCode}
      rowActions={[toLikeliest, ...actions.rowActions, toOrder.action]}
      batches={[assign]}
      emptyText={t('flow.unmatchedNone')}
      detail={(row) => (
        <>
          <Candidates row={row} onAllocate={mayAllocate(row) ? allocate : null} />
          <FlowDetail row={row} />
        </>
      )}
    >
      <FlowDialogs actions={actions} />
      <ApplyToOrder row={toOrder.row} writeOff={writeOff} onClose={toOrder.close} />
      <WriteOffForm writeOff={writeOff} />
      <BatchAction batch={assign} defaults={(): Owner => ({ ownerUserNo: null })}>
        <Select name="ownerUserNo" options={owners} isOptional hint={t('recon.ownerHint')} />
      </BatchAction>
    </ListScreen>
  );
}
