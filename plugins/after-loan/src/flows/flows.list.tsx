import { useText } from '@kituo/sdk';
import { flow } from '@kituo/sdk/contracts';
import { ListScreen, useListPage } from '@kituo/sdk/page';
import { flowColumns, flowFilters } from './flow-fields.ts';
import type { FlowRow } from './flow-fields.ts';

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
  return <ListScreen of={screen} title={t('flow.title')} nameOf={(row) => row.paymentCode} />;
}
