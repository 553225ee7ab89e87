import { Button } from '@blueprintjs/core';
import type { RowAction } from '../table/row-actions.tsx';

/** What can be done with the thing that a drawer shows, as buttons at its foot; the drawer closes for the form. */
export function DetailActions<Row>(props: {
  /** What the action is opened with; null while nothing is. */
  readonly row: Row | null;
  /** The thing as it is now, which says what it allows; null until it was read. */
  readonly current: Row | null;
  readonly actions: readonly RowAction<Row>[];
  /** The name of the one that is expected next: an approval. */
  readonly primary?: string;
  readonly onClose: () => void;
}) {
  const { row, current } = props;
  if (row === null || current === null) return null;
  return props.actions
    .filter((action) => action.isAllowed(current))
    .map((action) => (
      <Button
        key={action.name}
        text={action.label}
        variant={action.isDangerous ? 'minimal' : 'solid'}
        intent={intentOf(action, props.primary)}
        onClick={() => {
          props.onClose();
          action.open(row);
        }}
      />
    ));
}

function intentOf<Row>(action: RowAction<Row>, primary: string | undefined) {
  if (action.isDangerous) return 'danger';
  return action.name === primary ? 'primary' : 'none';
}
