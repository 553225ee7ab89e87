import { formatDateTime, useText } from '@kituo/sdk';
import { messageAccount } from '@kituo/sdk/contracts';
import { type Column, DescriptionList, DetailOf, History } from '@kituo/sdk/page';
import { deliveryWordIn } from './delivery-word.ts';
import type { AccountRow } from './account-form.ts';

/** An account, what was sent by it from node to phone, and what was done to it. */
export function AccountDetail(props: { readonly row: AccountRow; readonly columns: readonly Column<AccountRow>[] }) {
  const t = useText();
  const { row, columns } = props;
  const wordOf = deliveryWordIn(t);
  return (
    <>
      <DescriptionList of={row} columns={columns} />
      <DetailOf endpoint={messageAccount.detail} request={{ accountCode: row.accountCode }}>
        {({ callbackUrl, nodes, sendings, history }) => (
          <>
            {callbackUrl !== null && (
              <>
                <h3 className="kp-section-title">{t('smsAccount.callback')}</h3>
                <p>
                  <code>{callbackUrl}</code>
                </p>
              </>
            )}
            <h3 className="kp-section-title">{t('account.nodes')}</h3>
            <p>
              {nodes.length === 0 ? t('account.noNodes') : nodes.map((node) => t(`MESSAGE_NODE.${node}`)).join(', ')}
            </p>
            <h3 className="kp-section-title">{t('account.sendings')}</h3>
            {sendings.length === 0 && <p className="kp-muted">{t('account.noSendings')}</p>}
            <ul className="kp-facts">
              {sendings.map((one) => (
                <li key={one.at}>
                  {[
                    formatDateTime(one.at),
                    one.nodeCode === null ? t(`account.source.${one.source}`) : t(`MESSAGE_NODE.${one.nodeCode}`),
                    one.templateCode,
                    one.destination,
                    t(`account.outcome.${one.outcome}`),
                    wordOf(row.channelType, one),
                    one.fault,
                  ]
                    .filter((part) => part !== null)
                    .join(' · ')}
                </li>
              ))}
            </ul>
            <h3 className="kp-section-title">{t('tab.history')}</h3>
            <History
              entries={history}
              titleOf={({ action }) => t(`history.${action}`)}
              textOf={({ reason }) => reason ?? undefined}
            />
          </>
        )}
      </DetailOf>
    </>
  );
}
