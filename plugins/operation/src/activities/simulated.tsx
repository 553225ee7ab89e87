import { formatMoney, useText } from '@kituo/sdk';
import { taskAward } from '@kituo/sdk/contracts';
import { Answered, useDetail, useFormValues } from '@kituo/sdk/page';

/** What the activity in the form would have awarded in the last 30 days. */
export function Simulated(props: { readonly valueOf: (values: Readonly<Record<string, unknown>>) => unknown }) {
  const t = useText();
  const { merchantNo, effectiveFrom: _day, reason: _reason, ...values } = useFormValues();
  const request = taskAward.simulate.request.safeParse({ merchantNo, value: props.valueOf(values) });
  const found = useDetail(taskAward.simulate, request.success ? request.data : null);
  if (!request.success) return <p className="kp-muted">{t('activity.simulatedLater')}</p>;
  return (
    <section aria-label={t('activity.simulated')} aria-live="polite">
      <h4>{t('activity.simulated')}</h4>
      <Answered detail={found}>
        {({ earned, awarded, customers, costCents, refused, sharingDevices, earners, clusters }) => (
          <>
            <p>
              {t('activity.simulatedText', { awarded, earned, customers, count: customers })} · {formatMoney(costCents)}
            </p>
            <ul className="kp-facts">
              {(['BUDGET', 'CUSTOMER_MAX', 'DAY_MAX'] as const)
                .filter((outcome) => refused[outcome] > 0)
                .map((outcome) => (
                  <li key={outcome}>
                    {t(`AWARD_OUTCOME.${outcome}`)}: {refused[outcome]}
                  </li>
                ))}
              {sharingDevices > 0 && <li>{t('activity.sharingDevices', { count: sharingDevices })}</li>}
            </ul>
            {clusters.length > 0 && (
              <>
                <h5>{t('activity.clusters')}</h5>
                <ul className="kp-facts">
                  {clusters.map(({ customers, devices, awarded, costCents, customerNos }) => (
                    <li key={customerNos[0]}>
                      {t('activity.cluster', { count: customers, devices, awarded })} · {formatMoney(costCents)}
                      {': '}
                      {customerNos.join(', ')}
                      {customers > customerNos.length && ' …'}
                    </li>
                  ))}
                </ul>
              </>
            )}
            {earners.length > 0 && (
              <>
                <h5>{t('activity.earners')}</h5>
                <ul className="kp-facts">
                  {earners.map(({ customerNo, awarded, costCents }) => (
                    <li key={customerNo}>
                      {customerNo} · {t('activity.awardedOn', { count: awarded })} · {formatMoney(costCents)}
                    </li>
                  ))}
                </ul>
              </>
            )}
          </>
        )}
      </Answered>
    </section>
  );
}
