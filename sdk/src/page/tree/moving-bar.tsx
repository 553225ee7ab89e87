import { Button } from '@blueprintjs/core';
import { useKitText } from '../platform.ts';
import type { TreeMoving } from './use-tree-move.ts';
import type { Tree } from './use-tree.ts';

/** While a row is picked up or dragged: where it would go or why it may not, and the top level as a place. */
export function MovingBar<Row>(props: {
  readonly tree: Tree<Row>;
  readonly moving: TreeMoving<Row>;
  readonly nameOf: (row: Row) => string;
  readonly isOrdered: boolean;
}) {
  const { tree, moving, nameOf } = props;
  const kit = useKitText();
  if (moving.moving === null) return null;
  const name = nameOf(moving.moving.row);
  const { over } = moving;
  const target = over?.id == null ? null : tree.find(over.id);
  const where =
    over === null
      ? kit(props.isOrdered ? 'tree.pickedOrdered' : 'tree.picked', { name })
      : target === null
        ? kit('tree.toTop', { name })
        : kit(`tree.${over.position}`, { name, target: nameOf(target) });
  return (
    <div
      className="kp-tree-moving"
      onDragOver={(event) => {
        moving.drag.over(event, null);
      }}
      onDrop={(event) => {
        moving.drag.drop(event, null);
      }}
    >
      <span role="status" className={moving.refusal === null ? undefined : 'kp-note-wrong'}>
        {moving.refusal ?? where}
      </span>
      <Button
        size="small"
        text={kit('tree.topLevel')}
        onClick={() => {
          moving.drop(null, 'inside');
        }}
      />
      <Button size="small" variant="minimal" text={kit('cancel')} onClick={moving.cancel} />
    </div>
  );
}
