import { Button, formatMoney, useText } from '@kituo/sdk';
import { waiverStrategy } from '@kituo/sdk/contracts';
import { Answered, useDetail, useFormValues } from '@kituo/sdk/page';
import { useState } from 'react';

/** What the strategy in the form could waive now, before it is submitted. Sits at the end of its form. */
export function StrategyPreview(props: {
  /** What of the form is the strategy. */
  readonly valueOf: (values: Readonly<Record<string, unknown>>) => unknown;
}) {
  const t = useText();
  const { merchantNo, effectiveFrom: _from, reason: _reason, ...values } = useFormValues();
  const typed = waiverStrategy.simulate.request.safeParse({ merchantNo, value: props.valueOf(values) });
  const [asked, setAsked] = useState<string | null>(null);
  const now = typed.success ? JSON.stringify(typed.data) : null;
  const isShown = asked !== null && asked === now;
  const detail = useDetail(waiverStrategy.simulate, isShown && typed.success ? typed.data : null);
  return (
    <section aria-label={t('strategyPreview.title')} aria-live="polite">
      <Button
        text={t('strategyPreview.title')}
        disabled={now === null || isShown}
        onClick={() => {
          setAsked(now);
        }}
      />
      {now === null && <p className="kp-muted">{t('strategyPreview.incomplete')}</p>}
      {isShown && (
        <Answered detail={detail}>
          {({
            bills,
            borrowers,
            owedCents,
            waivedCents,
            atCap,
            budgetDays,
            frozenBills,
            roomCents,
            fullBills,
            ...rest
          }) => (
            <ul className="kp-facts">
              <li>{t('strategyPreview.bills', { count: bills, borrowers, money: formatMoney(owedCents) })}</li>
              <li>{t('strategyPreview.waived', { money: formatMoney(waivedCents), count: budgetDays })}</li>
              <li>{t('strategyPreview.atCap', { count: atCap })}</li>
              {rest.askedBills > 0 && <li>{t('strategyPreview.asked', { count: rest.askedBills })}</li>}
              {rest.usedUpBills > 0 && <li>{t('strategyPreview.usedUp', { count: rest.usedUpBills })}</li>}
              <li>
                {t('strategyPreview.lastMonth', {
                  count: rest.lastMonth.bills,
                  from: rest.lastMonth.from,
                  to: rest.lastMonth.to,
                  paid: formatMoney(rest.lastMonth.paidCents),
                  waived: formatMoney(rest.lastMonth.waivedCents),
                  coupon: formatMoney(rest.lastMonth.couponCents),
                  allowed: formatMoney(rest.lastMonth.allowedCents),
                })}
              </li>
              {frozenBills > 0 && (
                <li>
                  <meter
                    min={0}
                    max={frozenBills}
                    value={fullBills}
                    aria-label={t('strategyPreview.inDuplum', { count: frozenBills })}
                  />{' '}
                  {t('strategyPreview.inDuplum', {
                    count: frozenBills,
                    full: fullBills,
                    money: formatMoney(roomCents),
                  })}
                </li>
              )}
            </ul>
          )}
        </Answered>
      )}
    </section>
  );
}
