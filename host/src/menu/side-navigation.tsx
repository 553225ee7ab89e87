import { useMemo, useRef, useState, type KeyboardEvent } from 'react';
import { Icon } from '../shell/icons.tsx';
import { useText } from '../texts.ts';
import { NodeLink } from './menu-links.tsx';
import { filterMenu, menuLeaves, type MenuLeaf, type MenuNode } from './menu-tree.ts';
import { walkList } from './walk-list.ts';
import type { PagePlaces } from './pins.ts';

/** From this many pages on, recent ones are listed apart. */
const LONG_MENU = 8;

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
}

/** The menu at the side: type to filter, arrow keys to walk, pins and recents on top. */
export function SideNavigation(props: SideNavigationProps) {
  const { nodes, currentPath, isFolded, places, onTogglePin, onFollow } = props;
  const t = useText();
  const root = useRef<HTMLElement>(null);
  const [typed, setTyped] = useState('');
  const [closed, setClosed] = useState<ReadonlySet<string>>(new Set());
  const leaves = useMemo(() => menuLeaves(nodes), [nodes]);
  const shown = useMemo(() => filterMenu(nodes, typed), [nodes, typed]);

  if (isFolded) return <FoldedNavigation {...props} />;
  const leafProps = { currentPath, places, onTogglePin, ...(onFollow && { onFollow }) };
  const listed = (paths: readonly string[]) =>
    paths.flatMap((path) => leaves.find((leaf) => leaf.node.path === path) ?? []);
  // A short menu is its own list of recent pages.
  const recent =
    leaves.length < LONG_MENU
      ? []
      : places.recent.filter((path) => path !== currentPath && !places.pinned.includes(path));
  return (
    <nav
      ref={root}
      className="k-nav"
      aria-label={t('menu.label')}
      onKeyDown={(event) => walkList(event, root.current)}
    >
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
            <Listed title={t('menu.pinned')} leaves={listed(places.pinned)} {...leafProps} />
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

interface LeafProps {
  readonly currentPath: string;
  readonly places: PagePlaces;
  readonly onTogglePin: (path: string) => void;
  readonly onFollow?: () => void;
}

function Leaf({ node, ...props }: LeafProps & { readonly node: MenuNode }) {
  const t = useText();
  const { path } = node;
  const isPinned = path !== null && props.places.pinned.includes(path);
  const pinLabel = t(isPinned ? 'menu.unpin' : 'menu.pin', { page: node.title });
  return (
    <li className="k-nav-leaf">
      <NodeLink
        node={node}
        isCurrent={path === props.currentPath}
        className="k-nav-link"
        {...(props.onFollow && { onFollow: props.onFollow })}
      >
        {node.icon !== null && <Icon name={node.icon} />}
        <span className="k-nav-title">{node.title}</span>
        {node.externalUrl !== null && <Icon name="external" />}
      </NodeLink>
      {path !== null && (
        <button
          type="button"
          className="k-nav-pin"
          aria-pressed={isPinned}
          aria-label={pinLabel}
          title={pinLabel}
          onClick={() => props.onTogglePin(path)}
        >
          <Icon name="pin" />
        </button>
      )}
    </li>
  );
}

function Section(
  props: LeafProps & {
    readonly node: MenuNode;
    readonly isOpen: boolean;
    readonly onToggle: () => void;
  },
) {
  const { node, isOpen, onToggle, ...leafProps } = props;
  return (
    <li>
      <button
        type="button"
        className="k-nav-link k-nav-section"
        aria-expanded={isOpen}
        data-section={node.title}
        onClick={onToggle}
      >
        <Icon name={node.icon ?? 'layers'} />
        <span className="k-nav-title">{node.title}</span>
        <span className="k-nav-chevron">
          <Icon name="chevron" />
        </span>
      </button>
      {isOpen && (
        <ul className="k-nav-list k-nav-children">
          {node.children.map((child) =>
            child.children.length === 0 ? (
              <Leaf key={child.id} node={child} {...leafProps} />
            ) : (
              <Section key={child.id} {...leafProps} node={child} isOpen onToggle={onToggle} />
            ),
          )}
        </ul>
      )}
    </li>
  );
}

function Listed(
  props: LeafProps & { readonly title: string; readonly leaves: readonly MenuLeaf[] },
) {
  const { title, leaves, ...leafProps } = props;
  if (leaves.length === 0) return null;
  return (
    <section className="k-nav-group" aria-label={title}>
      <h2>{title}</h2>
      <ul className="k-nav-list">
        {leaves.map(({ node }) => (
          <Leaf key={node.id} node={node} {...leafProps} />
        ))}
      </ul>
    </section>
  );
}

/** Icons alone: a section unfolds the navigation, a page opens. */
function FoldedNavigation({ nodes, currentPath, onUnfold }: SideNavigationProps) {
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
              </NodeLink>
            ) : (
              <button type="button" className="k-nav-link" title={node.title} onClick={onUnfold}>
                <Icon name={node.icon ?? 'layers'} />
                <span className="k-hidden">{node.title}</span>
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
