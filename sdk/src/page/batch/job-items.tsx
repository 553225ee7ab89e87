import { Button, SegmentedControl } from '@blueprintjs/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../api/call.ts';
import { queryClient } from '../../api/query-client.ts';
import { StatusTag } from '../../components/status-tag.tsx';
import type { StatusTone } from '../../components/status-tag.tsx';
import { Failed } from '../../components/states.tsx';
import type { ReplyOf } from '../../contracts/endpoint.ts';
import { items } from '../../contracts/platform/job.contract.ts';
import type { JobRow } from '../../contracts/platform/job.contract.ts';
import { formatCount } from '../../format/money.ts';
import { isLiveJob } from '../../jobs/own-jobs.ts';
import { usePluginScope } from '../../scope/use-plugin-scope.ts';
import { useKitText } from '../platform.ts';

type JobItem = ReplyOf<typeof items>['rows'][number];

const TONES: Readonly<Record<JobItem['itemStatus'], StatusTone>> = {
  QUEUED: 'waiting',
  SUCCESS: 'good',
  FAILURE: 'failed',
  CANCELLED: 'waiting',
};
/** Results are read again so often while the job runs, in milliseconds. */
const LOOK_MS = 3_000;
const PAGE_SIZE = 50;

export interface ItemNames {
  /** What people call a subject; its number where null, the row's number where it has none. */
  readonly nameOf?: ((subjectNo: string) => string | null) | undefined;
}

/** What became of each item: the failed ones first where there are any, all of them one click away. */
export function JobItems(props: ItemNames & { readonly job: JobRow }) {
  const { job } = props;
  const kit = useKitText();
  const [chosen, setChosen] = useState<'failed' | 'all' | null>(null);
  const view = chosen ?? (job.failed > 0 ? 'failed' : 'all');
  const [page, setPage] = useState(1);
  const results = useItems(job, view === 'failed', page);
  if (results.error !== null) {
    return <Failed error={results.error} onRetry={() => void results.refetch()} />;
  }
  const { rows = [], total = 0 } = results.data ?? {};
  return (
    <section aria-label={kit('job.results')}>
      <SegmentedControl
        className="kp-job-view"
        size="small"
        aria-label={kit('job.results')}
        value={view}
        options={[
          { value: 'failed', label: kit('job.onlyFailed', { shown: formatCount(job.failed) }) },
          { value: 'all', label: kit('job.all', { shown: formatCount(job.total) }) },
        ]}
        onValueChange={(next) => {
          setChosen(next === 'failed' ? 'failed' : 'all');
          setPage(1);
        }}
      />
      {rows.length === 0 && !results.isPending && (
        <p className="kp-muted">{kit(view === 'failed' ? 'job.noneFailed' : 'job.noItems')}</p>
      )}
      <ol className="kp-job-items" aria-busy={results.isPending}>
        {rows.map((item) => (
          <ResultLine key={item.itemNo} item={item} nameOf={props.nameOf} />
        ))}
      </ol>
      <Turn page={page} pages={Math.max(1, Math.ceil(total / PAGE_SIZE))} onTurn={setPage} />
    </section>
  );
}

function useItems(job: JobRow, isFailed: boolean, page: number) {
  const scope = usePluginScope();
  const { jobNo } = job;
  const isLive = isLiveJob(job);
  return useQuery(
    {
      // The state is part of the key: what has ended is read once more.
      queryKey: scope.queryKey('jobItems', jobNo, isFailed, page, isLive),
      queryFn: ({ signal }) =>
        call(
          items,
          { jobNo, page, pageSize: PAGE_SIZE, ...(isFailed && { itemStatus: 'FAILURE' }) },
          { signal, showLoading: false, quiet: true },
        ),
      gcTime: 0,
      placeholderData: (before) => before,
      refetchInterval: isLive ? LOOK_MS : false,
    },
    queryClient,
  );
}

function ResultLine(props: ItemNames & { readonly item: JobItem }) {
  const { item, nameOf } = props;
  const { subjectNo } = item;
  const kit = useKitText();
  const name = subjectNo === null ? null : (nameOf?.(subjectNo) ?? subjectNo);
  return (
    <li>
      <span className="kp-job-subject">{name ?? kit('job.row', { number: item.itemNo })}</span>
      <StatusTag tone={TONES[item.itemStatus]} text={kit(`job.item.${item.itemStatus}`)} />
      {item.reason !== null && <span className="kp-job-why">{item.reason}</span>}
    </li>
  );
}

function Turn(props: { readonly page: number; readonly pages: number; readonly onTurn: (page: number) => void }) {
  const { page, pages, onTurn } = props;
  const kit = useKitText();
  if (pages <= 1) return null;
  return (
    <div className="kp-job-turn">
      <Button
        size="small"
        text={kit('paging.previous')}
        disabled={page <= 1}
        onClick={() => {
          onTurn(page - 1);
        }}
      />
      <span className="ks-figures kp-muted">
        {kit('paging.page', { page: formatCount(page), pages: formatCount(pages) })}
      </span>
      <Button
        size="small"
        text={kit('paging.next')}
        disabled={page >= pages}
        onClick={() => {
          onTurn(page + 1);
        }}
      />
    </div>
  );
}
