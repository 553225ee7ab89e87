import { Failed, useText } from '@kituo/sdk';
import { reReview } from '@kituo/sdk/contracts';
import {
  DataTable,
  ExportButton,
  FilterBar,
  ListPage,
  useDetail,
  useExport,
  useLayout,
  useRows,
  useViews,
} from '@kituo/sdk/page';
import { outcomeColumns } from './re-review-fields.ts';
import type { OutcomeRow } from './re-review-fields.ts';

/** How re-reviews of the last 90 days ended, by the code of the first refusal. */
export function Outcomes() {
  const t = useText();
  const outcomes = useDetail(reReview.outcomes, {});
  const list = useRows<OutcomeRow>({
    name: 'audit.reReviewOutcomes',
    rows: outcomes.data ?? [],
    idOf: ({ refuseCode }) => refuseCode ?? '-',
    columns: outcomeColumns,
    onRefresh: outcomes.refresh,
  });
  const layout = useLayout(list.name, outcomeColumns);
  const views = useViews(list, layout);
  const exporter = useExport({
    list,
    endpoint: reReview.outcomesExport,
    jobKind: 'reReviews.exportOutcomes',
    request: ({ format }) => ({ format, filters: {} }),
  });
  return (
    <ListPage list={list} title={t('reReview.outcomes')} views={views}>
      <FilterBar list={list} layout={layout}>
        <ExportButton exporter={exporter} />
      </FilterBar>
      {outcomes.error !== null ? (
        <Failed error={outcomes.error} onRetry={outcomes.refresh} />
      ) : outcomes.data === null ? (
        <p className="kp-muted">{t('reReview.looking')}</p>
      ) : (
        <DataTable
          list={list}
          layout={layout}
          label={t('reReview.outcomes')}
          nameOf={({ refuseCode }) => refuseCode ?? '-'}
          emptyText={t('reReview.noOutcomes')}
        />
      )}
    </ListPage>
  );
}
