import { Button } from '@blueprintjs/core';
import type { ReactNode } from 'react';
import { Cross } from '../icons.ts';
import type { Selection } from '../list/use-selection.ts';
import { useKitText } from '../platform.ts';

/** Rises when rows are selected: how many, what can be done with them, and the way out. */
export function BatchBar<Row>(props: {
  readonly list: { readonly selection: Selection<Row> };
  readonly children: ReactNode;
}) {
  const { selection } = props.list;
  const kit = useKitText();
  return (
    <div className="kp-batch" role="region" aria-label={kit('selection.bar')}>
      <strong className="ks-figures" role="status">
        {kit('selection.chosen', { count: selection.count })}
      </strong>
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
