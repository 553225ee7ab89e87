import { Money, useText } from '@kituo/sdk';
import type { ReplyOf, smsRoute, smsRoutes } from '@kituo/sdk/contracts';
import { History } from '@kituo/sdk/page';

type Detail = ReplyOf<typeof smsRoute.detail>;

/** Merchant and network that a route is for. */
export interface Reach {
  readonly merchantName: string | null;
  readonly network: smsRoutes.MobileNetwork | null;
}

export const reachText = (t: ReturnType<typeof useText>, { merchantName, network }: Reach): string =>
  `${merchantName ?? t('node.everyMerchant')}, ${network === null ? t('smsRoute.everyNetwork') : t(`MOBILE_NETWORK.${network}`)}`;

export const sharesText = ({ accounts }: Pick<smsRoute.SmsRouteRow, 'accounts'>): string[] =>
  accounts.map(({ accountCode, weight }) => `${accountCode} ${weight}%`);

export const capText = (t: ReturnType<typeof useText>, dailyCap: number | null): string[] => {
  if (dailyCap === null) return [];
  return [dailyCap < 0 ? t('limit.unlimited') : String(dailyCap)];
};

/** What each account did for a route today, and what was done with the route. */
export function RouteFacts({ shares, history }: Pick<Detail, 'shares' | 'history'>) {
  const t = useText();
  return (
    <>
      <h3 className="kp-section-title">{t('smsRoute.today')}</h3>
      {shares.length === 0 && <p className="kp-muted">{t('node.noDeliveries')}</p>}
      <ul className="kp-facts">
        {shares.map(({ accountCode, sent, delivered, failed, costCents }) => (
          <li key={accountCode}>
            {accountCode} · {t('smsRoute.shareText', { sent, delivered, failed })} · <Money cents={costCents} />
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
  );
}
