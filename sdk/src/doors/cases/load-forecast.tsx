import { formatDate, useText } from '@kituo/sdk';
import { collectionMerge } from '@kituo/sdk/contracts';
import { Answered, useDetail } from '@kituo/sdk/page';
import { CASES_TEXTS } from './cases-texts.ts';
import { Fold } from './fold.tsx';

/** What collectors of both systems have now and tomorrow, the fullest first. */
export function LoadForecast() {
  const t = useText(CASES_TEXTS);
  return <Fold title={t('cases.forecast')}>{() => <Forecast />}</Fold>;
}

function Forecast() {
  const t = useText(CASES_TEXTS);
  const detail = useDetail(collectionMerge.forecast, {});
  return (
    <Answered detail={detail}>
      {({ day, people, pool }) => (
        <>
          <p className="kp-muted">{t('cases.forecastPool', { ...pool, day: formatDate(day) })}</p>
          <table className="cases-table">
            <thead>
              <tr>
                {(
                  [
                    'collector',
                    'shiftThen',
                    'ordersNow',
                    'billsNow',
                    'loadNow',
                    'coming',
                    'promisedBy',
                    'loadThen',
                  ] as const
                ).map((head) => (
                  <th key={head} scope="col">
                    {t(`cases.${head}`)}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {people.map((one) => (
                <tr key={one.userNo}>
                  <th scope="row">{one.realName}</th>
                  <td>{t(one.onShiftTomorrow ? 'cases.onShift' : 'cases.offShift')}</td>
                  <td>{one.orders}</td>
                  <td>{one.bills}</td>
                  <td>{one.loadPoints}</td>
                  <td>{one.comingBills}</td>
                  <td>{one.promised}</td>
                  <td>{one.loadPointsThen}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </>
      )}
    </Answered>
  );
}

/** What became of a batch over both systems, in each of them. */
export function MergedResult({ jobNo }: { readonly jobNo: string }) {
  const t = useText(CASES_TEXTS);
  const { data } = useDetail(collectionMerge.result, { jobNo });
  return (
    <ul className="kp-facts" aria-label={t('cases.resultByScope')}>
      {(data ?? []).map(({ caseScope, succeeded, failed, leftOver }) => (
        <li key={caseScope}>
          {t(`CASE_SCOPE.${caseScope}`)}: {t('cases.scopeResult', { succeeded, failed, left: leftOver })}
        </li>
      ))}
    </ul>
  );
}
