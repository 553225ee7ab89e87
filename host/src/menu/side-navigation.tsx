import { startTransition, useEffect, useMemo, useRef, useState, type KeyboardEvent } from 'react';
import { Icon } from '../shell/icons.tsx';
import { useText } from '../texts.ts';
import { NodeLink } from './menu-links.tsx';
import { Leaf, Listed, Section, type MenuPartProps } from './menu-parts.tsx';
import { filterMenu, menuLeaves, type MenuNode } from './menu-tree.ts';
import { walkList } from './walk-list.ts';
import type { PagePlaces } from './pins.ts';

/** From this many pages on, recent ones are listed apart. */
const LONG_MENU = 8;
/** An entry's least height (menu.css). Entries below the window, and the buttons to pin any, are drawn once the page stands. */
const ENTRY_PX = 32;

export interface SideNavigationProps {
  readonly nodes: readonly MenuNode[];
  readonly currentPath: string;
  readonly isFolded: boolean;
  readonly places: PagePlaces;
  readonly onTogglePin: (path: string) => void;
  /** Unfolds the navigation from its icons. */
  readonly onUnfold: () => void;
  /** Called when a link is followed: a drawer closes then. */
  readonly onFollow?: () => void;
  readonly Count: MenuPartProps['Count'];
}

/** The menu at the side: type to filter, arrow keys to walk, pins and recents on top. */
export function SideNavigation(props: SideNavigationProps) {
  const { nodes, currentPath, isFolded, places, onTogglePin, onFollow, Count } = props;
  const t = useText();
  const root = useRef<HTMLElement>(null);
  const [typed, setTyped] = useState('');
  const [closed, setClosed] = useState<ReadonlySet<string>>(new Set());
  const leaves = useMemo(() => menuLeaves(nodes), [nodes]);
  const isWhole = useIsPainted();
  const matching = useMemo(() => filterMenu(nodes, typed), [nodes, typed]);
  const shown = useMemo(() => (isWhole || typed !== '' ? matching : inSight(matching)), [isWhole, typed, matching]);

  if (isFolded) return <FoldedNavigation {...props} />;
  const { pinned } = places;
  const leafProps = { currentPath, pinned, onTogglePin, hasPins: isWhole, Count, ...(onFollow && { onFollow }) };
  const listed = (paths: readonly string[]) =>
    paths.flatMap((path) => leaves.find((leaf) => leaf.node.path === path) ?? []);
  // A short menu is its own list of recent pages.
  const recent =
    leaves.length < LONG_MENU ? [] : places.recent.filter((path) => path !== currentPath && !pinned.includes(path));
  return (
    <nav ref={root} className="k-nav" aria-label={t('menu.label')} onKeyDown={(event) => walkList(event, root.current)}>
      <input
        type="search"
        className="bp6-input k-nav-filter"
        placeholder={t('menu.filter')}
        aria-label={t('menu.filter')}
        value={typed}
        onChange={(event) => setTyped(event.currentTarget.value)}
        onKeyDown={(event) => clearOnEscape(event, typed, () => setTyped(''))}
      />
      <div className="k-nav-scroll">
        {typed === '' && (
          <>
            <Listed title={t('menu.pinned')} leaves={listed(pinned)} {...leafProps} />
            <Listed title={t('menu.recent')} leaves={listed(recent)} {...leafProps} />
          </>
        )}
        <ul className="k-nav-list">
          {shown.map((node) =>
            node.children.length === 0 ? (
              <Leaf key={node.id} node={node} {...leafProps} />
            ) : (
              <Section
                key={node.id}
                node={node}
                isOpen={typed !== '' || !closed.has(node.id)}
                onToggle={() => setClosed((present) => toggled(present, node.id))}
                {...leafProps}
              />
            ),
          )}
        </ul>
        {shown.length === 0 && <p className="k-nav-none">{t('menu.none', { typed })}</p>}
      </div>
    </nav>
  );
}

/** False until the first drawing was painted. */
function useIsPainted(): boolean {
  const [isPainted, setIsPainted] = useState(false);
  useEffect(() => {
    const later = setTimeout(() => startTransition(() => setIsPainted(true)), 0);
    return () => clearTimeout(later);
  }, []);
  return isPainted;
}

/** The sections that begin within sight. */
function inSight(nodes: readonly MenuNode[]): readonly MenuNode[] {
  const inWindow = Math.ceil(window.innerHeight / ENTRY_PX);
  let rows = 0;
  return nodes.filter(({ children }) => {
    const begins = rows;
    rows += 1 + menuLeaves(children).length;
    return begins < inWindow;
  });
}

/** Icons alone: a section unfolds the navigation, a page opens. */
function FoldedNavigation({ nodes, currentPath, onUnfold, Count }: SideNavigationProps) {
  const t = useText();
  return (
    <nav className="k-nav k-nav-folded" aria-label={t('menu.label')}>
      <ul className="k-nav-list">
        {nodes.map((node) => (
          <li key={node.id}>
            {node.children.length === 0 ? (
              <NodeLink node={node} isCurrent={node.path === currentPath} className="k-nav-link">
                <Icon name={node.icon ?? 'layers'} />
                <span className="k-hidden">{node.title}</span>
                {Count && <Count node={node} />}
              </NodeLink>
            ) : (
              <button type="button" className="k-nav-link" title={node.title} onClick={onUnfold}>
                <Icon name={node.icon ?? 'layers'} />
                <span className="k-hidden">{node.title}</span>
                {Count && <Count node={node} />}
              </button>
            )}
          </li>
        ))}
      </ul>
    </nav>
  );
}

function clearOnEscape(event: KeyboardEvent, typed: string, clear: () => void): void {
  if (event.key !== 'Escape' || typed === '') return;
  event.preventDefault();
  event.stopPropagation();
  clear();
}

function toggled(set: ReadonlySet<string>, id: string): ReadonlySet<string> {
  const next = new Set(set);
  if (!next.delete(id)) next.add(id);
  return next;
}
