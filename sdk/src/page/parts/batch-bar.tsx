import { Button } from '@blueprintjs/core';
import type { ReactNode } from 'react';
import { MAX_SELECTION } from '../../contracts/list.ts';
import { formatCount } from '../../format/money.ts';
import { Cross } from '../icons.ts';
import type { Matching } from '../list/use-matching.ts';
import type { Selection } from '../list/use-selection.ts';
import { useKitText } from '../platform.ts';

/** Rises when rows are selected: how many, what can be done with them, and the way out. */
export function BatchBar<Row>(props: {
  readonly list: { readonly selection: Selection<Row>; readonly matching?: Matching | null };
  readonly children: ReactNode;
}) {
  const { selection, matching = null } = props.list;
  const kit = useKitText();
  return (
    <div className="kp-batch" role="region" aria-label={kit('selection.bar')}>
      <strong className="ks-figures" role="status">
        {kit('selection.chosen', {
          count: selection.count,
          shown: formatCount(selection.count),
        })}
      </strong>
      {matching !== null && <AllMatching matching={matching} />}
      <div className="kp-batch-actions">{props.children}</div>
      <Button
        variant="minimal"
        aria-label={kit('selection.clear')}
        icon={<Cross aria-hidden title={false} />}
        onClick={selection.clear}
      />
    </div>
  );
}

/** From the rows of a page to everything the filters match. */
function AllMatching(props: { readonly matching: Matching }) {
  const { count, isOffered, readCount, choose, stop } = props.matching;
  const kit = useKitText();
  if (readCount !== null) {
    const progress = { read: formatCount(readCount), count: formatCount(count) };
    return (
      <>
        <span className="ks-figures">{kit('selection.reading', progress)}</span>
        <Button variant="minimal" text={kit('cancel')} onClick={stop} />
      </>
    );
  }
  if (!isOffered) return null;
  const key = count === MAX_SELECTION ? 'selection.firstMatching' : 'selection.allMatching';
  return <Button variant="minimal" text={kit(key, { count: formatCount(count) })} onClick={choose} />;
}
