import { formatDate, Money, useText } from '@kituo/sdk';
import { taskAward } from '@kituo/sdk/contracts';
import { DetailOf } from '@kituo/sdk/page';

/** What an activity awarded by day, why it refused, and who invited most. */
export function ActivityFigures({ ruleId }: { readonly ruleId: string }) {
  const t = useText();
  return (
    <DetailOf endpoint={taskAward.figures} request={{ ruleId }}>
      {({ days, refused, inviters }) => (
        <>
          <h3 className="kp-section-title">{t('activity.byDay')}</h3>
          {days.length === 0 && <p className="kp-muted">{t('activity.noAwards')}</p>}
          <ul className="kp-facts">
            {days.map(({ bizDate, awarded, spentCents }) => (
              <li key={bizDate}>
                {formatDate(bizDate)} · {t('activity.awardedOn', { count: awarded })} · <Money cents={spentCents} />
              </li>
            ))}
          </ul>
          {refused.length > 0 && (
            <>
              <h3 className="kp-section-title">{t('activity.refused')}</h3>
              <ul className="kp-facts">
                {refused.map(({ awardOutcome, awards }) => (
                  <li key={awardOutcome}>
                    {t(`AWARD_OUTCOME.${awardOutcome}`)}: {awards}
                  </li>
                ))}
              </ul>
            </>
          )}
          {inviters.length > 0 && (
            <>
              <h3 className="kp-section-title">{t('activity.inviters')}</h3>
              <ul className="kp-facts">
                {inviters.map(({ customerNo, invited, devices, sharing }) => (
                  <li key={customerNo}>
                    {customerNo} · {t('activity.invited', { count: invited, devices })}
                    {sharing > 0 && ` · ${t('activity.sharingDevices', { count: sharing })}`}
                  </li>
                ))}
              </ul>
            </>
          )}
        </>
      )}
    </DetailOf>
  );
}
