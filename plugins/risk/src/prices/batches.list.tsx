import { useText } from '@kituo/sdk';
import { riskPricing } from '@kituo/sdk/contracts';
import {
  allowedAs,
  AskReason,
  DescriptionList,
  ListScreen,
  useAction,
  useListPage,
  useRefreshOn,
} from '@kituo/sdk/page';
import { Compare } from './compare.tsx';
import { batchColumns, batchFilters, type BatchRow } from './price-fields.ts';

/** Imports of prices, and the way back from the newest. */
export function BatchList() {
  const t = useText();
  const screen = useListPage<BatchRow>({
    load: riskPricing.batchPage,
    idOf: (row) => row.batchNo,
    columns: batchColumns,
    filters: batchFilters,
    defaultSort: '-createdAt',
    file: { endpoint: riskPricing.batchExport, jobKind: 'riskRates.export' },
  });
  const { list } = screen;
  useRefreshOn('change', list.refresh);
  const rollback = useAction({
    name: 'priceRollback',
    endpoint: riskPricing.rollback,
    request: ({ batchNo }: BatchRow, { reason }: { readonly reason: string }) => ({ batchNo, reason }),
    list: { refresh: list.refresh },
    facts: ({ batchNo }: BatchRow) => ({ name: batchNo }),
    isDangerous: true,
  });
  const undone = rollback.opened?.subject.versionId ?? null;
  return (
    <ListScreen
      of={screen}
      title={t('price.batches')}
      rowActions={[allowedAs(rollback, 'rollback')]}
      detail={(row) => (
        <>
          <DescriptionList of={row} columns={batchColumns} />
          {row.versionId !== null && <Compare versionId={row.versionId} />}
        </>
      )}
      emptyText={t('price.noBatches')}
    >
      <AskReason action={rollback}>
        <p>{t('price.rollbackText')}</p>
        {undone !== null && <Compare versionId={undone} isUndone />}
      </AskReason>
    </ListScreen>
  );
}
