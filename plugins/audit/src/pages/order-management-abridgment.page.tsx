import { Button, CopyIcon, Empty, useText } from '@kituo/sdk';
import { auditOrder } from '@kituo/sdk/contracts';
import {
  DataTable,
  DetailDrawer,
  ExportButton,
  FilterBar,
  ListPage,
  ORDER_STATUS,
  Timeline,
  useDetail,
  useListPage,
} from '@kituo/sdk/page';
import type { ClipboardEvent } from 'react';
import { OrderBox } from '../orders/order-box.tsx';
import { abridgmentColumns, abridgmentFilters, lastWeek } from '../orders/order-fields.ts';
import type { AbridgedRow } from '../orders/order-fields.ts';
import '../orders/orders.css';

const KEYS = ['orderNo', 'phone', 'idCardNo'];

/** Where an application stands and what the customer may be told: for those who answer customers. */
export function OrderManagementAbridgmentPage() {
  const t = useText();
  const { list, layout, views, exporter, opened } = useListPage<AbridgedRow>({
    load: auditOrder.abridgmentList,
    idOf: (row) => row.orderNo,
    columns: abridgmentColumns,
    filters: abridgmentFilters,
    defaultSort: '-applyTime',
    initial: lastWeek(),
    file: {
      endpoint: auditOrder.abridgmentExport,
      jobKind: 'orders.exportAbridged',
      ask: ({ ids, ...scope }) => ({ ...scope, ...(ids && { orderNos: ids }) }),
    },
  });
  const { filters } = list.state;
  const held = Object.entries(filters).filter(([, value]) => value !== '');
  const key = held.find(([name]) => KEYS.includes(name));
  const isUnknown = key !== undefined && !list.isFirstLoad && list.error === null && list.rows.length === 0;
  // Copying a row gives what may be said, not the customer's data.
  const copySentence = (event: ClipboardEvent): void => {
    const at = event.target instanceof Element ? event.target.closest('tr[data-row]') : null;
    const row = list.rows[Number(at?.getAttribute('data-row') ?? -1)];
    if (row === undefined || String(window.getSelection()) !== '') return;
    event.preventDefault();
    event.stopPropagation();
    event.clipboardData.setData('text/plain', `${row.sentence.en}\n${row.sentence.sw}`);
  };
  return (
    <ListPage list={list} title={t('short.title')} views={views} action={<OrderBox list={list} most={1} />}>
      <FilterBar list={list} layout={layout}>
        <ExportButton exporter={exporter} />
      </FilterBar>
      {isUnknown ? (
        <div className="kp-table">
          {held.length > 1 ? (
            <Empty
              title={t('short.unknownHere')}
              text={t('short.unknownHereHint')}
              action={
                <Button
                  text={t('short.searchAll')}
                  onClick={() => {
                    list.clearFilters();
                    list.setFilter(key[0], key[1]);
                  }}
                />
              }
            />
          ) : (
            <Empty title={t('short.unknown')} text={t('short.unknownHint')} />
          )}
        </div>
      ) : (
        <div className="au-list" onCopyCapture={copySentence}>
          <DataTable
            list={list}
            layout={layout}
            label={t('short.title')}
            nameOf={(row) => row.orderNo}
            onOpen={opened.open}
          />
        </div>
      )}
      <ShortDetail opened={opened.row} onClose={opened.close} />
    </ListPage>
  );
}

function ShortDetail(props: { readonly opened: AbridgedRow | null; readonly onClose: () => void }) {
  const { opened } = props;
  const t = useText();
  const detail = useDetail(auditOrder.abridgmentDetail, opened && { orderNo: opened.orderNo });
  return (
    <DetailDrawer detail={detail} isOpen={opened !== null} title={opened?.orderNo ?? ''} onClose={props.onClose}>
      {({ path, sentence }) => (
        <>
          <h3>{t('short.mayTell')}</h3>
          <div className="au-sentence">
            {[sentence.en, sentence.sw].map((text, index) => (
              <p key={text} lang={index === 0 ? 'en' : 'sw'}>
                <span>{text}</span>
                <CopyIcon value={text} size={14} />
              </p>
            ))}
          </div>
          <h3>{t('short.path')}</h3>
          <Timeline
            label={t('short.path')}
            entries={[...path].reverse().map((step) => ({
              id: `${step.orderStatus} ${step.at}`,
              at: step.at,
              title: t(`ORDER_STATUS.${step.orderStatus}`),
              tone: ORDER_STATUS.toneOf(step.orderStatus),
            }))}
          />
        </>
      )}
    </DetailDrawer>
  );
}
