import { useText } from '../texts.ts';
import { Dropdown } from '../shell/dropdown.tsx';
import { Icon } from '../shell/icons.tsx';
import { NodeLink } from './menu-links.tsx';
import type { MenuPartProps } from './menu-parts.tsx';
import { menuLeaves, type MenuNode } from './menu-tree.ts';

export interface CrossNavigationProps {
  readonly nodes: readonly MenuNode[];
  readonly currentPath: string;
  readonly Count: MenuPartProps['Count'];
}

/** The menu across the top: sections open below their title. */
export function CrossNavigation({ nodes, currentPath, Count }: CrossNavigationProps) {
  const t = useText();
  return (
    <nav className="k-cross" aria-label={t('menu.label')}>
      {nodes.map((node) => {
        if (node.children.length === 0) {
          return (
            <NodeLink key={node.id} node={node} isCurrent={node.path === currentPath} className="k-bar-button">
              <Icon name={node.icon ?? 'layers'} />
              <span>{node.title}</span>
              {Count && <Count node={node} />}
            </NodeLink>
          );
        }
        const leaves = menuLeaves(node.children);
        const isCurrent = leaves.some((leaf) => leaf.node.path === currentPath);
        return (
          <div key={node.id} className={isCurrent ? 'k-cross-current' : undefined}>
            <Dropdown
              kind="panel"
              label={node.title}
              isButtonText
              button={
                <>
                  <Icon name={node.icon ?? 'layers'} />
                  <span>{node.title}</span>
                  {Count && <Count node={node} />}
                </>
              }
            >
              {(close) => (
                <ul className="k-cross-list">
                  {leaves.map((leaf) => (
                    <li key={leaf.node.id}>
                      <NodeLink
                        node={leaf.node}
                        isCurrent={leaf.node.path === currentPath}
                        className="k-dropdown-item"
                        onFollow={close}
                      >
                        <span>{leaf.node.title}</span>
                        {leaf.node.externalUrl !== null && <Icon name="external" />}
                        {Count && <Count node={leaf.node} />}
                      </NodeLink>
                    </li>
                  ))}
                </ul>
              )}
            </Dropdown>
          </div>
        );
      })}
    </nav>
  );
}
