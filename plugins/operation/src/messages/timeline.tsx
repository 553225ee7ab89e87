import { EatTime, useText } from '@kituo/sdk';
import { messagePoint } from '@kituo/sdk/contracts';
import { DetailOf, Status } from '@kituo/sdk/page';
import { OfOrder } from '../of-order.tsx';
import { MESSAGE_MOMENT } from './message-dictionaries.ts';

/** The messages of one order: those behind it and those ahead, as its customer reads them. */
export function OrderTimeline() {
  const t = useText();
  return (
    <section className="kp-page">
      <h1 className="kp-title">{t('node.timeline')}</h1>
      <OfOrder title={t('node.timelineOf')}>{(orderNo) => <Moments orderNo={orderNo} />}</OfOrder>
    </section>
  );
}

function Moments({ orderNo }: { readonly orderNo: string }) {
  const t = useText();
  return (
    <DetailOf endpoint={messagePoint.timeline} request={{ orderNo }}>
      {(moments) =>
        moments.length === 0 ? (
          <p className="kp-muted">{t('node.noMoments')}</p>
        ) : (
          <ol className="kp-facts" aria-label={t('node.timeline')}>
            {moments.map(({ nodeCode, subjectNo, at, momentStatus, fault, channelType, text }) => (
              <li key={`${nodeCode} ${subjectNo}`}>
                <EatTime at={at} /> · <Status of={MESSAGE_MOMENT} code={momentStatus} /> ·{' '}
                {t(`MESSAGE_NODE.${nodeCode}`)} · {subjectNo}
                {channelType !== null && ` · ${t(`MESSAGE_CHANNEL.${channelType}`)}`}
                {fault !== null && ` · ${fault}`}
                {text !== null && <div className="kp-muted">{text}</div>}
              </li>
            ))}
          </ol>
        )
      }
    </DetailOf>
  );
}
