import { Button, Failed, useText } from '@kituo/sdk';
import type { auditAllot } from '@kituo/sdk/contracts';
import type { Detail } from '@kituo/sdk/page';
import { useState } from 'react';
import type { DragEvent } from 'react';
import { clockOf } from './clock.ts';
import { readDragged } from './use-row-drag.ts';
import './reviewer-loads.css';

type Reviewer = auditAllot.Reviewer;
/** As many stand there at first; a phone shows three of them. */
const FIRST = 9;
const FIRST_ON_PHONE = 3;

/** How full everybody is. Orders are dropped on a person, or given with the button once they are selected. */
export function ReviewerLoads(props: {
  readonly reviewers: Detail<readonly Reviewer[]>;
  readonly selectedCount: number;
  /** Orders that were dropped on somebody; null: those that are selected. */
  readonly onGive: (reviewer: Reviewer, orderNos: readonly string[] | null) => void;
}) {
  const t = useText();
  const [showsAll, setShowsAll] = useState(false);
  const { data, error, refresh } = props.reviewers;
  if (error !== null) return <Failed error={error} onRetry={refresh} />;
  if (data?.length === 0) return <p className="kp-muted">{t('loads.none')}</p>;
  const ranked = [...(data ?? [])].sort((one, other) => Number(one.refusal !== null) - Number(other.refusal !== null));
  const shown = showsAll ? ranked : ranked.slice(0, FIRST);
  return (
    <section className="au-loads" data-all={showsAll} aria-label={t('loads.label')} aria-busy={data === null}>
      <ul>
        {shown.map((reviewer) => (
          <LoadBar key={reviewer.auditorUserNo} {...props} reviewer={reviewer} />
        ))}
      </ul>
      {ranked.length > FIRST_ON_PHONE && (
        <Button
          {...(ranked.length <= FIRST && { className: 'au-phone-only' })}
          variant="minimal"
          size="small"
          text={t(showsAll ? 'loads.fewer' : 'loads.all', { count: ranked.length })}
          onClick={() => {
            setShowsAll(!showsAll);
          }}
        />
      )}
    </section>
  );
}

function LoadBar(props: {
  readonly reviewer: Reviewer;
  readonly selectedCount: number;
  readonly onGive: (reviewer: Reviewer, orderNos: readonly string[] | null) => void;
}) {
  const { reviewer, selectedCount } = props;
  const t = useText();
  const [isOver, setOver] = useState(false);
  const { openCount: open, doneToday: done, dailyCap: cap, refusal } = reviewer;
  const isOpen = refusal === null;
  const shareOf = (count: number) => `${cap === 0 ? 0 : Math.min(100, (100 * count) / cap)}%`;
  const drop = (event: DragEvent): void => {
    setOver(false);
    const orderNos = readDragged(event);
    if (orderNos === null || !isOpen) return;
    event.preventDefault();
    props.onGive(reviewer, orderNos);
  };
  return (
    <li
      className="au-load"
      data-over={isOver && isOpen}
      data-closed={!isOpen}
      onDragOver={(event) => {
        if (!isOpen) return;
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => {
        setOver(false);
      }}
      onDrop={drop}
    >
      <span className="au-load-name" title={reviewer.groupName ?? undefined}>
        <span>{reviewer.auditorName}</span>
        {reviewer.isAiEmployee && <span className="au-ai">{t('loads.ai')}</span>}
      </span>
      <span className="au-load-bar" title={t('loads.title', { open, done, cap })}>
        <span className="au-load-done" style={{ width: shareOf(done) }} />
        <span className="au-load-open" style={{ width: shareOf(open) }} />
      </span>
      <span className="au-load-text ks-figures" title={refusal ?? undefined}>
        {refusal ?? t('loads.text', { open, places: reviewer.placesLeft })}
        {isOpen && reviewer.medianSeconds !== null && (
          <span title={t('loads.paceTitle')}>
            {' · '}
            {t('loads.pace', { time: clockOf(reviewer.medianSeconds) })}
          </span>
        )}
      </span>
      {isOpen && selectedCount > 0 && (
        <Button
          size="small"
          text={t('loads.give', { count: selectedCount })}
          aria-label={t('loads.giveTo', { count: selectedCount, name: reviewer.auditorName })}
          onClick={() => {
            props.onGive(reviewer, null);
          }}
        />
      )}
    </li>
  );
}
