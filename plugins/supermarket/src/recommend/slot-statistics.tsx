import { formatCount, lastDays, NOTHING, useText } from '@kituo/sdk';
import { marketRecommend } from '@kituo/sdk/contracts';
import { Answered, useDetail } from '@kituo/sdk/page';
import { useState } from 'react';

const DAYS = [7, 30, 90] as const;
const percentOf = (percent: number | null) => (percent === null ? NOTHING : `${percent}%`);

/** What each product of a slot brought there. */
export function SlotStatistics({ slotCode }: { readonly slotCode: string }) {
  const t = useText();
  const [days, setDays] = useState<(typeof DAYS)[number]>(30);
  const [periods] = useState(() => new Map(DAYS.map((one) => [one, lastDays(one)])));
  const period = periods.get(days) ?? lastDays(days);
  const found = useDetail(marketRecommend.statPage, { slotCode, from: period.from, to: period.to });
  return (
    <section aria-label={t('recommend.statistics')}>
      <h3 className="kp-section-title">{t('recommend.statistics')}</h3>
      <select
        className="bp6-input"
        aria-label={t('recommend.period')}
        value={days}
        onChange={({ currentTarget }) => {
          setDays(DAYS.find((one) => String(one) === currentTarget.value) ?? 30);
        }}
      >
        {DAYS.map((one) => (
          <option key={one} value={one}>
            {t('recommend.days', { count: one })}
          </option>
        ))}
      </select>
      <Answered detail={found}>
        {(rows) =>
          rows.length === 0 ? (
            <p className="kp-muted">{t('recommend.noStatistics')}</p>
          ) : (
            <table className="kp-small-table">
              <thead>
                <tr>
                  {['productName', 'shown', 'clicks', 'clickPercent', 'applied', 'applyPercent'].map((key) => (
                    <th scope="col" key={key}>
                      {t(`field.${key}`)}
                    </th>
                  ))}
                </tr>
              </thead>
              <tbody>
                {rows.map((row) => (
                  <tr key={row.marketProductNo}>
                    <th scope="row">{row.productName}</th>
                    <td className="ks-figures">{formatCount(row.shown)}</td>
                    <td className="ks-figures">{formatCount(row.clicks)}</td>
                    <td className="ks-figures">{percentOf(row.clickPercent)}</td>
                    <td className="ks-figures">{formatCount(row.applied)}</td>
                    <td className="ks-figures">{percentOf(row.applyPercent)}</td>
                  </tr>
                ))}
              </tbody>
            </table>
          )
        }
      </Answered>
    </section>
  );
}
