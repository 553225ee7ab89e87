import { Button, CopyIcon, ModalBody, useText } from '@kituo/sdk';
import type { PluginScope } from '@kituo/sdk';
import type { user } from '@kituo/sdk/contracts';
import type { ReactNode } from 'react';

/** Says where a one-time password went; shows it where it went nowhere. */
export function showDelivery(scope: PluginScope, delivery: user.PasswordDelivery): void {
  const { oneTimePassword, destination, realName, userName } = delivery;
  if (oneTimePassword === null) {
    if (destination !== null) scope.toast.info(scope.t('delivery.sent', { destination }));
    return;
  }
  scope.openModal({
    title: scope.t('delivery.title'),
    content: (close) => (
      <Outcome
        onClose={() => {
          close();
        }}
      >
        <p>{scope.t('delivery.once', { name: realName, userName })}</p>
        <p className="kp-secret">
          <code>{oneTimePassword}</code> <CopyIcon value={oneTimePassword} />
        </p>
      </Outcome>
    ),
  });
}

/** What came of a command, with the one way on. */
function Outcome(props: { readonly children: ReactNode; readonly onClose: () => void }) {
  const t = useText();
  return (
    <>
      <ModalBody>{props.children}</ModalBody>
      <div className="kp-foot">
        <Button intent="primary" text={t('delivery.close')} onClick={props.onClose} />
      </div>
    </>
  );
}
