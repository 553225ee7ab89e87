import { formatDate, Money, useText } from '@kituo/sdk';
import { orderAcquire } from '@kituo/sdk/contracts';
import { Answered, useDetail, useFormValues } from '@kituo/sdk/page';

/** What the rule in the form would have acquired of the last seven days. */
export function Tried(props: { readonly valueOf: (values: Readonly<Record<string, unknown>>) => unknown }) {
  const t = useText();
  const { merchantNo, ...values } = useFormValues();
  const request = orderAcquire.simulate.request.safeParse({ merchantNo, value: props.valueOf(values) });
  const tried = useDetail(orderAcquire.simulate, request.success ? request.data : null);
  if (!request.success) return <p className="kp-muted">{t('acquire.triedLater')}</p>;
  return (
    <section aria-label={t('acquire.tried')} aria-live="polite">
      <h4>{t('acquire.tried')}</h4>
      <Answered detail={tried}>
        {({ applied, acquired, costCents, days }) => (
          <>
            <p>
              {t('acquire.triedText', { acquired, applied })}
              {costCents !== null && (
                <>
                  {' · '}
                  <Money cents={costCents} />
                </>
              )}
            </p>
            <ul className="kp-facts">
              {days.map((day) => (
                <li key={day.date}>
                  {formatDate(day.date)} · {day.acquired}/{day.applied}
                  {day.quotaReachedAt !== null && ` · ${t('acquire.quotaReached', { at: day.quotaReachedAt })}`}
                </li>
              ))}
            </ul>
          </>
        )}
      </Answered>
    </section>
  );
}
