import { formatCount, formatDate, Link, Money, useText } from '@kituo/sdk';
import { payoutOrder } from '@kituo/sdk/contracts';
import { DescriptionList, DetailOf } from '@kituo/sdk/page';
import { PayoutAttempts } from '@kituo/sdk/payments';
import { admittedText, loanColumns } from './loan-fields.ts';

/** Whom a limit is for, by the loans they repaid. */
function wordsFor(settledOrderCount: number): string {
  if (settledOrderCount < 0) return 'loan.limitOfAll';
  return settledOrderCount === 0 ? 'loan.limitOfFirst' : 'loan.limitOfRepeat';
}

/** An order on its way out: its attempts, changes of its account, journals, and what holds it. */
export function LoanDetail({ orderNo }: { readonly orderNo: string }) {
  const t = useText();
  return (
    <DetailOf endpoint={payoutOrder.detail} request={{ orderNo }}>
      {({ row, limit, trafficLimits, accountChanges, journals }) => (
        <>
          <DescriptionList of={row} columns={loanColumns} />
          <p>
            <Link to={`/AdminContent/OrderDetailAudit/OrderDetail?orderNo=${orderNo}&source=LoanManagement`}>
              {t('loan.openOrder')}
            </Link>
          </p>
          {limit !== null && (
            <>
              <h3 className="kp-section-title">{t('loan.limit')}</h3>
              <p>
                <Money cents={limit.usedCents} />
                {limit.dailyAmountLimitCents >= 0 && (
                  <>
                    {' / '}
                    <Money cents={limit.dailyAmountLimitCents} />
                  </>
                )}
                {' · '}
                {t('loan.limitOrders', { count: limit.usedOrders, shown: formatCount(limit.usedOrders) })}
                {limit.dailyOrderLimit >= 0 && ` / ${formatCount(limit.dailyOrderLimit)}`}
              </p>
              {row.holdReason === 'LIMIT_REACHED' && <p className="kp-muted">{t('loan.limitGoes')}</p>}
            </>
          )}
          {trafficLimits.length > 0 && (
            <>
              <h3 className="kp-section-title">{t('loan.traffic')}</h3>
              <ul className="kp-facts">
                {trafficLimits.map((one) => (
                  <li key={one.settledOrderCount}>
                    {t(wordsFor(one.settledOrderCount), { count: one.settledOrderCount })}: {admittedText(one)}
                  </li>
                ))}
              </ul>
            </>
          )}
          <h3 className="kp-section-title">{t('loan.attempts')}</h3>
          <PayoutAttempts subjectType="LOAN" subjectNo={orderNo} />
          {accountChanges.length > 0 && (
            <>
              <h3 className="kp-section-title">{t('loan.accountChanges')}</h3>
              <ul className="kp-facts">
                {accountChanges.map((one) => (
                  <li key={one.changedAt}>
                    {formatDate(one.changedAt)} · {one.before ?? '-'} → {one.after}
                    <div className="kp-muted">
                      {[one.byName, one.checkerName, one.reason].filter(Boolean).join(' · ')}
                    </div>
                  </li>
                ))}
              </ul>
            </>
          )}
          <h3 className="kp-section-title">{t('loan.journals')}</h3>
          <ul className="kp-facts">
            {journals.map((journal) => (
              <li key={journal.journalId}>
                {journal.journalId} · {formatDate(journal.businessDate)} · {t(`JOURNAL_KIND.${journal.kind}`)}
                {journal.reversesId !== null && ` (${t('loan.reversed', { no: journal.reversesId })})`} ·{' '}
                <Money cents={journal.amountCents} />
              </li>
            ))}
          </ul>
        </>
      )}
    </DetailOf>
  );
}
