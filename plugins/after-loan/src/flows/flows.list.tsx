import { session$, useText, useValue } from '@kituo/sdk';
import { flow } from '@kituo/sdk/contracts';
import { ListScreen, onPage, useListPage, useRefreshOnRows } from '@kituo/sdk/page';
import { useWriteOff, WriteOffForm } from '@kituo/sdk/payments';
import { ApplyToOrder, useApplyToOrder } from './apply-to-order.tsx';
import { FlowDetail } from './flow-detail.tsx';
import { FlowDialogs } from './flow-dialogs.tsx';
import { flowColumns, flowFilters } from './flow-fields.ts';
import type { FlowRow } from './flow-fields.ts';
import { SupplementForm } from './supplement.form.tsx';
import { useDraftActions } from './use-draft-actions.ts';
import { useFlowActions } from './use-flow-actions.ts';

/** Every flow that was received, the newest first. */
export function FlowList() {
  const t = useText();
  const screen = useListPage<FlowRow>({
    load: flow.page,
    idOf: (row) => row.flowNo,
    columns: flowColumns,
    filters: flowFilters,
    defaultSort: '-repayTime',
    file: { endpoint: flow.exportList, jobKind: 'flows.export' },
  });
  useRefreshOnRows(screen.list, (row) => [row.flowNo]);
  const actions = useFlowActions(screen.list, useValue(session$).user?.userNo ?? '');
  const { supplement } = useDraftActions(screen.list);
  const writeOff = useWriteOff(screen.list);
  const toOrder = useApplyToOrder(writeOff);
  return (
    <ListScreen
      of={screen}
      title={t('flow.title')}
      nameOf={(row) => row.paymentCode}
      rowActions={[toOrder.action, ...actions.rowActions]}
      pageActions={[onPage(supplement, null)]}
      detail={(row) => <FlowDetail row={row} />}
    >
      <FlowDialogs actions={actions} />
      <SupplementForm action={supplement} />
      <ApplyToOrder row={toOrder.row} writeOff={writeOff} onClose={toOrder.close} />
      <WriteOffForm writeOff={writeOff} />
    </ListScreen>
  );
}
