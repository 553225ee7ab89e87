import { useText } from '@kituo/sdk';
import { messageTemplate } from '@kituo/sdk/contracts';
import { Answered, useDetail } from '@kituo/sdk/page';
import { OfOrder } from '../of-order.tsx';

/** A template with the facts of an order. */
export function OrderPreview({ templateCode }: { readonly templateCode: string }) {
  const t = useText();
  return (
    <OfOrder title={t('template.ofOrder')}>
      {(orderNo) => <Filled templateCode={templateCode} orderNo={orderNo} />}
    </OfOrder>
  );
}

function Filled(props: { readonly templateCode: string; readonly orderNo: string }) {
  const t = useText();
  const found = useDetail(messageTemplate.preview, props);
  return (
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
  );
}
