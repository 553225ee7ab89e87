import { Button, formatMoney, saveFile, useText } from '@kituo/sdk';
import { csvText, retrieval } from '@kituo/sdk/contracts';
import {
  allowedAs,
  AskReason,
  decision,
  DecisionDialogs,
  DescriptionList,
  DetailOf,
  ListScreen,
  useAction,
  useDecisions,
  useListPage,
} from '@kituo/sdk/page';
import { useEffect } from 'react';
import { batchColumns, batchFilters } from './retrieval-fields.ts';
import type { BatchRow, ItemRow } from './retrieval-fields.ts';
import { ItemTable } from './item-table.tsx';

interface Reason extends Record<string, unknown> {
  readonly reason: string;
}
/** While a batch runs, its counts are read again. */
const LOOK_AGAIN_MS = 3_000;

/** Batches of retrievals: who asked, who agreed, what became of each order. */
export function BatchList() {
  const t = useText();
  const screen = useListPage<BatchRow>({
    load: retrieval.page,
    idOf: (row) => row.batchNo,
    columns: batchColumns,
    filters: batchFilters,
    defaultSort: '-createdAt',
    file: { endpoint: retrieval.exportList, jobKind: 'retrievals.export' },
  });
  const { list } = screen;
  const isRunning = list.rows.some(({ batchStatus }) => batchStatus === 'RUNNING');
  const { refresh } = list;
  useEffect(() => {
    if (!isRunning) return;
    const timer = setTimeout(refresh, LOOK_AGAIN_MS);
    return () => {
      clearTimeout(timer);
    };
  });
  const decisions = useDecisions<BatchRow>({
    list,
    nameOf: (row) => row.batchNo,
    approve: decision(retrieval.approve, ({ batchNo, version }: BatchRow, note) => ({ batchNo, version, note })),
    reject: decision(retrieval.reject, ({ batchNo, version }: BatchRow, note: string) => ({ batchNo, version, note })),
  });
  const reverse = useAction({
    name: 'retrievalReverse',
    endpoint: retrieval.reverse,
    request: ({ batchNo }: BatchRow, { reason }: Reason) => ({ batchNo, reason }),
    list: { refresh: list.refresh },
    facts: (row, reply) => ({ name: row.batchNo, count: reply?.orders ?? 0 }),
  });
  return (
    <ListScreen
      of={screen}
      title={t('retrieval.history')}
      rowActions={[...decisions.rowActions, allowedAs(reverse, 'reverse')]}
      detail={({ batchNo }) => <BatchDetail batchNo={batchNo} />}
      emptyText={t('retrieval.noBatches')}
    >
      <DecisionDialogs decisions={decisions}>{(row) => <Effect row={row} />}</DecisionDialogs>
      <AskReason action={reverse}>
        <p>{t('retrieval.reverseText')}</p>
      </AskReason>
    </ListScreen>
  );
}

/** What releasing a batch does, in orders and money. */
function Effect({ row }: { readonly row: BatchRow }) {
  const t = useText();
  return (
    <p>{t(`retrieval.effect.${row.targetStatus}`, { count: row.orderCount, money: formatMoney(row.totalCents) })}</p>
  );
}

/** One batch and its orders; those that stayed can be taken along as a file. */
function BatchDetail({ batchNo }: Pick<BatchRow, 'batchNo'>) {
  const t = useText();
  return (
    <DetailOf endpoint={retrieval.detail} request={{ batchNo }}>
      {(info) => (
        <>
          <DescriptionList of={info} columns={batchColumns} />
          <h3 className="kp-section-title">{t('retrieval.orders')}</h3>
          <ItemTable items={info.items} />
          {info.failCount > 0 && (
            <Button
              text={t('retrieval.saveFailed', { count: info.failCount })}
              onClick={() => {
                saveFailed(info.batchNo, info.items);
              }}
            />
          )}
        </>
      )}
    </DetailOf>
  );
}

function saveFailed(batchNo: string, items: readonly ItemRow[]): void {
  const failed = items
    .filter(({ itemStatus }) => itemStatus === 'FAILURE')
    .map(({ orderNo, fault }) => [orderNo, fault?.msg ?? '']);
  saveFile({ fileName: `${batchNo}-failed.csv`, blob: new Blob([csvText([['orderNo', 'reason'], ...failed])]) });
}
