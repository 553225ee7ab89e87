import { Money, useText } from '@kituo/sdk';
import { aiAllocation } from '@kituo/sdk/contracts';
import { DetailOf } from '@kituo/sdk/page';

/** What an AI employee holds, and how it does beside people at the same levels and amounts. */
export function AiWork({ ruleId }: { readonly ruleId: string }) {
  const t = useText();
  return (
    <DetailOf endpoint={aiAllocation.work} request={{ ruleId }}>
      {({ days, held, compared }) => (
        <>
          <h3 className="kp-section-title">{t('aiWork.compared', { days })}</h3>
          {compared.length === 0 ? (
            <p className="kp-muted">{t('aiWork.nothing')}</p>
          ) : (
            <table className="kp-small-table">
              <thead>
                <tr>
                  <th scope="col">{t('field.caseLevel')}</th>
                  <th scope="col">{t('aiWork.who')}</th>
                  <th scope="col">{t('aiWork.cases')}</th>
                  <th scope="col">{t('aiWork.owed')}</th>
                  <th scope="col">{t('aiWork.recovered')}</th>
                  <th scope="col">{t('aiWork.rate')}</th>
                </tr>
              </thead>
              <tbody>
                {compared.map((one) => (
                  <tr key={`${one.caseLevel} ${one.isAi}`}>
                    <td>{one.caseLevel}</td>
                    <td>{t(one.isAi ? 'aiWork.ai' : 'aiWork.people')}</td>
                    <td>{one.cases}</td>
                    <td>
                      <Money cents={one.dueCents} />
                    </td>
                    <td>
                      <Money cents={one.recoveredCents} />
                    </td>
                    <td>{one.dueCents === 0 ? '-' : `${((100 * one.recoveredCents) / one.dueCents).toFixed(1)}%`}</td>
                  </tr>
                ))}
              </tbody>
            </table>
          )}
          <h3 className="kp-section-title">{t('aiWork.held', { count: held.length })}</h3>
          {held.length > 0 && (
            <table className="kp-small-table">
              <thead>
                <tr>
                  <th scope="col">{t('field.caseNo')}</th>
                  <th scope="col">{t('field.caseLevel')}</th>
                  <th scope="col">{t('field.dueCents')}</th>
                  <th scope="col">{t('field.attempts')}</th>
                </tr>
              </thead>
              <tbody>
                {held.map((one) => (
                  <tr key={one.caseNo}>
                    <td>{one.caseNo}</td>
                    <td>{one.caseLevel}</td>
                    <td>
                      <Money cents={one.dueCents} />
                    </td>
                    <td>{one.attempts}</td>
                  </tr>
                ))}
              </tbody>
            </table>
          )}
        </>
      )}
    </DetailOf>
  );
}
