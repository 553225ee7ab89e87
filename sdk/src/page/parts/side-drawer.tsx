import { Button, Classes, Drawer } from '@blueprintjs/core';
import { useId } from 'react';
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
  return (
    <Drawer
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
