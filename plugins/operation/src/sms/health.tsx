import { Money, useText } from '@kituo/sdk';
import { smsRoute, type ReplyOf } from '@kituo/sdk/contracts';
import { DetailOf } from '@kituo/sdk/page';

type Account = ReplyOf<typeof smsRoute.health>[number];

/** What became of the texts of the last hour and what they cost, by account and network. */
export function RouteHealth() {
  const t = useText();
  return (
    <section className="kp-page">
      <h1 className="kp-title">{t('smsRoute.healthTitle')}</h1>
      <DetailOf endpoint={smsRoute.health} request={{}}>
        {(all) =>
          all.length === 0 ? (
            <p className="kp-muted">{t('smsRoute.quiet')}</p>
          ) : (
            <ul className="kp-facts">
              {all.map((account) => (
                <li key={account.accountCode}>
                  <AccountHealth of={account} />
                </li>
              ))}
            </ul>
          )
        }
      </DetailOf>
    </section>
  );
}

function AccountHealth({ of }: { readonly of: Account }) {
  const t = useText();
  const { accountCode, isFailing, networks, costCents, ...figures } = of;
  return (
    <>
      {accountCode} · {t('smsRoute.shareText', figures)} · <Money cents={costCents} />
      {isFailing && ` · ${t('smsRoute.failing')}`}
      <ul>
        {networks.map(({ network, costCents: cents, ...share }) => (
          <li key={network ?? 'OTHER'}>
            {network === null ? t('smsRoute.smallNetwork') : t(`MOBILE_NETWORK.${network}`)} ·{' '}
            {t('smsRoute.shareText', share)} · <Money cents={cents} />
          </li>
        ))}
      </ul>
    </>
  );
}
