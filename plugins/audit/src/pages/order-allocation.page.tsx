import { useInterval, useNavigate, useText } from '@kituo/sdk';
import { auditAllot } from '@kituo/sdk/contracts';
import {
  BatchButton,
  BatchConfirm,
  DataTable,
  ExportButton,
  FilterBar,
  ListPage,
  PageTabs,
  useBatch,
  useDetail,
  useListPage,
} from '@kituo/sdk/page';
import type { Column } from '@kituo/sdk/page';
import { useState } from 'react';
import { AllotForm, AllotManyForm, RecallConfirm, RecallManyConfirm } from '../orders/allot.forms.tsx';
import { allotFilters, inReviewColumns, lastWeek, toAllotColumns } from '../orders/order-fields.ts';
import type { AllotRow } from '../orders/order-fields.ts';
import { addressOf } from '../orders/places.ts';
import { ReviewerLoads } from '../orders/reviewer-loads.tsx';
import { mayRecall, useAllotActions } from '../orders/use-allot-actions.ts';
import { useReread } from '../orders/use-reread.ts';
import { rowDrag } from '../orders/use-row-drag.ts';

const REFRESH_MS = 30_000;

/** Waiting orders, spread over reviewers; and what reviewers have. */
export function OrderAllocationPage() {
  const t = useText();
  return (
    <PageTabs
      label={t('allocation.title')}
      tabs={[
        { name: 'toAllot', content: () => <Orders status="TO_ALLOCATE" columns={toAllotColumns} /> },
        { name: 'inReview', content: () => <Orders status="PENDING_REVIEW" columns={inReviewColumns} /> },
      ]}
    />
  );
}

function Orders(props: {
  readonly status: 'TO_ALLOCATE' | 'PENDING_REVIEW';
  readonly columns: readonly Column<AllotRow>[];
}) {
  const { status, columns } = props;
  const t = useText();
  const go = useNavigate();
  const isWaiting = status === 'TO_ALLOCATE';
  const { list, layout, views, exporter } = useListPage<AllotRow>({
    load: { ...auditAllot.page, name: `${auditAllot.page.name}.${isWaiting ? 'waiting' : 'held'}` },
    idOf: (row) => row.orderNo,
    columns,
    filters: allotFilters,
    defaultSort: 'applyTime',
    always: { orderStatus: status },
    initial: lastWeek(),
    file: { endpoint: auditAllot.exportList, jobKind: 'orders.exportAllot' },
  });
  const reviewers = useDetail(auditAllot.auditors, {});
  const refresh = (): void => {
    list.refresh();
    reviewers.refresh();
  };
  const actions = useAllotActions({ ...list, refresh });
  useReread(actions.allocate.error ?? actions.reallocate.error ?? actions.recall.error, refresh);
  useInterval(refresh, REFRESH_MS);
  const auto = useBatch({
    name: 'autoAllot',
    endpoint: auditAllot.auto,
    jobKind: 'orders.autoAllot',
    most: auditAllot.MAX_ORDERS,
    list: { ...list, refresh },
    takesFilter: true,
    request: ({ ids, filters }) => ({
      orderNos: ids && [...ids],
      filters: auditAllot.auto.request.shape.filters.parse({ ...filters, orderStatus: status }),
    }),
  });
  const [target, setTarget] = useState<string | null>(null);
  const selected = [...list.selection.rows.keys()];
  const give = (auditorUserNo: string, orderNos: readonly string[] | null): void => {
    const ids = orderNos ?? selected;
    setTarget(auditorUserNo);
    actions.allotMany.action.open({ ids, filters: {}, count: ids.length });
  };
  const detail = (row: AllotRow) => void go(addressOf('detail', row.orderNo, 'OrderAllocation'));
  return (
    <ListPage
      list={list}
      title={t('allocation.title')}
      views={views}
      action={isWaiting && <BatchButton batch={auto} />}
      batch={
        <>
          {isWaiting && <BatchButton batch={actions.allotMany} />}
          {!isWaiting && mayRecall() && <BatchButton batch={actions.recallMany} />}
          <ExportButton exporter={exporter} />
        </>
      }
    >
      <ReviewerLoads
        reviewers={reviewers}
        selectedCount={isWaiting ? selected.length : 0}
        onGive={({ auditorUserNo }, orderNos) => {
          if (isWaiting) give(auditorUserNo, orderNos);
        }}
      />
      <FilterBar list={list} layout={layout}>
        <ExportButton exporter={exporter} />
      </FilterBar>
      <div className="au-list" {...(isWaiting && rowDrag(list.rows, selected))}>
        <DataTable
          list={list}
          layout={layout}
          label={t('allocation.title')}
          nameOf={(row) => row.orderNo}
          rowActions={actions.rowActions}
          isSelectable={exporter.isPermitted || (isWaiting ? actions.allotMany.action.isPermitted : mayRecall())}
          onOpen={detail}
          emptyText={t(isWaiting ? 'allocation.noneWaiting' : 'allocation.noneHeld')}
        />
      </div>
      <AllotForm action={actions.allocate} />
      <AllotForm action={actions.reallocate} />
      <RecallConfirm action={actions.recall} />
      <AllotManyForm key={target} batch={actions.allotMany} auditorUserNos={target === null ? [] : [target]} />
      <RecallManyConfirm batch={actions.recallMany} />
      <BatchConfirm
        batch={auto}
        nameOf={(orderNo) => orderNo}
        describe={({ count }) => <p>{t('allot.autoEffect', { count })}</p>}
      />
    </ListPage>
  );
}
