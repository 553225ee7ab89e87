import { formatDate, formatMoney, Link, Money, useText } from '@kituo/sdk';
import { balance } from '@kituo/sdk/contracts';
import { Chart, DescriptionList, DetailOf, useWordedColumns } from '@kituo/sdk/page';
import { everyBank } from '../parts/codes.ts';
import { balanceColumns, entryColumns } from './balance-fields.ts';

const AFTER_LOAN = '/AdminContent/AfterLoanSystem';
const UNMATCHED = `${AFTER_LOAN}/FlowRecordSupplement?tab=unmatched`;
const IN_FLIGHT = `${AFTER_LOAN}/LoanManagement?tab=unknown`;
const feesOf = (accountCode: string) => `${AFTER_LOAN}/ReconciliationManagement?tab=fees&accountId=${accountCode}`;
const differencesOf = (accountCode: string) =>
  `${AFTER_LOAN}/ReconciliationManagement?tab=differences&accountId=${accountCode}`;

/** An account: what a difference is made of, its balances by day, and its entries. */
export function BalanceDetail({ accountId }: { readonly accountId: string }) {
  const t = useText();
  const columns = useWordedColumns(balanceColumns, 'bankName', everyBank);
  return (
    <DetailOf endpoint={balance.detail} request={{ accountId }}>
      {({ row, parts, days, entries }) => (
        <>
          <DescriptionList of={row} columns={columns} />
          <h3 className="kp-section-title">{t('balance.parts')}</h3>
          <ul className="kp-facts">
            <li>
              <Link to={IN_FLIGHT}>{t('field.inFlightCents')}</Link>: <Money cents={parts.inFlightCents} />
            </li>
            <li>
              <Link to={UNMATCHED}>{t('field.unmatchedCents')}</Link>: <Money cents={parts.unmatchedCents} />
            </li>
            <li>
              <Link to={feesOf(row.accountCode)}>{t('balance.fees')}</Link>: <Money cents={parts.feeCents} />
            </li>
            {parts.unexplainedCents !== null && (
              <li>
                <Link to={differencesOf(row.accountCode)}>{t('balance.unexplained')}</Link>:{' '}
                <Money cents={parts.unexplainedCents} />
              </li>
            )}
          </ul>
          <h3 className="kp-section-title">{t('balance.days')}</h3>
          <Chart
            label={t('balance.chart')}
            categories={days.map(({ day }) => formatDate(day))}
            series={[
              curve(
                t('balance.booked'),
                days.map(({ ledgerCents }) => ledgerCents),
              ),
              {
                ...curve(
                  t('balance.stated'),
                  days.map(({ statedCents }) => statedCents),
                ),
                isDashed: true,
              },
            ]}
            tooSmall={t('balance.chartSmall')}
          />
          <ul className="kp-facts">
            {days.toReversed().map(({ day, statedCents, ledgerCents }) => (
              <li key={day}>
                {formatDate(day)} · <Money cents={ledgerCents} />
                {statedCents !== null && (
                  <>
                    {' · '}
                    {t('balance.stated')} <Money cents={statedCents} />
                  </>
                )}
              </li>
            ))}
          </ul>
          <h3 className="kp-section-title">{t('balance.entries')}</h3>
          {entries.map((entry) => (
            <DescriptionList key={entry.entryNo} of={entry} columns={entryColumns} />
          ))}
        </>
      )}
    </DetailOf>
  );
}

const curve = (title: string, values: readonly (number | null)[]) => ({
  title,
  kind: 'line' as const,
  values,
  textOf: (cents: number) => formatMoney(Math.round(cents)),
  scale: 'CENTS',
});
