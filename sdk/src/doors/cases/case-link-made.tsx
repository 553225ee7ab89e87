import { Button, CopyIcon, formatMoney, formatTime, ModalBody } from '@kituo/sdk';
import type { PluginScope, Translate } from '@kituo/sdk';
import type { paymentLink, ReplyOf } from '@kituo/sdk/contracts';

/** Shows the address of a link that was just made, to copy. */
export function showLink(scope: PluginScope, t: Translate, link: paymentLink.MadeLink): void {
  const facts = { amount: formatMoney(link.amountCents), until: formatTime(link.expiresAt) };
  const said = t(link.attemptId === null ? 'cases.linkText' : 'cases.linkSent', facts);
  showMade(scope, { title: t('action.caseLink.label'), said, value: link.url, closeText: t('cases.close') });
}

/** Shows the account number of a loan that was just issued, to copy. */
export function showNumber(scope: PluginScope, t: Translate, made: ReplyOf<typeof paymentLink.virtualCreate>): void {
  const { virtualNo, accountName, shortCode } = made;
  const said = t('cases.numberText', { name: accountName, shortCode: shortCode ?? '' });
  showMade(scope, { title: t('action.caseNumber.label'), said, value: virtualNo, closeText: t('cases.close') });
}

interface Made {
  readonly title: string;
  readonly said: string;
  readonly value: string;
  readonly closeText: string;
}

function showMade(scope: PluginScope, { title, said, value, closeText }: Made): void {
  scope.openModal({
    title,
    content: (close) => (
      <>
        <ModalBody>
          <p>{said}</p>
          <p className="kd-made">
            <code>{value}</code> <CopyIcon value={value} />
          </p>
        </ModalBody>
        <div className="kp-foot">
          <Button
            intent="primary"
            text={closeText}
            onClick={() => {
              close();
            }}
          />
        </div>
      </>
    ),
  });
}
