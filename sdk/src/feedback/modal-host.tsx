import { useQuietFocus } from '../components/use-quiet-focus.ts';
import { Dialog, DialogBody } from '@blueprintjs/core';
import { ScopeProvider, hostScope } from '../scope/use-plugin-scope.ts';
import { useValue } from '../state/store.ts';
import { modals$ } from './modal-store.ts';
import type { ModalEntry } from './modal-store.ts';

function Modal({ modal }: { readonly modal: ModalEntry }) {
  const quietFocus = useQuietFocus(true);
  return (
    <Dialog
      {...quietFocus}
      isOpen
      className="ks-modal"
      style={{ width: modal.width }}
      title={modal.title}
      isCloseButtonShown={modal.hasClose}
      canEscapeKeyClose={false}
      canOutsideClickClose={false}
      enforceFocus
      onClose={modal.close}
      transitionDuration={0}
    >
      <ScopeProvider scope={modal.scope ?? hostScope}>{modal.draw()}</ScopeProvider>
    </Dialog>
  );
}

/** Draws the open modals. The host puts it once beside everything else. */
export function ModalHost() {
  return useValue(modals$).map((modal) => <Modal key={modal.id} modal={modal} />);
}

/** The body of a modal: scrolls where it is higher than the window. */
export const ModalBody = DialogBody;
