import { formatDate, Link, Money, useText } from '@kituo/sdk';
import { balance } from '@kituo/sdk/contracts';
import { DescriptionList, DetailOf } from '@kituo/sdk/page';
import { balanceColumns, entryColumns } from './balance-fields.ts';

const UNMATCHED = '/AdminContent/AfterLoanSystem/FlowRecordSupplement?tab=unmatched';

/** An account: what a difference is made of, its balances by day, and its entries. */
export function BalanceDetail({ accountId }: { readonly accountId: string }) {
  const t = useText();
  return (
    <DetailOf endpoint={balance.detail} request={{ accountId }}>
      {({ row, parts, days, entries }) => (
        <>
          <DescriptionList of={row} columns={balanceColumns} />
          <h3 className="kp-section-title">{t('balance.parts')}</h3>
          <ul className="kp-facts">
            <li>
              {t('field.inFlightCents')}: <Money cents={parts.inFlightCents} />
            </li>
            <li>
              <Link to={UNMATCHED}>{t('field.unmatchedCents')}</Link>: <Money cents={parts.unmatchedCents} />
            </li>
            <li>
              {t('balance.fees')}: <Money cents={parts.feeCents} />
            </li>
            {parts.unexplainedCents !== null && (
              <li>
                {t('balance.unexplained')}: <Money cents={parts.unexplainedCents} />
              </li>
            )}
          </ul>
          <h3 className="kp-section-title">{t('balance.days')}</h3>
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
