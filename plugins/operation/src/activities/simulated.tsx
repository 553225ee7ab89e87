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
        {({ earned, awarded, customers, costCents, refused, sharingDevices }) => (
          <>
            <p>
              {t('activity.simulatedText', { awarded, earned, customers })} · {formatMoney(costCents)}
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
          </>
        )}
      </Answered>
    </section>
  );
}
