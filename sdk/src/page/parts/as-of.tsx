import { Button } from '@blueprintjs/core';
import { formatTime } from '../../format/dates.ts';
import type { List } from '../list/use-list.ts';
import { useKitText } from '../platform.ts';

/**
 * When a list was read, with what reads it again: for lists whose figures settle late.
 *
 * @example <ListPage list={list} title={title} action={<AsOf list={list} />}>…</ListPage>
 */
export function AsOf<Row>({ list }: { readonly list: Pick<List<Row>, 'readAt' | 'isRefreshing' | 'refresh'> }) {
  const kit = useKitText();
  return (
    <span className="kp-as-of">
      {list.readAt !== null && (
        <span className="kp-muted ks-figures">{kit('list.asOf', { time: formatTime(list.readAt) })}</span>
      )}
      <Button
        size="small"
        variant="minimal"
        text={kit('list.refresh')}
        loading={list.isRefreshing}
        onClick={() => {
          list.refresh();
        }}
      />
    </span>
  );
}
