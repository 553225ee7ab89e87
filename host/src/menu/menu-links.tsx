import type { MouseEvent, ReactNode } from 'react';
import { useHost } from '../shell/host-context.ts';
import type { MenuNode } from './menu-tree.ts';

export interface PageLinkProps {
  readonly path: string;
  readonly isCurrent?: boolean;
  readonly className?: string;
  readonly title?: string;
  readonly tabIndex?: number;
  readonly onFollow?: () => void;
  readonly children: ReactNode;
}

/** A link to a page: hovering or focusing it fetches what the page will need. */
export function PageLink(props: PageLinkProps) {
  const { console } = useHost();
  const { path } = props;
  const warm = () => console.prefetch(path);
  return (
    <a
      href={path}
      className={props.className}
      title={props.title}
      tabIndex={props.tabIndex}
      aria-current={props.isCurrent === true ? 'page' : undefined}
      onPointerEnter={warm}
      onFocus={warm}
      onClick={(event) => {
        if (!isPlainClick(event)) return;
        event.preventDefault();
        props.onFollow?.();
        console.navigate(path);
      }}
    >
      {props.children}
    </a>
  );
}

/** Clicks that ask for a new tab or a download are the browser's. */
function isPlainClick(event: MouseEvent): boolean {
  return event.button === 0 && !(event.metaKey || event.ctrlKey || event.shiftKey || event.altKey);
}

export interface NodeLinkProps {
  readonly node: MenuNode;
  readonly isCurrent: boolean;
  readonly className?: string;
  readonly onFollow?: () => void;
  readonly children: ReactNode;
}

/** A menu leaf: a page of ours, or an external address in a new tab. */
export function NodeLink({ node, isCurrent, className, onFollow, children }: NodeLinkProps) {
  const shared = { ...(className && { className }), ...(onFollow && { onFollow }) };
  if (node.path !== null) {
    return (
      <PageLink path={node.path} isCurrent={isCurrent} {...shared}>
        {children}
      </PageLink>
    );
  }
  return (
    <ExternalLink address={node.externalUrl ?? ''} {...shared}>
      {children}
    </ExternalLink>
  );
}

function ExternalLink(props: {
  readonly address: string;
  readonly className?: string;
  readonly onFollow?: () => void;
  readonly children: ReactNode;
}) {
  const { openExternal } = useHost();
  return (
    <a
      href={props.address}
      className={props.className}
      target="_blank"
      rel="noopener noreferrer"
      onClick={(event) => {
        event.preventDefault();
        props.onFollow?.();
        void openExternal(props.address);
      }}
    >
      {props.children}
    </a>
  );
}
