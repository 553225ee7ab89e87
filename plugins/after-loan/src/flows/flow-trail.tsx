import { formatDateTime, formatMoney, useText } from '@kituo/sdk';
import { flow } from '@kituo/sdk/contracts';
import { DetailOf, Timeline } from '@kituo/sdk/page';

/** What the channel says of a payment, and what was done with its money. */
export function FlowTrail({ flowNo }: { readonly flowNo: string }) {
  const t = useText();
  return (
    <DetailOf endpoint={flow.trail} request={{ flowNo }}>
      {({ told, uses, callbacks }) => (
        <>
          <h3 className="kp-section-title">{t('flow.trail')}</h3>
          {told !== null && (
            <p>
              {t(`flow.told.${told.toldBy}`, {
                money: formatMoney(told.amountCents),
                at: formatDateTime(told.repayTime),
              })}
            </p>
          )}
          {uses.length === 0 ? (
            <p className="kp-muted">{t('flow.trailNone')}</p>
          ) : (
            <Timeline
              label={t('flow.trail')}
              entries={uses.map(({ kind, no, orderNo, amountCents, status, at }) => ({
                id: no,
                at,
                title: `${t(`FLOW_USE.${kind}`)} · ${formatMoney(amountCents)}`,
                who: null,
                text: [no, orderNo, t(`FLOW_USE_STATUS.${status}`)].filter(Boolean).join(' · '),
              }))}
            />
          )}
          {callbacks.length > 0 && (
            <>
              <h3 className="kp-section-title">{t('flow.callbacks')}</h3>
              <ul className="kp-facts">
                {callbacks.map(({ callbackId, receivedAt, callbackStatus, fault }) => (
                  <li key={callbackId}>
                    {formatDateTime(receivedAt)} · {t(`CALLBACK_STATUS.${callbackStatus}`)}
                    {fault !== null && <div className="kp-muted">{fault}</div>}
                  </li>
                ))}
              </ul>
            </>
          )}
        </>
      )}
    </DetailOf>
  );
}
