import { Button, formatMoney, saveFile, useText } from '@kituo/sdk';
import { csvText, retrieval } from '@kituo/sdk/contracts';
import {
  allowedAs,
  AskReason,
  Confirm,
  DescriptionList,
  DetailOf,
  fieldsOf,
  FormDialog,
  ListScreen,
  useAction,
  useDetail,
  useListPage,
} from '@kituo/sdk/page';
import type { Action } from '@kituo/sdk/page';
import { useEffect } from 'react';
import { batchColumns, batchFilters } from './retrieval-fields.ts';
import type { BatchRow, ItemRow } from './retrieval-fields.ts';
import { ItemTable } from './item-table.tsx';

interface Note extends Record<string, unknown> {
  readonly note: string;
}
interface Reason extends Record<string, unknown> {
  readonly reason: string;
}
const { Text: NoteText } = fieldsOf<Note>();
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
  const facts = (row: BatchRow) => ({ name: row.batchNo });
  const approve = useAction({
    name: 'retrievalApprove',
    endpoint: retrieval.approve,
    request: ({ batchNo, version }: BatchRow) => ({ batchNo, version }),
    list,
    facts,
  });
  const reject = useAction({
    name: 'retrievalReject',
    endpoint: retrieval.reject,
    request: ({ batchNo, version }: BatchRow, { note }: Note) => ({ batchNo, version, note }),
    list,
    facts,
    isDangerous: true,
  });
  const reverse = useAction({
    name: 'retrievalReverse',
    endpoint: retrieval.reverse,
    request: ({ batchNo }: BatchRow, { reason }: Reason) => ({ batchNo, reason }),
    list: { refresh: list.refresh },
    facts: (row, reply) => ({ ...facts(row), count: reply?.orders ?? 0 }),
  });
  const rowActions = [allowedAs(approve, 'approve'), allowedAs(reject, 'reject'), allowedAs(reverse, 'reverse')];
  return (
    <ListScreen
      of={screen}
      title={t('retrieval.history')}
      rowActions={rowActions}
      detail={({ batchNo }) => <BatchDetail batchNo={batchNo} />}
      emptyText={t('retrieval.noBatches')}
    >
      <ApproveConfirm action={approve} />
      <FormDialog action={reject} defaults={() => ({ note: '' })}>
        <NoteText name="note" isLong maxLength={200} />
      </FormDialog>
      <AskReason action={reverse}>
        <p>{t('retrieval.reverseText')}</p>
      </AskReason>
    </ListScreen>
  );
}

function ApproveConfirm(props: { readonly action: Action<BatchRow> }) {
  const t = useText();
  const { subject } = props.action;
  const detail = useDetail(retrieval.detail, subject && { batchNo: subject.batchNo });
  return (
    <Confirm
      action={props.action}
      preview={detail}
      describe={({ targetStatus, orderCount, totalCents, makerName, reason }) => (
        <>
          <p>
            {t(`retrieval.effect.${targetStatus}`, {
              count: orderCount,
              money: formatMoney(totalCents),
            })}
          </p>
          <p className="kp-muted">{t('retrieval.askedBy', { maker: makerName, reason })}</p>
        </>
      )}
    />
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
