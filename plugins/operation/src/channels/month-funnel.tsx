import { Money, useText } from '@kituo/sdk';
import { trafficPersonnel } from '@kituo/sdk/contracts';
import { DetailOf } from '@kituo/sdk/page';

/** What a person's channels brought this month. */
export function MonthFunnel({ userNo }: { readonly userNo: string }) {
  const t = useText();
  return (
    <>
      <h3 className="kp-section-title">{t('channel.month')}</h3>
      <DetailOf endpoint={trafficPersonnel.funnel} request={{ userNo }}>
        {(channels) =>
          channels.length === 0 ? (
            <p className="kp-muted">{t('channel.noChannels')}</p>
          ) : (
            <ul className="kp-facts">
              {channels.map(({ channelCode, clicks, registrations, applications, disbursed, spentCents }) => (
                <li key={channelCode}>
                  {channelCode} ·{' '}
                  {t('channel.dayText', { clicks, registrations, applications, disbursed, count: clicks })} ·{' '}
                  <Money cents={spentCents} />
                </li>
              ))}
            </ul>
          )
        }
      </DetailOf>
    </>
  );
}
