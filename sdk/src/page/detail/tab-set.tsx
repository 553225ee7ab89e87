import { Tab, Tabs } from '@blueprintjs/core';
import { useEffect, useId, useRef } from 'react';
import { formatCount } from '../../format/money.ts';
import { usePluginText } from '../platform.ts';
import type { DetailTab } from './detail-tab.ts';
import './detail.css';

/** The tabs themselves, whatever their address: only what the open one holds is drawn. */
export function TabSet(props: {
  readonly tabs: readonly DetailTab[];
  readonly open: DetailTab;
  readonly label: string;
  readonly className: string;
  readonly onOpen: (name: string) => void;
}) {
  const { tabs, open } = props;
  const id = useId();
  const t = usePluginText();
  const element = useRef<HTMLDivElement>(null);
  const isDrawn = useRef(false);
  // On a phone the open one may stand past the edge of its row. The page itself moves to one that is opened,
  // and not when it is drawn: tabs that stand below what is read would drag it down.
  useEffect(() => {
    const tab = element.current?.querySelector<HTMLElement>('[role="tab"][aria-selected="true"]');
    const row = tab?.closest<HTMLElement>('[role="tablist"]');
    if (tab && row && !isDrawn.current) row.scrollLeft += pastEdge(tab, row);
    else bringIntoSight(tab);
    isDrawn.current = true;
  }, [open.name]);
  return (
    <div
      ref={element}
      className={props.className}
      role="group"
      aria-label={props.label}
      onFocus={({ target }) => {
        // A browser leaves one that stands half past the edge where it is, its ring cut.
        if (target.getAttribute('role') === 'tab') bringIntoSight(target);
      }}
    >
      <Tabs
        id={id}
        animate={false}
        renderActiveTabPanelOnly
        selectedTabId={open.name}
        onChange={(next) => props.onOpen(String(next))}
      >
        {tabs.map(({ name, title, count, content }) => (
          <Tab
            key={name}
            id={name}
            // Said outright: the arrow keys go to tabs that say they are not disabled, and to no other.
            disabled={false}
            title={title ?? t(`tab.${name}`)}
            {...(count !== undefined && {
              tagContent: formatCount(count),
              tagProps: { round: true },
            })}
            panel={name === open.name ? <>{content()}</> : <></>}
          />
        ))}
      </Tabs>
    </div>
  );
}

/** How far a row has to move for a tab to stand in it whole; 0 where it does. */
function pastEdge(tab: HTMLElement, row: HTMLElement): number {
  const [inner, outer] = [tab.getBoundingClientRect(), row.getBoundingClientRect()];
  return Math.min(0, inner.left - outer.left) + Math.max(0, inner.right - outer.right);
}

/** jsdom has no `scrollIntoView`. */
function bringIntoSight(tab: Element | null | undefined): void {
  tab?.scrollIntoView?.({ block: 'nearest', inline: 'nearest' });
}
