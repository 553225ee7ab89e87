import { useText } from '@kituo/sdk';
import { smsRoute } from '@kituo/sdk/contracts';
import { DetailOf } from '@kituo/sdk/page';

/** What became of the texts of the last hour, by account. */
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
              {all.map(({ accountCode, isFailing, ...figures }) => (
                <li key={accountCode}>
                  {accountCode} · {t('smsRoute.shareText', figures)}
                  {isFailing && ` · ${t('smsRoute.failing')}`}
                </li>
              ))}
            </ul>
          )
        }
      </DetailOf>
    </section>
  );
}
