import { Failed, formatCount, ModalBody, type PluginScope, useEndpoint } from '@kituo/sdk';
import { job } from '@kituo/sdk/contracts';

const MAX = 100;

/** What failed of a job, each with why: what is not named by a number is by its row. */
function JobResult({ jobNo }: { readonly jobNo: string }) {
  const request = { jobNo, itemStatus: 'FAILURE', page: 1, pageSize: MAX } as const;
  const { data, error, refetch } = useEndpoint(job.items, request);
  if (error !== null) return <Failed error={error} onRetry={() => void refetch()} />;
  const { rows = [], total = 0 } = data ?? {};
  return (
    <ModalBody>
      <ul className="home-rows" aria-busy={data === undefined}>
        {rows.map(({ itemNo, subjectNo, reason }) => (
          <li key={itemNo} className="home-row">
            <b>{subjectNo ?? `#${itemNo}`}</b>
            <span>{reason}</span>
          </li>
        ))}
      </ul>
      {total > MAX && <p className="home-quiet">+ {formatCount(total - MAX)}</p>}
    </ModalBody>
  );
}

/** Loaded with the first result that somebody opens. */
export function openJobResult(scope: PluginScope, { jobNo, title }: job.JobRow): void {
  scope.openModal({ title, content: () => <JobResult jobNo={jobNo} /> });
}
