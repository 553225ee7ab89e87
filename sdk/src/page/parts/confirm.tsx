import { useQuietFocus } from '../../components/use-quiet-focus.ts';
import { Button, Callout, Classes, Dialog } from '@blueprintjs/core';
import type { ReactNode } from 'react';
import type { Action } from '../action/use-action.ts';
import { useKitText } from '../platform.ts';
import type { Detail } from '../use-detail.ts';

/** Asks before a command: what it does in facts that were looked up for this very case. */
export function Confirm<Subject, Facts>(props: {
  readonly action: Action<Subject>;
  /** The looked-up facts; the button waits for them. */
  readonly preview: Detail<Facts>;
  readonly describe: (facts: Facts, subject: Subject) => ReactNode;
}) {
  const { action, preview } = props;
  const kit = useKitText();
  const { opened } = action;
  const quietFocus = useQuietFocus(opened !== null);
  return (
    <Dialog
      {...quietFocus}
      className="kp-dialog"
      role="alertdialog"
      isOpen={opened !== null}
      title={action.textOf('title')}
      canEscapeKeyClose={false}
      canOutsideClickClose={false}
      transitionDuration={100}
      onClose={action.close}
    >
      {opened !== null && (
        <>
          <div className={Classes.DIALOG_BODY} aria-live="polite">
            {action.error !== null && (
              <Callout intent="danger" className="kp-fault" role="alert" icon={null}>
                {action.error.msg}
                {action.error.isNetwork && <div>{kit('form.network')}</div>}
              </Callout>
            )}
            {preview.data !== null ? (
              props.describe(preview.data, opened.subject)
            ) : preview.error !== null ? (
              <Callout intent="danger" icon={null} role="alert">
                {preview.error.msg || kit('preview.failed')}{' '}
                <button type="button" className="ks-link-button" onClick={preview.refresh}>
                  {kit('retry')}
                </button>
              </Callout>
            ) : (
              <p className="kp-muted">{kit('preview.loading')}</p>
            )}
          </div>
          <div className="kp-foot">
            <Button text={kit('cancel')} disabled={action.isPending} onClick={action.close} />
            <Button
              intent={action.isDangerous ? 'danger' : 'primary'}
              text={action.textOf('submit')}
              disabled={preview.data === null}
              loading={action.isPending}
              onClick={() => {
                void action.submit({});
              }}
            />
          </div>
        </>
      )}
    </Dialog>
  );
}
