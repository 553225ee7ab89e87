import { useNavigate, useText } from '@kituo/sdk';
import { auditOrder } from '@kituo/sdk/contracts';
import {
  AskReason,
  BatchAction,
  BatchButton,
  DataTable,
  ExportButton,
  fieldsOf,
  FilterBar,
  FormDialog,
  ListPage,
  PageTabs,
  useAction,
  useDetail,
  useRefreshOn,
  useListPage,
} from '@kituo/sdk/page';
import type { Column, Filters, RowAction } from '@kituo/sdk/page';
import { MyDay } from '../orders/my-day.tsx';
import { lastWeekDecided, myDoneColumns, myDoneFilters, myFilters, myPendingColumns } from '../orders/order-fields.ts';
import type { MyRow } from '../orders/order-fields.ts';
import { addressOf } from '../orders/places.ts';
import { useRelease } from '../orders/use-allot-actions.ts';
import { useReread } from '../orders/use-reread.ts';

const { Text, Moment } = fieldsOf<Record<'reason' | 'content' | 'remindAt', unknown>>();
interface FollowUp extends Record<string, unknown> {
  readonly content: string;
  readonly remindAt: string | null;
}

/** The reviewer's own queue: what is to be decided, then what was. */
export function MyAuditPage() {
  const t = useText();
  const summary = useDetail(auditOrder.mySummary, {});
  // As the menu counts it.
  const open = summary.data?.openCount ?? 0;
  return (
    <PageTabs
      label={t('mine.title')}
      tabs={[
        {
          name: 'pending',
          ...(open > 0 && { count: open }),
          content: () => <Queue tab="PENDING" columns={myPendingColumns} filters={myFilters} />,
        },
        { name: 'done', content: () => <Queue tab="DONE" columns={myDoneColumns} filters={myDoneFilters} /> },
      ]}
    />
  );
}

function Queue(props: {
  readonly tab: 'PENDING' | 'DONE';
  readonly columns: readonly Column<MyRow>[];
  readonly filters: Filters;
}) {
  const { tab, columns, filters } = props;
  const t = useText();
  const go = useNavigate();
  const isPending = tab === 'PENDING';
  const { list, layout, views, exporter } = useListPage<MyRow>({
    load: {
      ...auditOrder.myPage,
      name: `${auditOrder.myPage.name}.${isPending ? 'pending' : 'done'}`,
    },
    idOf: (row) => row.orderNo,
    columns,
    filters,
    defaultSort: isPending ? 'applyTime' : '-auditTime',
    always: { tab },
    ...(!isPending && { initial: lastWeekDecided() }),
    file: { endpoint: auditOrder.myExport, jobKind: 'orders.exportOwn' },
  });
  const summary = useDetail(auditOrder.mySummary, {});
  const refresh = (): void => {
    list.refresh();
    summary.refresh();
  };
  useRefreshOn('orders', refresh);
  const { release, releaseMany } = useRelease({ ...list, refresh });
  useReread(release.error, refresh);
  const followUp = useAction({
    name: 'followUp',
    endpoint: auditOrder.followUpSave,
    request: (row: MyRow, { content, remindAt }: FollowUp) => ({
      orderNo: row.orderNo,
      content,
      ...(remindAt !== null && remindAt !== '' && { remindAt }),
    }),
    list: { refresh },
    facts: ({ orderNo }) => ({ orderNo }),
  });
  const opening = (name: 'detail' | 'review'): RowAction<MyRow> => ({
    name,
    label: t(`action.${name}.label`),
    isDangerous: false,
    isAllowed: (row) => row.allowedActions.includes(name),
    open: ({ orderNo }) => void go(addressOf(name, orderNo, 'MyAudit')),
  });
  const [review, detail] = [opening('review'), opening('detail')];
  return (
    <ListPage
      list={list}
      title={t('mine.title')}
      views={views}
      batch={
        <>
          {isPending && <BatchButton batch={releaseMany} />}
          <ExportButton exporter={exporter} />
        </>
      }
    >
      <MyDay summary={summary} />
      <FilterBar list={list} layout={layout}>
        <ExportButton exporter={exporter} />
      </FilterBar>
      <DataTable
        list={list}
        layout={layout}
        label={t('mine.title')}
        nameOf={(row) => row.orderNo}
        rowActions={[review, followUp, release, detail]}
        isSelectable={exporter.isPermitted || (isPending && releaseMany.action.isPermitted)}
        emptyText={t(isPending ? 'mine.nonePending' : 'mine.noneDone')}
        onOpen={(row) => {
          (review.isAllowed(row) ? review : detail).open(row);
        }}
      />
      <AskReason action={release} />
      <BatchAction batch={releaseMany} nameOf={(orderNo) => orderNo} defaults={() => ({ reason: '' })}>
        <Text name="reason" isLong maxLength={200} />
      </BatchAction>
      <FormDialog action={followUp} defaults={(): FollowUp => ({ content: '', remindAt: null })}>
        <Text name="content" isLong maxLength={200} />
        <Moment name="remindAt" isOptional />
      </FormDialog>
    </ListPage>
  );
}
