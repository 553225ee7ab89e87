import { useQuietFocus } from '../../components/use-quiet-focus.ts';
import { Button, Checkbox, Dialog, DialogBody, DialogFooter } from '@blueprintjs/core';
import { useState } from 'react';
import { call } from '../../api/call.ts';
import { ApiError } from '../../api/api-error.ts';
import { newIdempotencyKey } from '../../api/idempotency.ts';
import { share } from '../../contracts/platform/view.contract.ts';
import type { SavedView } from '../../contracts/platform/view.contract.ts';
import { usePluginScope } from '../../scope/use-plugin-scope.ts';
import { useKitText } from '../platform.ts';
import type { Views } from './use-views.ts';

/** Which roles see a view of one's own. */
export function ShareDialog(props: { readonly views: Views; readonly view: SavedView; readonly onClose: () => void }) {
  const { views, view, onClose } = props;
  const kit = useKitText();
  const scope = usePluginScope();
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set(view.sharedWith.map(({ roleNo }) => roleNo)));
  const [fault, setFault] = useState<string | null>(null);
  const [isPending, setPending] = useState(false);
  const [idempotencyKey] = useState(newIdempotencyKey);
  // A role it is shared with may be one the owner no longer holds.
  const roles = [...views.shareableRoles, ...view.sharedWith].filter(
    ({ roleNo }, index, all) => all.findIndex((one) => one.roleNo === roleNo) === index,
  );
  const send = (): void => {
    setPending(true);
    setFault(null);
    const request = { viewId: view.viewId, version: view.version, roleNos: [...chosen] };
    call(share, request, { idempotencyKey, quiet: true })
      .then(() => {
        views.reread();
        scope.toast.success(kit(chosen.size === 0 ? 'views.isPrivate' : 'views.isShared', { count: chosen.size }));
        onClose();
      })
      .catch((cause: unknown) => {
        if (!(cause instanceof ApiError)) throw cause;
        setFault(cause.msg);
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
      title={kit('views.shareTitle', { name: view.viewName })}
      transitionDuration={100}
      onClose={onClose}
    >
      <DialogBody>
        <p className="kp-muted">{kit('views.shareText')}</p>
        {roles.length === 0 && <p>{kit('views.noRoles')}</p>}
        <div role="group" aria-label={kit('views.roles')}>
          {roles.map(({ roleNo, roleName }) => (
            <Checkbox
              key={roleNo}
              label={roleName}
              checked={chosen.has(roleNo)}
              onChange={() => {
                const next = new Set(chosen);
                if (!next.delete(roleNo)) next.add(roleNo);
                setChosen(next);
              }}
            />
          ))}
        </div>
        {fault !== null && (
          <p className="kp-note kp-note-wrong" role="alert">
            {fault}
          </p>
        )}
      </DialogBody>
      <DialogFooter
        actions={
          <>
            <Button text={kit('cancel')} onClick={onClose} />
            <Button
              intent="primary"
              loading={isPending}
              text={kit(chosen.size === 0 ? 'views.makePrivate' : 'views.shareDo')}
              onClick={send}
            />
          </>
        }
      />
    </Dialog>
  );
}
