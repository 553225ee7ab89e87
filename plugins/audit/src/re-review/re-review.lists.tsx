import { useNavigate, useText } from '@kituo/sdk';
import { reReview } from '@kituo/sdk/contracts';
import {
  BatchButton,
  DataTable,
  ExportButton,
  FilterBar,
  ListPage,
  useAction,
  useBatch,
  useListPage,
} from '@kituo/sdk/page';
import type { RowAction } from '@kituo/sdk/page';
import { addressOf } from '../orders/places.ts';
import { lastDays } from '@kituo/sdk';
import { useState } from 'react';
import { ApplyBatchForm, ApplyForm } from './apply.forms.tsx';
import type { ApplyValues } from './apply.forms.tsx';
import { QuotaGauge } from './quota-gauge.tsx';
import { eligibleColumns, eligibleFilters, submittedColumns, submittedFilters } from './re-review-fields.ts';
import type { ReReviewRow } from './re-review-fields.ts';
import { ReReviewDetail } from './re-review.detail.tsx';
import { WhyNot } from './why-not.tsx';

/** The days that the page's date filter starts with. */
function lastThirty(): string {
  const { from, to } = lastDays(30);
  return `${from}..${to}`;
}

/** What a tab shows, as a file. */
const exported = { endpoint: reReview.exportList, jobKind: 'reReviews.export' } as const;

/** Refused orders that may be looked at once more; submitted one by one or together, within the quota. */
export function EligibleList() {
  const t = useText();
  const [initial] = useState(() => ({ refuseTime: lastThirty() }));
  const { list, layout, views, exporter, opened } = useListPage<ReReviewRow>({
    load: { ...reReview.page, name: `${reReview.page.name}.eligible` },
    idOf: (row) => row.orderNo,
    columns: eligibleColumns,
    filters: eligibleFilters,
    always: { tab: 'ELIGIBLE' },
    defaultSort: '-refuseTime',
    initial,
    file: exported,
  });
  const { phone, file } = useLooks(opened.open);
  const [sent, setSent] = useState(0);
  const apply = useAction({
    name: 'apply',
    endpoint: reReview.apply,
    request: ({ orderNo }: ReReviewRow, { applyReason, file }: ApplyValues) => ({
      orderNo,
      applyReason,
      attachIds: file === null ? [] : [file.attachId],
    }),
    list: { refresh: list.refresh },
    facts: (row, reply) => ({ name: row.orderNo, left: reply?.remaining ?? 0 }),
    onDone: () => {
      setSent((now) => now + 1);
    },
  });
  const batch = useBatch({
    name: 'reReviewBatch',
    endpoint: reReview.applyMany,
    jobKind: 'reReviews.apply',
    most: reReview.MAX_APPLIED,
    list,
    request: ({ ids }, { applyReason }: Pick<ApplyValues, 'applyReason'>) => ({
      orderNos: [...(ids ?? [])],
      applyReason,
    }),
  });
  return (
    <ListPage
      list={list}
      title={t('reReview.eligible')}
      views={views}
      batch={
        <>
          <BatchButton batch={batch} />
          <ExportButton exporter={exporter} />
        </>
      }
    >
      <QuotaGauge turn={sent} />
      <FilterBar list={list} layout={layout}>
        <ExportButton exporter={exporter} />
      </FilterBar>
      <WhyNot list={list}>
        <DataTable
          list={list}
          layout={layout}
          label={t('reReview.eligible')}
          nameOf={(row) => row.orderNo}
          rowActions={[apply, file, phone]}
          isSelectable={batch.action.isPermitted || exporter.isPermitted}
          onOpen={opened.open}
        />
      </WhyNot>
      <ReReviewDetail opened={opened.row} columns={eligibleColumns} onClose={opened.close} />
      <ApplyForm action={apply} />
      <ApplyBatchForm batch={batch} />
    </ListPage>
  );
}

/** What can be looked at of a row: the phone as it was first submitted, and the order's file. */
function useLooks(open: (row: ReReviewRow) => void) {
  const t = useText();
  const go = useNavigate();
  const phone: RowAction<ReReviewRow> = {
    name: 'originalPhone',
    label: t('action.originalPhone.label'),
    isDangerous: false,
    isAllowed: ({ allowedActions }) => allowedActions.includes('originalPhone'),
    open,
  };
  const file: RowAction<ReReviewRow> = {
    name: 'detail',
    label: t('action.detail.label'),
    isDangerous: false,
    isAllowed: () => true,
    open: ({ orderNo }) => void go(addressOf('detail', orderNo, 'RejectOrderReview')),
  };
  return { phone, file };
}

/** What was submitted, and how it ended. */
export function SubmittedList() {
  const t = useText();
  const [initial] = useState(() => ({ refuseTime: lastThirty() }));
  const { list, layout, views, exporter, opened } = useListPage<ReReviewRow>({
    load: { ...reReview.page, name: `${reReview.page.name}.submitted` },
    idOf: (row) => row.reReviewNo ?? row.orderNo,
    columns: submittedColumns,
    filters: submittedFilters,
    always: { tab: 'SUBMITTED' },
    defaultSort: '-applyTime',
    initial,
    file: exported,
  });
  const { phone, file } = useLooks(opened.open);
  return (
    <ListPage list={list} title={t('reReview.submitted')} views={views} batch={<ExportButton exporter={exporter} />}>
      <FilterBar list={list} layout={layout}>
        <ExportButton exporter={exporter} />
      </FilterBar>
      <DataTable
        list={list}
        layout={layout}
        label={t('reReview.submitted')}
        nameOf={(row) => row.orderNo}
        rowActions={[file, phone]}
        isSelectable={exporter.isPermitted}
        onOpen={opened.open}
      />
      <ReReviewDetail opened={opened.row} columns={submittedColumns} onClose={opened.close} />
    </ListPage>
  );
}
