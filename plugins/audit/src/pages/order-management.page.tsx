import { useCan, useNavigate, useText } from '@kituo/sdk';
import { auditOrder } from '@kituo/sdk/contracts';
import {
  BatchButton,
  DataTable,
  ExportButton,
  FilterBar,
  ListPage,
  useListPage,
  useOpened,
  useWordedColumns,
} from '@kituo/sdk/page';
import type { RowAction } from '@kituo/sdk/page';
import { AllotForm, AllotManyForm, RecallConfirm, RecallManyConfirm } from '../orders/allot.forms.tsx';
import { lastMonth, manageColumns, manageFilters, promotionChannels } from '../orders/order-fields.ts';
import type { ManageRow } from '../orders/order-fields.ts';
import { OrderBox } from '../orders/order-box.tsx';
import { OrderLog } from '../orders/order-log.tsx';
import { PHONE_CODE, PhoneDrawer } from '../orders/order-phone.tsx';
import { addressOf } from '../orders/places.ts';
import { ReturnButton } from '../orders/return-button.tsx';
import { StatusSummary } from '../orders/status-summary.tsx';
import { UnfoundNumbers } from '../orders/unfound.tsx';
import { mayRecall, useAllotActions } from '../orders/use-allot-actions.ts';
import { useReread } from '../orders/use-reread.ts';

/** Every order within the scope: find any, see where it stands, act on it. */
export function OrderManagementPage() {
  const t = useText();
  const go = useNavigate();
  const columns = useWordedColumns(manageColumns, 'promotionChannel', promotionChannels);
  const { list, layout, views, exporter } = useListPage<ManageRow>({
    load: auditOrder.manageList,
    idOf: (row) => row.orderNo,
    columns,
    filters: manageFilters,
    defaultSort: '-applyTime',
    initial: lastMonth(),
    file: {
      endpoint: auditOrder.manageExport,
      jobKind: 'orders.export',
      ask: ({ ids, ...scope }) => ({ ...scope, ...(ids && { orderNos: ids }) }),
    },
  });
  const actions = useAllotActions(list);
  useReread(actions.allocate.error ?? actions.reallocate.error ?? actions.recall.error, list.refresh);
  const logged = useOpened(list);
  const phoned = useOpened(list);
  const maySeePhones = useCan(PHONE_CODE);
  const opening = (name: 'detail' | 'review' | 'applyReReview'): RowAction<ManageRow> => ({
    name,
    label: t(`action.${name}.label`),
    isDangerous: false,
    isAllowed: (row) => row.allowedActions.includes(name),
    open: ({ orderNo }) => void go(addressOf(name, orderNo, 'OrderManagement')),
  });
  const log: RowAction<ManageRow> = {
    name: 'log',
    label: t('action.log.label'),
    isDangerous: false,
    isAllowed: (row) => row.allowedActions.includes('log'),
    open: logged.open,
  };
  const phone: RowAction<ManageRow> = {
    name: 'phone',
    label: t('action.phone.label'),
    isDangerous: false,
    isAllowed: () => maySeePhones,
    open: phoned.open,
  };
  const open = opening('detail');

  return (
    <ListPage
      list={list}
      title={t('manage.title')}
      views={views}
      action={
        <div className="au-head-actions">
          <ReturnButton list={list} />
          <OrderBox list={list} />
        </div>
      }
      batch={
        <>
          <BatchButton batch={actions.allotMany} />
          {mayRecall() && <BatchButton batch={actions.recallMany} />}
          <ExportButton exporter={exporter} />
        </>
      }
    >
      <StatusSummary list={list} />
      <FilterBar list={list} layout={layout}>
        <ExportButton exporter={exporter} />
      </FilterBar>
      <UnfoundNumbers orderNo={list.state.filters['orderNo'] ?? ''} />
      <DataTable
        list={list}
        layout={layout}
        label={t('manage.title')}
        nameOf={(row) => row.orderNo}
        rowActions={[opening('review'), ...actions.rowActions, open, opening('applyReReview'), log, phone]}
        isSelectable={actions.allotMany.action.isPermitted || mayRecall() || exporter.isPermitted}
        onOpen={open.open}
      />
      <OrderLog opened={logged.row} onClose={logged.close} />
      <PhoneDrawer opened={phoned.row} onClose={phoned.close} />
      <AllotForm action={actions.allocate} />
      <AllotForm action={actions.reallocate} />
      <RecallConfirm action={actions.recall} />
      <AllotManyForm batch={actions.allotMany} />
      <RecallManyConfirm batch={actions.recallMany} />
    </ListPage>
  );
}
