import { formatMoney, useText } from '@kituo/sdk';
import { change, refund } from '@kituo/sdk/contracts';
import {
  allowedAs,
  Ask,
  ListScreen,
  onPage,
  PlusIcon,
  useAction,
  useBatch,
  useListPage,
  useRefreshOnRows,
} from '@kituo/sdk/page';
import { useState } from 'react';
import { lastMonth } from '../parts/last-month.ts';
import { BatchForm, type BatchReason, MAX } from '../refunds/batch.form.tsx';
import { RefundDetail } from '../refunds/refund.detail.tsx';
import { refundColumns, refundFilters, type RefundRow } from '../refunds/refund-fields.ts';
import { RefundForm, refundOf, type RefundValues } from '../refunds/refund.form.tsx';

/** Applying for refunds of customers' credit, and following them to the end. */
export function ClientRefundManagementPage() {
  const t = useText();
  const [initial] = useState(lastMonth);
  const screen = useListPage<RefundRow>({
    load: refund.page,
    idOf: (row) => row.refundNo,
    columns: refundColumns,
    filters: refundFilters,
    defaultSort: '-applyTime',
    initial,
    file: { endpoint: refund.exportList, jobKind: 'refunds.export' },
  });
  useRefreshOnRows(screen.list, (row) => [row.refundNo]);
  const { list } = screen;
  const apply = useAction({
    name: 'refundApply',
    endpoint: refund.submit,
    request: (_nothing: null, values: RefundValues) => refundOf(values),
    list: { refresh: list.refresh },
    facts: (_nothing, reply) => ({ name: reply?.refundNo ?? '' }),
  });
  const again = useAction({
    name: 'reRefund',
    endpoint: refund.reRefund,
    request: ({ refundNo }: RefundRow) => ({ refundNo }),
    list,
    facts: (row) => ({ name: row.refundNo }),
  });
  const many = useBatch<typeof refund.batchReRefund, RefundRow, BatchReason>({
    name: 'batchReRefund',
    endpoint: refund.batchReRefund,
    jobKind: 'refund.reRefundMany',
    most: MAX,
    list,
    waitsIn: change.changeFamilies.refundBatch,
    request: ({ ids }, { reason }) => ({ refundNos: [...(ids ?? [])], reason }),
  });
  const add = { ...apply, isAllowed: () => apply.isPermitted };
  return (
    <ListScreen
      of={screen}
      title={t('refunds.title')}
      rowActions={[allowedAs(again, 'reRefund')]}
      pageActions={[onPage(add, null, <PlusIcon aria-hidden title={false} />)]}
      batches={[many]}
      detail={({ refundNo }) => <RefundDetail refundNo={refundNo} />}
      emptyText={t('refunds.none')}
    >
      <RefundForm action={apply} />
      <Ask
        action={again}
        say={({ amountCents, payeeName }) =>
          t('refunds.againText', { money: formatMoney(amountCents), payee: payeeName })
        }
      />
      <BatchForm batch={many} list={list} allowedAs="reRefund" />
    </ListScreen>
  );
}
