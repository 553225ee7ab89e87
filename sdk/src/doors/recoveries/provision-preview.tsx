import { formatDate, formatMoney, useText } from '@kituo/sdk';
import type { collection } from '@kituo/sdk/contracts';
import { Answered, useDetail, useFormValues } from '@kituo/sdk/page';
import { BAD_DEBT_ENDPOINTS } from './bad-debt-fields.ts';
import { RECOVERIES_TEXTS } from './recoveries-texts.ts';

interface Standing {
  readonly grossCents: number;
  readonly dpd: number;
  readonly provisionCents: number | null;
}

/** What a charge-off does to the order's provision, by bill, and what it would be were its oldest bill paid. */
export function ProvisionPreview(props: {
  readonly scope: collection.CaseScope;
  readonly orderNo: string;
  /** The bill that the form is about; null where it is about all of the order's. */
  readonly billNo: string | null;
}) {
  const { scope, orderNo, billNo } = props;
  const t = useText(RECOVERIES_TEXTS);
  const { allInPool } = useFormValues();
  const isOne = scope === 'BILL' && billNo !== null && allInPool !== true;
  const detail = useDetail(BAD_DEBT_ENDPOINTS[scope].losses.provision, {
    orderNo,
    ...(isOne && { billNos: [billNo] }),
    ...(scope === 'BILL' && !isOne && { isPool: true }),
  });
  const line = (word: string, { grossCents, dpd, provisionCents }: Standing, more: object = {}) =>
    t(`provision.${word}`, {
      gross: formatMoney(grossCents),
      dpd,
      provision: provisionCents === null ? '-' : formatMoney(provisionCents),
      ...more,
    });
  return (
    <section aria-label={t('provision.title')}>
      <h3 className="kp-section-title">{t('provision.title')}</h3>
      <Answered detail={detail}>
        {({ ratesFrom, lossCents, now, after, oldestCured, bills }) => (
          <>
            <ul className="kp-facts">
              <li>{t('provision.loss', { money: formatMoney(lossCents) })}</li>
              <li>{line('now', now)}</li>
              <li>{line('after', after)}</li>
              {oldestCured !== null && <li>{line('cured', oldestCured, { term: oldestCured.termNo })}</li>}
              {bills.length > 1 &&
                bills.map((bill) => (
                  <li key={bill.billNo}>
                    {t(bill.isLost ? 'provision.billLost' : 'provision.bill', {
                      term: bill.termNo,
                      gross: formatMoney(bill.grossCents),
                      provision: bill.provisionCents === null ? '-' : formatMoney(bill.provisionCents),
                    })}
                  </li>
                ))}
            </ul>
            <p className="kp-muted">
              {ratesFrom === null ? t('provision.noRates') : t('provision.rates', { day: formatDate(ratesFrom) })}
            </p>
          </>
        )}
      </Answered>
    </section>
  );
}
