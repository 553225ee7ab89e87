import { EatTime, useText } from '@kituo/sdk';
import { prepaid } from '@kituo/sdk/contracts';
import { DescriptionList, DetailOf, History } from '@kituo/sdk/page';
import { PostedJournals } from '@kituo/sdk/payments';
import { Part } from '../parts/part.tsx';
import { reversalColumns } from './consumption-fields.ts';

/** A charge with its price, journals and trail. */
export function ConsumptionDetail({ recordNo }: { readonly recordNo: string }) {
  const t = useText();
  return (
    <DetailOf endpoint={prepaid.consumption} request={{ recordNo }}>
      {({ row, price, exchange, journals, history }) => (
        <>
          <DescriptionList of={row} columns={reversalColumns} />
          <Part title={t('consumption.price')}>
            {price === null ? (
              <p className="kp-muted">{t('consumption.noPrice')}</p>
            ) : (
              <p>
                {price.ruleName} ({price.ruleId}) · {t('consumption.version', { no: price.versionNo })}
              </p>
            )}
          </Part>
          {exchange !== null && (
            <Part title={t('consumption.exchange')}>
              <ul className="kp-facts">
                <li>
                  {exchange.requestedAt !== null && (
                    <>
                      <EatTime at={exchange.requestedAt} /> ·{' '}
                    </>
                  )}
                  <code>{exchange.request}</code>
                </li>
                {exchange.reply !== null && (
                  <li>
                    {exchange.repliedAt !== null && (
                      <>
                        <EatTime at={exchange.repliedAt} /> ·{' '}
                      </>
                    )}
                    <code>{exchange.reply}</code>
                  </li>
                )}
              </ul>
            </Part>
          )}
          <Part title={t('detail.journals')}>
            <PostedJournals journals={journals} />
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
