import { Button, CopyIcon, formatMoney, formatTime, ModalBody, useText } from '@kituo/sdk';
import type { PluginScope } from '@kituo/sdk';
import type { paymentLink } from '@kituo/sdk/contracts';

/** Shows the address of a link that was just made, to copy. */
export function showLink(scope: PluginScope, link: paymentLink.MadeLink): void {
  scope.openModal({
    title: scope.t('links.made'),
    content: (close) => (
      <Made
        link={link}
        onClose={() => {
          close();
        }}
      />
    ),
  });
}

function Made({ link, onClose }: { readonly link: paymentLink.MadeLink; readonly onClose: () => void }) {
  const t = useText();
  const facts = { amount: formatMoney(link.amountCents), until: formatTime(link.expiresAt) };
  return (
    <>
      <ModalBody>
        <p>{t(link.attemptId === null ? 'links.madeText' : 'links.madeSent', facts)}</p>
        <LinkAddress url={link.url} />
      </ModalBody>
      <div className="kp-foot">
        <Button intent="primary" text={t('links.close')} onClick={onClose} />
      </div>
    </>
  );
}

/** An address with its copy button. */
export function LinkAddress({ url }: { readonly url: string }) {
  return (
    <p className="al-address">
      <code>{url}</code> <CopyIcon value={url} />
    </p>
  );
}
