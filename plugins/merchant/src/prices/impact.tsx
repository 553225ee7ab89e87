import { formatMoney, useText } from '@kituo/sdk';
import { consumptionPrice } from '@kituo/sdk/contracts';
import { Answered, useDetail, useFormValues } from '@kituo/sdk/page';

/** What the price in the form would have charged in the last three months, beside what was charged. */
export function Impact(props: { readonly valueOf: (values: Readonly<Record<string, unknown>>) => unknown }) {
  const t = useText();
  const { merchantNo, effectiveFrom: _day, reason: _reason, ...values } = useFormValues();
  const request = consumptionPrice.impact.request.safeParse({ merchantNo, value: props.valueOf(values) });
  const found = useDetail(consumptionPrice.impact, request.success ? request.data : null);
  if (!request.success) return <p className="kp-muted">{t('price.impactLater')}</p>;
  return (
    <section aria-label={t('price.impact')} aria-live="polite">
      <h4>{t('price.impact')}</h4>
      <Answered detail={found}>
        {(merchants) => (
          <>
            {merchants.map(({ merchantNo: of, merchantName, months }) => (
              <div key={of}>
                {merchants.length > 1 && <strong>{merchantName}</strong>}
                <ul className="kp-facts">
                  {months.map(({ month, uses, chargedCents, repricedCents }) => (
                    <li key={month}>
                      {month} · {t('price.uses', { count: uses })} · {formatMoney(chargedCents)} →{' '}
                      {formatMoney(repricedCents)}
                    </li>
                  ))}
                </ul>
              </div>
            ))}
          </>
        )}
      </Answered>
    </section>
  );
}
