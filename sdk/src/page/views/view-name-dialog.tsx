import { useQuietFocus } from '../../components/use-quiet-focus.ts';
import { Button, Dialog, DialogBody, DialogFooter, InputGroup } from '@blueprintjs/core';
import { useId, useState } from 'react';
import type { SubmitEvent } from 'react';
import { call } from '../../api/call.ts';
import { ApiError } from '../../api/api-error.ts';
import { newIdempotencyKey } from '../../api/idempotency.ts';
import { save } from '../../contracts/platform/view.contract.ts';
import type { SavedView } from '../../contracts/platform/view.contract.ts';
import { useKitText } from '../platform.ts';
import type { Views } from './use-views.ts';

const LONGEST_NAME = 64;

/** Names a new view of what the list shows now, or an old one again. */
export function ViewNameDialog(props: {
  readonly views: Views;
  /** Null for a new view. */
  readonly renamed: SavedView | null;
  readonly onClose: () => void;
}) {
  const { views, renamed, onClose } = props;
  const kit = useKitText();
  const id = useId();
  const [name, setName] = useState(renamed?.viewName ?? '');
  const [fault, setFault] = useState<string | null>(null);
  const [isPending, setPending] = useState(false);
  // One key an opening: sending twice makes one view.
  const [idempotencyKey] = useState(newIdempotencyKey);
  const send = async (viewName: string): Promise<void> => {
    const content = renamed === null ? await views.contentNow() : contentOf(renamed);
    const which = renamed && { viewId: renamed.viewId, version: renamed.version };
    const saved = await call(
      save,
      { ...views.place, ...which, viewName, ...content },
      { idempotencyKey, handledFields: ['viewName'], quiet: true },
    );
    views.reread(renamed === null ? saved : undefined);
    onClose();
  };
  const submit = (event: SubmitEvent): void => {
    event.preventDefault();
    if (isPending) return;
    if (name.trim() === '') {
      setFault(kit('message.required'));
      return;
    }
    setPending(true);
    setFault(null);
    send(name.trim())
      .catch((cause: unknown) => {
        if (!(cause instanceof ApiError)) throw cause;
        setFault(cause.fields[0]?.msg ?? cause.msg);
      })
      .finally(() => {
        setPending(false);
      });
  };
  const quietFocus = useQuietFocus(true);
  return (
    <Dialog
      {...quietFocus}
      isOpen
      className="kp-dialog"
      title={kit(renamed === null ? 'views.newTitle' : 'views.renameTitle')}
      transitionDuration={100}
      onClose={onClose}
    >
      <form onSubmit={submit}>
        <DialogBody>
          <div className="kp-field">
            <label htmlFor={id}>{kit('views.name')}</label>
            <InputGroup
              id={id}
              autoFocus
              maxLength={LONGEST_NAME}
              value={name}
              intent={fault === null ? 'none' : 'danger'}
              aria-invalid={fault !== null}
              aria-describedby={`${id}-note`}
              onValueChange={setName}
            />
            <div
              id={`${id}-note`}
              className={fault === null ? 'kp-note' : 'kp-note kp-note-wrong'}
              role={fault === null ? undefined : 'alert'}
            >
              {fault ?? (renamed === null ? kit('views.nameHint') : '')}
            </div>
          </div>
        </DialogBody>
        <DialogFooter
          actions={
            <>
              <Button text={kit('cancel')} onClick={onClose} />
              <Button
                type="submit"
                intent="primary"
                loading={isPending}
                text={kit(renamed === null ? 'views.save' : 'views.renameDo')}
              />
            </>
          }
        />
      </form>
    </Dialog>
  );
}

/** A new name changes nothing else, whatever the list shows now. */
function contentOf({ filters, filterId, sort, layout, pageSize }: SavedView) {
  return { filters, filterId, sort, layout, pageSize };
}
