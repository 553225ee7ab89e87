import { EatTime, formatMoney, Money, useText } from '@kituo/sdk';
import { merchantService } from '@kituo/sdk/contracts';
import { type Column, DescriptionList, DetailOf, History } from '@kituo/sdk/page';
import { Part } from '../parts/part.tsx';
import { BalanceLine } from './balance-line.tsx';
import type { ServiceRow } from './service-fields.ts';
import { Statement } from './statement.tsx';

/** A service account: what it costs, its keys, what was sent to it, and its trail. */
export function ServiceDetail(props: { readonly merchantNo: string; readonly columns: readonly Column<ServiceRow>[] }) {
  const t = useText();
  return (
    <DetailOf endpoint={merchantService.detail} request={{ merchantNo: props.merchantNo }}>
      {({ row, keys, callbacks, consumption, runwayDays, suggestedRechargeCents, balances, history }) => (
        <>
          <DescriptionList of={row} columns={props.columns} />
          {row.callbackUrl !== null && <p>{row.callbackUrl}</p>}
          {row.ipAllowList.length > 0 && (
            <p>
              {t('field.ipAllowList')}: {row.ipAllowList.join(', ')}
            </p>
          )}
          <Part title={t('service.balances')}>
            <BalanceLine balances={balances} />
          </Part>
          <Part title={t('service.consumption')}>
            {runwayDays !== null && <p>{t('service.runway', { count: runwayDays })}</p>}
            {suggestedRechargeCents !== null && (
              <p>{t('service.suggested', { money: formatMoney(suggestedRechargeCents) })}</p>
            )}
            {consumption.length === 0 && <p className="kp-muted">{t('consumption.none')}</p>}
            <ul className="kp-facts">
              {consumption.map(({ consumptionType, records, amountCents }) => (
                <li key={consumptionType}>
                  {t(`CONSUMPTION_TYPE.${consumptionType}`)}: {records} · <Money cents={amountCents} />
                </li>
              ))}
            </ul>
          </Part>
          <Statement merchantNo={row.merchantNo} />
          <Part title={t('service.keys')}>
            {keys.length === 0 && <p className="kp-muted">{t('service.noKeys')}</p>}
            <ul className="kp-facts">
              {keys.map(({ keyId, keyTail, createdByName, createdAt, validUntil }) => (
                <li key={keyId}>
                  …{keyTail} · {createdByName} · <EatTime at={createdAt} /> ·{' '}
                  {validUntil === null ? (
                    t('service.inUse')
                  ) : (
                    <>
                      {t('service.validUntil')} <EatTime at={validUntil} />
                    </>
                  )}
                </li>
              ))}
            </ul>
          </Part>
          <Part title={t('service.callbacks')}>
            {callbacks.length === 0 && <p className="kp-muted">{t('service.noCallbacks')}</p>}
            <ul className="kp-facts">
              {callbacks.map(({ callbackId, event, sentAt, tookMs, replyStatus, fault }) => (
                <li key={callbackId}>
                  <EatTime at={sentAt} /> · {event} · {fault ?? replyStatus} · {tookMs} ms
                </li>
              ))}
            </ul>
          </Part>
          <Part title={t('detail.history')}>
            <History
              entries={history}
              titleOf={({ action }) => t(`history.${action}`)}
              textOf={({ reason }) => reason ?? undefined}
            />
          </Part>
        </>
      )}
    </DetailOf>
  );
}
