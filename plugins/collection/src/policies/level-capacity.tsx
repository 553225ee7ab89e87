import { formatDate, useText } from '@kituo/sdk';
import { casePolicy } from '@kituo/sdk/contracts';
import { useDetail } from '@kituo/sdk/page';

/** What comes to each desk tomorrow beside what its people may take; an alert where that is not enough. */
export function LevelCapacity() {
  const t = useText();
  const { data } = useDetail(casePolicy.levelCapacity, {});
  if (data === null || data.desks.length === 0) return null;
  const short = data.desks.filter(({ cases, capacity }) => cases > capacity);
  return (
    <section aria-label={t('levelCapacity.title')}>
      {short.length > 0 && (
        <p role="alert">
          {short
            .map(({ merchantName, caseLevel, cases, capacity }) =>
              t('levelCapacity.short', { merchant: merchantName, level: caseLevel, cases, capacity, count: cases }),
            )
            .join(' · ')}
        </p>
      )}
      <details>
        <summary>
          {t('levelCapacity.title')}, {formatDate(data.day)}
        </summary>
        <table className="kp-small-table">
          <thead>
            <tr>
              {['merchantName', 'caseLevel', 'entries', 'onShift', 'capacity'].map((name) => (
                <th key={name} scope="col">
                  {t(`field.${name}`)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {data.desks.map((one) => (
              <tr key={`${one.merchantNo} ${one.caseLevel}`}>
                <td>{one.merchantName}</td>
                <td>{one.caseLevel}</td>
                <td>{one.cases}</td>
                <td>{one.people}</td>
                <td>{one.capacity}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </details>
    </section>
  );
}
