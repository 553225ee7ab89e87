import { formatDateTime, Money, useText } from '@kituo/sdk';
import { repayAccount } from '@kituo/sdk/contracts';
import { DescriptionList, DetailOf, History, useWordedColumns } from '@kituo/sdk/page';
import { everyBank } from '../parts/codes.ts';
import { repayColumns, type RepayRow } from './account-fields.ts';
import { PointingHere } from './pointing-here.tsx';

/** A receiving account: what came in today, and who changed it. */
export function RepayDetail({ accountId }: { readonly accountId: string }) {
  const t = useText();
  const columns = useWordedColumns(repayColumns, 'bankCode', everyBank);
  return (
    <DetailOf endpoint={repayAccount.detail} request={{ accountId }}>
      {({ row, links, flows, history }) => (
        <>
          <DescriptionList of={row} columns={columns} />
          {row.rangeFrom !== null && <p>{t('repayAccount.range', { from: row.rangeFrom, to: row.rangeTo ?? '' })}</p>}
          <PointingHere row={row} />
          <Quiet row={row} />
          <Customers row={row} />
          {links.length > 0 && (
            <>
              <h3 className="kp-section-title">{t('repayAccount.openLinks')}</h3>
              <ul className="kp-facts">
                {links.map(({ linkNo, orderNo, amountCents, expiresAt }) => (
                  <li key={linkNo}>
                    {linkNo} · {orderNo} · <Money cents={amountCents} /> ·{' '}
                    {t('repayAccount.until', { at: formatDateTime(expiresAt) })}
                  </li>
                ))}
              </ul>
            </>
          )}
          <h3 className="kp-section-title">{t('repayAccount.flowsToday')}</h3>
          <ul className="kp-facts">
            {flows.map((flow) => (
              <li key={flow.flowNo}>
                {formatDateTime(flow.receivedAt)} · {flow.paymentCode} · {t(`FLOW_STATUS.${flow.flowStatus}`)} ·{' '}
                <Money cents={flow.amountCents} />
              </li>
            ))}
          </ul>
          <h3 className="kp-section-title">{t('account.history')}</h3>
          <History entries={history} titleOf={({ action }) => t(`accountHistory.${action.split('.').at(-1) ?? ''}`)} />
        </>
      )}
    </DetailOf>
  );
}

/** How long the account is quiet, beside what is usual at this time of day. */
function Quiet({ row: { quietMinutes, usualQuietMinutes, isSilent } }: { readonly row: RepayRow }) {
  const t = useText();
  if (quietMinutes === null) return null;
  const time = (minutes: number): string =>
    minutes < 120
      ? t('repayAccount.minutes', { minutes })
      : t('repayAccount.hours', { hours: Math.round(minutes / 60) });
  const facts = { time: time(quietMinutes), usual: time(usualQuietMinutes ?? 0) };
  const text = t(usualQuietMinutes === null ? 'repayAccount.quiet' : 'repayAccount.quietUsually', facts);
  return isSilent ? (
    <p className="bp6-callout bp6-intent-danger" role="alert">
      {text} {t('repayAccount.silentHint')}
    </p>
  ) : (
    <p className="kp-muted">{text}</p>
  );
}

/** What a customer of the account is told to pay to, and by what their payment is known. */
function Customers({ row }: { readonly row: RepayRow }) {
  const t = useText();
  const { shortCode, bankCode, accountNo, codeRule, minCents, maxCents } = row;
  return (
    <section aria-label={t('repayAccount.customers')}>
      <h3 className="kp-section-title">{t('repayAccount.customers')}</h3>
      <ul className="kp-facts">
        <li>
          {shortCode === null
            ? t('repayAccount.payBank', { bank: bankCode, account: accountNo ?? '' })
            : t('repayAccount.payBill', { code: shortCode })}
        </li>
        <li>{t(`repayAccount.reference.${codeRule}`)}</li>
        <li>
          {t('repayAccount.linkBounds')} <Money cents={minCents} /> – <Money cents={maxCents} />
        </li>
      </ul>
    </section>
  );
}
