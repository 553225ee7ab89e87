import type { MenuDividerProps, MenuItemProps, MenuProps, PopoverNextProps } from '@blueprintjs/core';
import { cloneElement, useCallback, useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react';
import type { ReactElement, Ref, RefObject } from 'react';
import { usePluginScope } from '../../scope/use-plugin-scope.ts';
import { useKitText } from '../platform.ts';
import { latePart, present, useLate } from './late-part.tsx';

/** What places popovers is larger than the list it stands in: it comes when one is opened or pointed at. */
export const latePopover = latePart(() => import('./popover-parts.ts'));

export const Menu = (props: MenuProps) => {
  const parts = present(latePopover);
  return <parts.Menu {...props} />;
};
export const MenuItem = (props: MenuItemProps) => {
  const parts = present(latePopover);
  return <parts.MenuItem {...props} />;
};
export const MenuDivider = (props: MenuDividerProps) => {
  const parts = present(latePopover);
  return <parts.MenuDivider {...props} />;
};

interface TargetProps {
  readonly className?: string;
  readonly 'aria-expanded'?: boolean | 'true' | 'false';
  readonly 'aria-haspopup'?: 'menu' | 'listbox' | 'dialog';
}

interface PopoverProps {
  readonly content: ReactElement;
  readonly placement: NonNullable<PopoverNextProps['placement']>;
  /** The one button that opens it; it stays the same element, open or not. */
  readonly children: ReactElement<TargetProps>;
  /** Given by who opens and closes it; else a click does. */
  readonly isOpen?: boolean;
  readonly onInteraction?: (isOpen: boolean) => void;
  readonly onClosed?: () => void;
  readonly fill?: boolean;
  readonly kind?: 'menu' | 'listbox';
}

/** A popover without arrow at its button. Blueprint's is there from its first opening on. */
export function Popover(props: PopoverProps) {
  const { kind = 'menu', fill = false } = props;
  const [isOpenHere, setOpenHere] = useState(false);
  const [hasOpened, setOpened] = useState(false);
  const target = useRef<HTMLElement | null>(null);
  // Always the same function: React would take the target away and bring it back with each drawing.
  const keepTarget = useCallback((element: HTMLElement | null) => {
    target.current = element;
  }, []);
  const isOpen = props.isOpen ?? isOpenHere;
  const { part, hasFailed, retry } = useLate(latePopover, isOpen);
  const isShown = isOpen && part !== null;
  if (isShown && !hasOpened) setOpened(true);
  const change = (next: boolean): void => {
    if (props.isOpen === undefined) setOpenHere(next);
    props.onInteraction?.(next);
  };
  useFailureTold(hasFailed && isOpen, () => {
    retry();
    change(false);
  });
  const Frame = fill ? 'div' : 'span';
  const button = props.children;
  const isPressed = isShown && props.isOpen === undefined;
  return (
    <Frame
      ref={keepTarget}
      className={classOf('bp6-popover-target', isShown && 'bp6-popover-open', fill && 'bp6-fill')}
      onPointerEnter={latePopover.warm}
      onFocus={latePopover.warm}
      onClick={(event) => {
        // What is in a portal below it sends its clicks here, too.
        if (event.target instanceof Node && event.currentTarget.contains(event.target)) change(!isOpen);
      }}
    >
      {cloneElement(button, {
        className: classOf(button.props.className, isPressed && 'bp6-active'),
        'aria-haspopup': kind,
        'aria-expanded': isShown,
      })}
      {part !== null && (isOpen || hasOpened) && (
        <part.PopoverNext
          isOpen={isOpen}
          arrow={false}
          animation="minimal"
          transitionDuration={0}
          placement={props.placement}
          content={props.content}
          onInteraction={change}
          {...(props.onClosed !== undefined && { onClosed: props.onClosed })}
          renderTarget={({ ref }) => <Anchor at={target} tell={ref} />}
        />
      )}
    </Frame>
  );
}

/** Draws nothing: makes the popover stand at the button that was there before it. */
function Anchor(props: { readonly at: RefObject<HTMLElement | null>; readonly tell: Ref<HTMLElement> | undefined }) {
  const { at, tell } = props;
  useLayoutEffect(() => {
    if (typeof tell !== 'function') return;
    const release = tell(at.current);
    return () => {
      if (typeof release === 'function') release();
      else tell(null);
    };
  }, [at, tell]);
  return null;
}

function useFailureTold(hasFailed: boolean, close: () => void): void {
  const scope = usePluginScope();
  const kit = useKitText();
  const told = useEffectEvent(() => {
    scope.toast.fail(kit('late.failed'));
    close();
  });
  useEffect(() => {
    if (hasFailed) told();
  }, [hasFailed]);
}

const classOf = (...names: readonly (string | false | undefined)[]): string =>
  names.filter((name) => name !== false && name !== undefined).join(' ');
