import { useQuietFocus } from '../../components/use-quiet-focus.ts';
import { Classes, Dialog } from '@blueprintjs/core';
import type { ReactNode } from 'react';
import { Ask } from '../parts/ask.tsx';
import { Late } from '../parts/late-part.tsx';
import { useKitText } from '../platform.ts';
import { lateDecisions } from './late-decisions.ts';
import type { Decidable } from './decidable.ts';
import type { Decisions } from './use-decisions.ts';

/** The dialogs of `useDecisions`: one that decides with the facts in view, one that takes back. */
export function DecisionDialogs<Row extends Decidable>(props: {
  readonly decisions: Decisions<Row>;
  /** What it would change: a `Diff`, in the order of the form that asked for it. */
  readonly children: (row: Row) => ReactNode;
}) {
  const { approve, reject, withdraw, nameOf } = props.decisions;
  const kit = useKitText();
  const row = approve.opened?.subject ?? null;
  const close = (): void => {
    approve.close();
    reject.close();
  };
  const quietFocus = useQuietFocus(approve.opened !== null && reject.opened !== null);
  return (
    <>
      <Dialog
        {...quietFocus}
        className="kp-dialog kp-decide"
        role="alertdialog"
        // Either command closes itself when it went through.
        isOpen={approve.opened !== null && reject.opened !== null}
        title={kit('decide.title', { name: row === null ? '' : nameOf(row) })}
        canEscapeKeyClose={false}
        canOutsideClickClose={false}
        transitionDuration={100}
        onClose={close}
      >
        {row !== null && (
          <Late late={lateDecisions} className={Classes.DIALOG_BODY}>
            {({ ReviewBody }) => (
              <ReviewBody key={approve.openCount} row={row} approve={approve} reject={reject} onClose={close}>
                {props.children(row)}
              </ReviewBody>
            )}
          </Late>
        )}
      </Dialog>
      {withdraw !== null && <Ask action={withdraw} say={() => kit('decide.withdrawText')} />}
    </>
  );
}
