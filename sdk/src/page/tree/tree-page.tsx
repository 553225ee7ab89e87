import { Button } from '@blueprintjs/core';
import type { ReactNode } from 'react';
import { formatCount } from '../../format/money.ts';
import { BatchBar } from '../parts/batch-bar.tsx';
import { useKitText } from '../platform.ts';
import type { Views } from '../views/use-views.ts';
import { ViewBar } from '../views/view-bar.tsx';
import type { Tree } from './use-tree.ts';

/** The frame of a tree: title, count, primary action, what the page composes. */
export function TreePage<Row>(props: {
  readonly tree: Tree<Row>;
  readonly title: string;
  /** The tree's saved views, beside the title. */
  readonly views?: Views;
  readonly action?: ReactNode;
  readonly batch?: ReactNode;
  readonly children: ReactNode;
}) {
  const { tree } = props;
  const kit = useKitText();
  return (
    <section className="kp-page" aria-label={props.title}>
      <header className="kp-head">
        <h1>{props.title}</h1>
        <span className="kp-count ks-figures" role="status">
          {tree.isFirstLoad || tree.error !== null
            ? ''
            : kit('list.results', { count: tree.total, shown: formatCount(tree.total) })}
        </span>
        {props.views !== undefined && <ViewBar views={props.views} />}
        <div className="kp-head-action">{props.action}</div>
      </header>
      {props.children}
      {tree.selection.count > 0 && props.batch !== undefined && <BatchBar list={tree}>{props.batch}</BatchBar>}
    </section>
  );
}

/** Opens and closes all branches. */
export function TreeOpeners<Row>(props: { readonly tree: Tree<Row> }) {
  const kit = useKitText();
  return (
    <>
      {([true, false] as const).map((isExpanded) => (
        <Button
          key={String(isExpanded)}
          variant="minimal"
          text={kit(isExpanded ? 'tree.openAll' : 'tree.closeAll')}
          onClick={() => {
            props.tree.setAllExpanded(isExpanded);
          }}
        />
      ))}
    </>
  );
}
