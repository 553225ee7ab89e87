import { useQuietFocus } from '../../components/use-quiet-focus.ts';
import { Button, Classes, Drawer } from '@blueprintjs/core';
import { useEffect, useEffectEvent, useId } from 'react';
import type { ReactNode } from 'react';
import { Cross } from '../icons.ts';
import { useKitText } from '../platform.ts';

/** A dialog at the right edge, 560 px wide. Blueprint's drawer alone has neither the role nor a name. */
export function SideDrawer(props: {
  readonly isOpen: boolean;
  readonly title: string;
  /** False for forms: neither Escape nor a click outside loses what was typed. */
  readonly closesEasily: boolean;
  readonly onClose: () => void;
  readonly children: ReactNode;
}) {
  const { closesEasily, title } = props;
  const titleId = useId();
  const kit = useKitText();
  useEscapeFromNowhere(props.isOpen && closesEasily, props.onClose);
  const quietFocus = useQuietFocus(props.isOpen);
  return (
    <Drawer
      {...quietFocus}
      className="kp-drawer"
      isOpen={props.isOpen}
      size="min(560px, 100vw)"
      canEscapeKeyClose={closesEasily}
      canOutsideClickClose={closesEasily}
      transitionDuration={100}
      onClose={props.onClose}
    >
      <div className="kp-drawer-panel" role="dialog" aria-modal aria-labelledby={titleId}>
        <div className={Classes.DRAWER_HEADER}>
          <h2 id={titleId} className={Classes.HEADING}>
            {title}
          </h2>
          <Button
            variant="minimal"
            className={Classes.DIALOG_CLOSE_BUTTON}
            aria-label={kit('close')}
            icon={<Cross aria-hidden title={false} />}
            onClick={props.onClose}
          />
        </div>
        {props.children}
      </div>
    </Drawer>
  );
}

/**
 * A drawer that follows a dialog loses the focus with the dialog's last button: nothing in the page has it then, and
 * nothing hears the key.
 */
function useEscapeFromNowhere(isListening: boolean, onEscape: () => void): void {
  const escape = useEffectEvent((event: KeyboardEvent) => {
    if (event.key === 'Escape' && document.activeElement === document.body) onEscape();
  });
  useEffect(() => {
    if (!isListening) return;
    const listen = (event: KeyboardEvent): void => {
      escape(event);
    };
    document.addEventListener('keydown', listen);
    return () => {
      document.removeEventListener('keydown', listen);
    };
  }, [isListening]);
}
