import { apiLanguage, formatAge, formatCount, Link, session$, useLocation, useText, useValue } from '@kituo/sdk';
import type { approval, ReplyOf } from '@kituo/sdk/contracts';
import { Suspense, lazy, useEffect, useRef, useState } from 'react';

type Row = approval.ApprovalRow;
const SHOWN = 5;

/** The dialog that decides comes with the first review. */
const ApprovalReview = lazy(() =>
  import('./approval-review.tsx').then((module) => ({ default: module.ApprovalReview })),
);

const nameOf = ({ title, subjectName }: Row) => (subjectName === '' ? title : `${title}: ${subjectName}`);

/** Everything that awaits one's approval, of whatever section; nothing where nothing does. */
export function Approvals(props: {
  readonly approvals: { readonly data: ReplyOf<typeof approval.list> | undefined; readonly refetch: () => unknown };
}) {
  const { data, refetch } = props.approvals;
  const t = useText();
  const { hash } = useLocation();
  const section = useRef<HTMLElement>(null);
  const [areAllShown, setAllShown] = useState(false);
  const [opened, setOpened] = useState<{ readonly row: Row; readonly time: number } | null>(null);
  const { rows, queues, total } = data ?? { rows: [], queues: [], total: 0 };
  const isAskedFor = hash === '#approvals' && total > 0;
  useEffect(() => {
    if (isAskedFor) section.current?.scrollIntoView?.({ block: 'start' });
  }, [isAskedFor]);
  return (
    <>
      {total > 0 && (
        <section ref={section} id="approvals" className="home-section" aria-labelledby="home-approvals-title">
          <header className="home-section-head">
            <h2 id="home-approvals-title">
              {t('approval.title')} ({total})
            </h2>
            {rows.length > SHOWN && !areAllShown && (
              <button type="button" className="ks-link-button" onClick={() => setAllShown(true)}>
                {t('approval.more', { count: rows.length - SHOWN })}
              </button>
            )}
          </header>
          <ul className="home-rows">
            {rows.slice(0, areAllShown ? rows.length : SHOWN).map((row) => (
              <ApprovalLine
                key={row.approvalNo}
                row={row}
                onReview={() => setOpened((last) => ({ row, time: (last?.time ?? 0) + 1 }))}
              />
            ))}
            {queues.map((queue) => (
              <QueueLine key={queue.key} queue={queue} />
            ))}
          </ul>
        </section>
      )}
      {opened !== null && (
        <Suspense fallback={null}>
          <ApprovalReview row={opened.row} time={opened.time} nameOf={nameOf} onDecided={() => void refetch()} />
        </Suspense>
      )}
    </>
  );
}

/** What is decided on a page of its own: how much, and the way there. */
function QueueLine({ queue }: { readonly queue: ReplyOf<typeof approval.list>['queues'][number] }) {
  const t = useText();
  return (
    <li className="home-row">
      <span className="home-row-main">
        {queue.title} ({formatCount(queue.count)})
      </span>
      <Link className="ks-link-button" to={queue.path} aria-label={t('approval.reviewOf', { name: queue.title })}>
        {t('approval.review')}
      </Link>
    </li>
  );
}

function ApprovalLine({ row, onReview }: { readonly row: Row; readonly onReview: () => void }) {
  const t = useText();
  const language = apiLanguage(useValue(session$).language);
  const { makerName, createdAt, lapsesAt } = row;
  return (
    <li className="home-row">
      <span className="home-row-main" title={nameOf(row)}>
        {nameOf(row)}
      </span>
      <span className="home-quiet">
        {t('approval.by', { name: makerName })} · {formatAge(createdAt, language)}
        {lapsesAt !== null && ` · ${t('approval.expires', { time: formatAge(lapsesAt, language) })}`}
      </span>
      <button
        type="button"
        className="ks-link-button"
        aria-label={t('approval.reviewOf', { name: nameOf(row) })}
        onClick={onReview}
      >
        {t('approval.review')}
      </button>
    </li>
  );
}
