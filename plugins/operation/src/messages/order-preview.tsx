import { Button, InputGroup, useText } from '@kituo/sdk';
import { messageTemplate } from '@kituo/sdk/contracts';
import { Answered, useDetail } from '@kituo/sdk/page';
import { useState } from 'react';

/** A template with the facts of an order that is picked by its number. */
export function OrderPreview({ templateCode }: { readonly templateCode: string }) {
  const t = useText();
  const [typed, setTyped] = useState('');
  const [orderNo, setOrderNo] = useState<string | null>(null);
  const found = useDetail(messageTemplate.preview, orderNo === null ? null : { templateCode, orderNo });
  return (
    <section aria-live="polite" aria-label={t('template.ofOrder')}>
      <h3 className="kp-section-title">{t('template.ofOrder')}</h3>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          if (typed.trim() !== '') setOrderNo(typed.trim());
        }}
      >
        <InputGroup
          aria-label={t('content.orderNo')}
          placeholder={t('content.orderNo')}
          value={typed}
          onChange={(event) => setTyped(event.currentTarget.value)}
          rightElement={<Button type="submit" text={t('content.show')} />}
        />
      </form>
      {orderNo !== null && (
        <Answered detail={found}>
          {(texts) =>
            texts.length === 0 ? (
              <p className="kp-muted">{t('template.nothingOfOrder')}</p>
            ) : (
              <dl>
                {texts.map(({ language, text }) => (
                  <div key={language}>
                    <dt>{t(`MESSAGE_LANGUAGE.${language}`)}</dt>
                    <dd lang={language}>{text}</dd>
                  </div>
                ))}
              </dl>
            )
          }
        </Answered>
      )}
    </section>
  );
}
