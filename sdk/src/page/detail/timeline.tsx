import type { ReactNode } from 'react';
import { EatTime } from '../../components/values.tsx';
import type { Moment } from '../../format/dates.ts';
import type { StatusTone } from '../list/dictionary.ts';
import { useKitText } from '../platform.ts';
import './detail.css';

/** Something that happened. */
export interface TimelineEntry {
  /** What tells entries apart. */
  readonly id: string;
  readonly at: Moment;
  readonly title: ReactNode;
  /** Who did it; the system where it is left out. */
  readonly who?: string | null;
  readonly text?: ReactNode;
  /** The colour of its dot; grey unless said otherwise. */
  readonly tone?: StatusTone;
}

/**
 * What happened, newest first as the entries come: when, what, who.
 *
 * @example <Timeline label={t('order.history')} entries={[{ id: '1', at: order.applyTime, title: t('applied') }]} />
 */
export function Timeline(props: { readonly label: string; readonly entries: readonly TimelineEntry[] }) {
  const kit = useKitText();
  if (props.entries.length === 0) return <p className="kp-muted">{kit('timeline.none')}</p>;
  return (
    <ol className="kp-timeline" aria-label={props.label}>
      {props.entries.map((entry) => (
        <li key={entry.id} data-tone={entry.tone ?? 'waiting'}>
          <div className="kp-timeline-head">
            <strong>{entry.title}</strong>
            <span className="kp-muted">
              <EatTime at={entry.at} />
              {entry.who !== undefined && ` · ${entry.who ?? kit('timeline.system')}`}
            </span>
          </div>
          {entry.text !== undefined && <div className="kp-timeline-text">{entry.text}</div>}
        </li>
      ))}
    </ol>
  );
}
