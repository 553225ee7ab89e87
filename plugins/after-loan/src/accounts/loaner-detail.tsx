import { formatDateTime, formatMoney, Link, Money, useCan, useText } from '@kituo/sdk';
import { loanerAccount } from '@kituo/sdk/contracts';
import { DescriptionList, DetailOf, History, useWordedColumns } from '@kituo/sdk/page';
import { everyBank } from '../parts/codes.ts';
import { loanerColumns } from './account-fields.ts';

const TRANSFERS = '/AdminContent/ChargeToAnAccountSystem/CashTransferApplyFor';

/** A payout account: routes, attempts of today, how long its float lasts, and who changed it. */
export function LoanerDetail({ accountId }: { readonly accountId: string }) {
  const t = useText();
  const columns = useWordedColumns(loanerColumns, 'bankCode', everyBank);
  const mayMove = useCan('charge:transfer:submit');
  return (
    <DetailOf endpoint={loanerAccount.detail} request={{ accountId }}>
      {({ row, routes, waitingOrders, attempts, emptyAt, missingCents, history }) => (
        <>
          <DescriptionList of={row} columns={columns} />
          {emptyAt !== null && <p>{t('loaner.emptyAt', { at: formatDateTime(emptyAt) })}</p>}
          {missingCents !== null && mayMove && (
            <p>
              <Link to={`${TRANSFERS}?moveTo=${row.accountCode}&cents=${missingCents}`}>
                {t('loaner.topUp', { money: formatMoney(missingCents) })}
              </Link>
            </p>
          )}
          <h3 className="kp-section-title">{t('loaner.routes')}</h3>
          <p>{t('loaner.waiting', { count: waitingOrders })}</p>
          <ul className="kp-facts">
            {routes.map((route) => (
              <li key={route.merchantNo}>
                {route.routeName} · {route.merchantNo}
              </li>
            ))}
          </ul>
          <h3 className="kp-section-title">{t('loaner.attemptsToday')}</h3>
          <ul className="kp-facts">
            {attempts.map((one) => (
              <li key={one.attemptNo}>
                {formatDateTime(one.createdAt)} · {one.attemptNo} · {one.subjectNo} · <Money cents={one.amountCents} />{' '}
                · {t(`ATTEMPT_STATUS.${one.attemptStatus}`)}
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
