import { formatCount, formatDateTime, Link, Money, useText } from '@kituo/sdk';
import { reconciliation } from '@kituo/sdk/contracts';
import { DescriptionList, DetailOf, History } from '@kituo/sdk/page';
import { dayColumns } from './recon-fields.ts';

const PAGE = '/AdminContent/AfterLoanSystem/ReconciliationManagement';

/** A day of an account: its differences by kind, its statements, what was done to it. */
export function DayDetail({ runId }: { readonly runId: string }) {
  const t = useText();
  return (
    <DetailOf endpoint={reconciliation.detail} request={{ runId }}>
      {({ byType, statements, history, ...row }) => (
        <>
          <DescriptionList of={row} columns={dayColumns} />
          <h3 className="kp-section-title">{t('tab.differences')}</h3>
          {byType.length === 0 && <p className="kp-muted">{t('recon.noDifferences')}</p>}
          <ul className="kp-facts">
            {byType.length > 0 && (
              <li>
                <Link to={`${PAGE}?tab=differences&runId=${runId}`}>{t('recon.allDifferences')}</Link>
              </li>
            )}
            {byType.map(({ diffType, count, gapCents }) => (
              <li key={diffType}>
                <Link to={`${PAGE}?tab=differences&runId=${runId}&diffType=${diffType}`}>
                  {t(`RECON_DIFF_TYPE.${diffType}`)}
                </Link>{' '}
                · {formatCount(count)} · <Money cents={gapCents} />
              </li>
            ))}
          </ul>
          <h3 className="kp-section-title">{t('recon.statements')}</h3>
          <ul className="kp-facts">
            {statements.map(({ fileName, lines, importedAt, importedByName }) => (
              <li key={importedAt}>
                {fileName} · {t('recon.lines', { count: lines, shown: formatCount(lines) })}
                <div className="kp-muted">
                  {importedByName} · {formatDateTime(importedAt)}
                </div>
              </li>
            ))}
          </ul>
          <h3 className="kp-section-title">{t('account.history')}</h3>
          <History entries={history} titleOf={({ action }) => t(`reconHistory.${action.split('.').at(-1) ?? ''}`)} />
        </>
      )}
    </DetailOf>
  );
}
