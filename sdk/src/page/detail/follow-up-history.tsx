import { Button } from '@blueprintjs/core';
import { useState } from 'react';
import { useKitText } from '../platform.ts';
import { Timeline } from './timeline.tsx';
import type { TimelineEntry } from './timeline.tsx';

/** Follow-up records shown before "more": the spec's number. */
const SHOWN_FIRST = 5;

/**
 * What was tried with a customer, newest first: five records, then "more". Where not all were read yet
 * (`total`), "more" asks for the others, too.
 *
 * @example <FollowUpHistory label={t('followUp.title')} entries={entries} total={detail.followUpCount} onMore={readAll} />
 */
export function FollowUpHistory(props: {
  readonly label: string;
  readonly entries: readonly TimelineEntry[];
  /** How many there are; as many as `entries` unless said otherwise. */
  readonly total?: number;
  readonly onMore?: () => void;
}) {
  const { entries, total = entries.length } = props;
  const kit = useKitText();
  const [isWhole, setWhole] = useState(false);
  const shown = isWhole ? entries : entries.slice(0, SHOWN_FIRST);
  const left = total - shown.length;
  return (
    <>
      <Timeline label={props.label} entries={shown} />
      {left > 0 && (
        <Button
          size="small"
          variant="minimal"
          text={kit('timeline.more', { count: left })}
          onClick={() => {
            setWhole(true);
            if (total > entries.length) props.onMore?.();
          }}
        />
      )}
    </>
  );
}
