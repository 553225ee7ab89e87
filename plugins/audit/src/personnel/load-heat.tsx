import { Failed, useText } from '@kituo/sdk';
import { useDetail } from '@kituo/sdk/page';
import { useState } from 'react';
import { endpoints } from './personnel-fields.ts';
import './personnel.css';

const SPANS = [1, 7, 30] as const;

/** Orders handed to each reviewer by hour of the day (EAT): where load comes from and who carries it. */
export function LoadHeat() {
  const t = useText();
  const [days, setDays] = useState<number>(7);
  const hours = useDetail(endpoints.hours, { days });
  const most = Math.max(1, ...(hours.data ?? []).flatMap((row) => row.hours));
  return (
    <section className="heat" aria-labelledby="heat-title">
      <div className="heat-head">
        <h1 id="heat-title">{t('personnel.heatTitle')}</h1>
        <label>
          {t('personnel.heatSpan')}{' '}
          <select
            value={days}
            onChange={(event) => {
              setDays(Number(event.target.value));
            }}
          >
            {SPANS.map((span) => (
              <option key={span} value={span}>
                {t('personnel.heatDays', { count: span })}
              </option>
            ))}
          </select>
        </label>
      </div>
      {hours.error !== null && <Failed error={hours.error} onRetry={hours.refresh} />}
      {hours.data === null && hours.error === null && <p className="kp-muted">{t('personnel.looking')}</p>}
      {hours.data?.length === 0 && <p className="kp-muted">{t('personnel.heatEmpty')}</p>}
      {hours.data !== null && hours.data.length > 0 && (
        <div className="heat-scroll" tabIndex={0} role="region" aria-labelledby="heat-title">
          <table className="heat-table">
            <thead>
              <tr>
                <th scope="col">{t('field.realName')}</th>
                {hours.data[0]?.hours.map((_count, hour) => (
                  <th key={hour} scope="col">
                    {String(hour).padStart(2, '0')}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {hours.data.map((row) => (
                <tr key={row.userNo}>
                  <th scope="row">{row.realName}</th>
                  {row.hours.map((count, hour) => (
                    <td key={hour} data-heat={count === 0 ? 0 : Math.ceil((count / most) * 5)}>
                      {count === 0 ? '' : count}
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </section>
  );
}
