import { useState } from 'react';
import { Failed } from '../../components/states.tsx';
import type { PersonnelEndpoints } from '../../contracts/staff/personnel.ts';
import { usePluginText } from '../platform.ts';
import { useDetail } from '../use-detail.ts';
import './personnel.css';

const SPANS = [1, 7, 30] as const;

/** Work handed to each person by hour of the day (EAT): where load comes from and who carries it. */
export function LoadHeat({ endpoints }: { readonly endpoints: PersonnelEndpoints }) {
  const t = usePluginText();
  const [days, setDays] = useState<number>(7);
  const hours = useDetail(endpoints.hours, { days });
  const most = Math.max(1, ...(hours.data ?? []).flatMap((row) => row.hours));
  return (
    <section className="kp-heat" aria-labelledby="kp-heat-title">
      <div className="kp-heat-head">
        <h1 id="kp-heat-title">{t('personnel.heatTitle')}</h1>
        <label>
          {t('personnel.heatSpan')}{' '}
          <select
            className="bp6-input"
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
        <div className="kp-heat-scroll" tabIndex={0} role="region" aria-labelledby="kp-heat-title">
          <table className="kp-heat-table">
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
