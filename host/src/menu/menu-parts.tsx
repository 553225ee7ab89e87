import { memo, type ComponentType } from 'react';
import { Icon } from '../shell/icons.tsx';
import { useText } from '../texts.ts';
import { NodeLink } from './menu-links.tsx';
import type { MenuLeaf, MenuNode } from './menu-tree.ts';

export interface EntryCountProps {
  /** A page, or a section for all that is below it. */
  readonly node: MenuNode;
}

/** What all parts of one menu share. */
export interface MenuPartProps {
  readonly currentPath: string;
  readonly pinned: readonly string[];
  readonly onTogglePin: (path: string) => void;
  readonly onFollow?: () => void;
  /** Whether entries have a button to pin them, which shows when one points there. Those that are pinned have it. */
  readonly hasPins: boolean;
  /** Draws what waits behind an entry; null until its code is there. */
  readonly Count: ComponentType<EntryCountProps> | null;
}

interface LeafProps extends Pick<MenuPartProps, 'onTogglePin' | 'onFollow' | 'hasPins' | 'Count'> {
  readonly node: MenuNode;
  readonly isCurrent: boolean;
  readonly isPinned: boolean;
}

/** One entry with its pin. Memoised: of a hundred entries, a new page changes two. */
const LeafEntry = memo(function LeafEntry(props: LeafProps) {
  const { node, isCurrent, isPinned, onTogglePin, onFollow, hasPins, Count } = props;
  const { path } = node;
  return (
    <li className="k-nav-leaf">
      <NodeLink node={node} isCurrent={isCurrent} className="k-nav-link" {...(onFollow && { onFollow })}>
        {node.icon !== null && <Icon name={node.icon} />}
        <span className="k-nav-title">{node.title}</span>
        {node.externalUrl !== null && <Icon name="external" />}
        {Count && <Count node={node} />}
      </NodeLink>
      {path !== null && (hasPins || isPinned) && (
        <PinButton title={node.title} isPinned={isPinned} onToggle={() => onTogglePin(path)} />
      )}
    </li>
  );
});

function PinButton(props: { readonly title: string; readonly isPinned: boolean; readonly onToggle: () => void }) {
  const t = useText();
  const { title, isPinned, onToggle } = props;
  const label = t(isPinned ? 'menu.unpin' : 'menu.pin', { page: title });
  return (
    <button
      type="button"
      className="k-nav-pin"
      aria-pressed={isPinned}
      aria-label={label}
      title={label}
      onClick={onToggle}
    >
      <Icon name="pin" />
    </button>
  );
}

/** A page of the menu. */
export function Leaf(props: MenuPartProps & { readonly node: MenuNode }) {
  const { node, currentPath, pinned, ...callbacks } = props;
  const { path } = node;
  return (
    <LeafEntry
      node={node}
      isCurrent={path === currentPath}
      isPinned={path !== null && pinned.includes(path)}
      {...callbacks}
    />
  );
}

/** A catalogue with what is below it. */
export function Section(
  props: MenuPartProps & {
    readonly node: MenuNode;
    readonly isOpen: boolean;
    readonly onToggle: () => void;
  },
) {
  const { node, isOpen, onToggle, ...leafProps } = props;
  const { Count } = leafProps;
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
        {Count && !isOpen && <Count node={node} />}
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

/** Pinned or recent pages on top. */
export function Listed(props: MenuPartProps & { readonly title: string; readonly leaves: readonly MenuLeaf[] }) {
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
