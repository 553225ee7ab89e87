import { formatDate, Money, useText } from '@kituo/sdk';
import { putChannel } from '@kituo/sdk/contracts';
import { DetailOf } from '@kituo/sdk/page';

/** A channel's link and its days. */
export function Funnel({ ruleId }: { readonly ruleId: string }) {
  const t = useText();
  return (
    <DetailOf endpoint={putChannel.funnel} request={{ ruleId }}>
      {({ link, days }) => (
        <>
          <h3 className="kp-section-title">{t('channel.link')}</h3>
          <p className={link === null ? 'kp-muted' : undefined}>{link ?? t('channel.noLink')}</p>
          <h3 className="kp-section-title">{t('channel.funnel')}</h3>
          <ul className="kp-facts">
            {days.map(({ bizDate, clicks, registrations, applications, disbursed, spentCents }) => (
              <li key={bizDate}>
                {formatDate(bizDate)} · {t('channel.dayText', { clicks, registrations, applications, disbursed })} ·{' '}
                <Money cents={spentCents} />
              </li>
            ))}
          </ul>
        </>
      )}
    </DetailOf>
  );
}
