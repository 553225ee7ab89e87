import { formatDateTime, Money, useText } from '@kituo/sdk';
import { repayAccount } from '@kituo/sdk/contracts';
import { DescriptionList, DetailOf, History } from '@kituo/sdk/page';
import { repayColumns } from './account-fields.ts';

/** A receiving account: what came in today, and who changed it. */
export function RepayDetail({ accountId }: { readonly accountId: string }) {
  const t = useText();
  return (
    <DetailOf endpoint={repayAccount.detail} request={{ accountId }}>
      {({ row, flows, history }) => (
        <>
          <DescriptionList of={row} columns={repayColumns} />
          {row.rangeFrom !== null && <p>{t('repayAccount.range', { from: row.rangeFrom, to: row.rangeTo ?? '' })}</p>}
          {row.openLinks + row.virtualNumbers > 0 && (
            <p>{t('repayAccount.pointing', { links: row.openLinks, numbers: row.virtualNumbers })}</p>
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
