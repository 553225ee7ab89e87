import type { ReactNode } from 'react';
import { formatCount } from '../../format/money.ts';
import type { List } from '../list/use-list.ts';
import { useKitText } from '../platform.ts';
import type { Views } from '../views/use-views.ts';
import { ViewBar } from '../views/view-bar.tsx';
import { BatchBar } from './batch-bar.tsx';
import { Pagination } from './pagination.tsx';

/** The frame of a list: title, count, primary action; below it what the page composes; paging at the end. */
export function ListPage<Row>(props: {
  readonly list: List<Row>;
  readonly title: string;
  /** The list's saved views, beside the title. */
  readonly views?: Views;
  /** The primary action, at the right. */
  readonly action?: ReactNode;
  /** What can be done with the selected rows. */
  readonly batch?: ReactNode;
  readonly children: ReactNode;
}) {
  const { list } = props;
  const kit = useKitText();
  const count = kit(list.totalIsExact ? 'list.results' : 'list.atLeast', {
    count: list.total,
    shown: formatCount(list.total),
  });
  return (
    <section className="kp-page" aria-label={props.title}>
      <header className="kp-head">
        <h1>{props.title}</h1>
        <span className="kp-count ks-figures" role="status">
          {list.isFirstLoad || list.error !== null ? '' : count}
        </span>
        {props.views !== undefined && <ViewBar views={props.views} />}
        <div className="kp-head-action">{props.action}</div>
      </header>
      {props.children}
      {list.selection.count > 0 && props.batch !== undefined && <BatchBar list={list}>{props.batch}</BatchBar>}
      <Pagination list={list} />
    </section>
  );
}
