import { formatMoney, useText } from '@kituo/sdk';
import type { collection } from '@kituo/sdk/contracts';
import { useDetail } from '@kituo/sdk/page';
import { BAD_DEBT_ENDPOINTS } from './bad-debt-fields.ts';
import { RECOVERIES_TEXTS } from './recoveries-texts.ts';

/** One line: the pool by age, with what is expected back. */
export function BadDebtAgeing({ scope }: { readonly scope: collection.CaseScope }) {
  const t = useText(RECOVERIES_TEXTS);
  const { data } = useDetail(BAD_DEBT_ENDPOINTS[scope].cases.badDebtAgeing, {});
  if (data === null || data.bands.length === 0) return null;
  const { bands, recoveredPercent } = data;
  return (
    <div className="recoveries-sums" role="status">
      <ul className="kp-facts kp-in-row">
        {bands.map(({ fromDpd, toDpd, cases, dueCents, expectedCents }) => (
          <li key={fromDpd}>
            {t('badDebt.band', { days: toDpd === null ? `${fromDpd}+` : `${fromDpd}–${toDpd}` })}:{' '}
            <strong>{cases}</strong> · {formatMoney(dueCents)}
            {expectedCents !== null && ` · ${t('badDebt.expected', { money: formatMoney(expectedCents) })}`}
          </li>
        ))}
      </ul>
      {recoveredPercent !== null && <p className="kp-muted">{t('badDebt.rate', { percent: recoveredPercent })}</p>}
    </div>
  );
}
