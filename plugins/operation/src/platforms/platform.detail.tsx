import { EatTime, Money, useText } from '@kituo/sdk';
import { partnerPlatform } from '@kituo/sdk/contracts';
import { DescriptionList, DetailOf, History } from '@kituo/sdk/page';
import { Callbacks } from './callbacks.tsx';
import { platformColumns } from './platform-fields.ts';

/** A partner: its addresses, products, keys, what was sent to it, and its months. */
export function PlatformDetail({ platformCode }: { readonly platformCode: string }) {
  const t = useText();
  return (
    <DetailOf endpoint={partnerPlatform.detail} request={{ platformCode }}>
      {({ row, products, keys, callbacks, statement, health, history }) => (
        <>
          <DescriptionList of={row} columns={platformColumns} />
          <ul className="kp-facts">
            <li>
              {t('field.baseUrl')}: {row.baseUrl}
            </li>
            <li>
              {t('field.callbackUrl')}: {row.callbackUrl}
            </li>
            {row.ipAllowList.length > 0 && (
              <li>
                {t('field.ipAllowList')}: {row.ipAllowList.join(', ')}
              </li>
            )}
          </ul>
          <h3 className="kp-section-title">{t('platform.products')}</h3>
          {products.length === 0 && <p className="kp-muted">{t('platform.noProducts')}</p>}
          <ul className="kp-facts">
            {products.map(({ marketProductNo, productName, productStatus }) => (
              <li key={marketProductNo}>
                {productName} · {marketProductNo} · {t(`MARKET_PRODUCT_STATUS.${productStatus}`)}
              </li>
            ))}
          </ul>
          <h3 className="kp-section-title">{t('platform.statement')}</h3>
          {statement.length === 0 && <p className="kp-muted">{t('platform.noStatement')}</p>}
          <ul className="kp-facts">
            {statement.map(({ month, days, approved, dueCents, paidCents }) => (
              <li key={month}>
                {month} · {t('platform.monthText', { count: days, approved })} · <Money cents={dueCents} /> ·{' '}
                {t('platform.paid')} <Money cents={paidCents} />
              </li>
            ))}
          </ul>
          <h3 className="kp-section-title">{t('platform.keys')}</h3>
          {keys.length === 0 && <p className="kp-muted">{t('platform.noKeys')}</p>}
          <ul className="kp-facts">
            {keys.map(({ keyId, keyTail, createdByName, createdAt, validUntil }) => (
              <li key={keyId}>
                …{keyTail} · {createdByName} · <EatTime at={createdAt} /> ·{' '}
                {validUntil === null ? (
                  t('platform.inUse')
                ) : (
                  <>
                    {t('platform.validUntil')} <EatTime at={validUntil} />
                  </>
                )}
              </li>
            ))}
          </ul>
          <h3 className="kp-section-title">{t('platform.health')}</h3>
          {health.score === null ? (
            <p className="kp-muted">{t('platform.noCallbacks')}</p>
          ) : (
            <p title={t('platform.healthHint')}>
              {t('platform.healthText', {
                score: health.score,
                failed: health.failedPercent ?? 0,
                ms: health.medianMs ?? 0,
              })}
              {health.lateDays > 0 && ` · ${t('platform.lateDays', { count: health.lateDays })}`}
            </p>
          )}
          <h3 className="kp-section-title">{t('platform.callbacks')}</h3>
          {callbacks.length === 0 && <p className="kp-muted">{t('platform.noCallbacks')}</p>}
          <Callbacks platformCode={platformCode} callbacks={callbacks} />
          <h3 className="kp-section-title">{t('tab.history')}</h3>
          <History
            entries={history}
            titleOf={({ action }) => t(`history.${action}`)}
            textOf={({ reason }) => reason ?? undefined}
          />
        </>
      )}
    </DetailOf>
  );
}

/** What leaves the shelf with a partner. */
export function ShelfOf({ platformCode }: { readonly platformCode: string }) {
  const t = useText();
  return (
    <DetailOf endpoint={partnerPlatform.detail} request={{ platformCode }}>
      {({ products }) => {
        const shelved = products.filter(({ productStatus }) => productStatus === 'ON_SHELF');
        const names = shelved.map(({ productName }) => productName).join(', ');
        return <p>{shelved.length === 0 ? t('platform.nothingOff') : t('platform.goesOff', { names })}</p>;
      }}
    </DetailOf>
  );
}
