import { formatDate, useText } from '@kituo/sdk';
import { orgMerchant } from '@kituo/sdk/contracts';
import { Answered, useDetail, useFormValues } from '@kituo/sdk/page';
import { limitsOf } from './merchant-fields.ts';

/** Whom the limits in the form would have let in of those who came yesterday. */
export function LimitReplay({ merchantNo }: { readonly merchantNo: string }) {
  const t = useText();
  const { trafficLimits } = useFormValues();
  const request = orgMerchant.replay.request.safeParse({
    merchantNo,
    trafficLimits: limitsOf(typeof trafficLimits === 'string' ? trafficLimits : ''),
  });
  const found = useDetail(orgMerchant.replay, request.success ? request.data : null);
  if (!request.success) return null;
  return (
    <section aria-label={t('merchant.replay')} aria-live="polite">
      <h4>{t('merchant.replay')}</h4>
      <Answered detail={found}>
        {({ bizDate, hours }) => {
          const sum = (field: 'admitted' | 'turnedAway') => hours.reduce((total, hour) => total + hour[field], 0);
          return (
            <>
              <p>
                {formatDate(bizDate)} ·{' '}
                {t('merchant.replayed', { admitted: sum('admitted'), turnedAway: sum('turnedAway') })}
              </p>
              <ul className="kp-facts">
                {hours
                  .filter(({ turnedAway }) => turnedAway > 0)
                  .map(({ hour, admitted, turnedAway }) => (
                    <li key={hour}>
                      {String(hour).padStart(2, '0')}:00 · {t('merchant.replayed', { admitted, turnedAway })}
                    </li>
                  ))}
              </ul>
            </>
          );
        }}
      </Answered>
    </section>
  );
}
