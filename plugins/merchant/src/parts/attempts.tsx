import { EatTime, useText } from '@kituo/sdk';
import type { orderAcquire } from '@kituo/sdk/contracts';
import { Part } from './part.tsx';

/** Each attempt to deliver an event, with what was answered. */
export function Attempts({ attempts }: { readonly attempts: readonly orderAcquire.DeliveryAttempt[] }) {
  const t = useText();
  return (
    <Part title={t('event.attempts')}>
      {attempts.length === 0 && <p className="kp-muted">{t('event.noAttempts')}</p>}
      <ul className="kp-facts" aria-label={t('event.attempts')}>
        {attempts.map(({ attemptNo, sentAt, tookMs, url, replyStatus, fault, replyExcerpt, requestedByName }) => (
          <li key={attemptNo}>
            {t('event.attempt', { count: attemptNo })} · <EatTime at={sentAt} /> ·{' '}
            {replyStatus === null ? fault : `HTTP ${replyStatus}`} · {tookMs} ms
            {requestedByName !== null && <> · {t('event.resentBy', { name: requestedByName })}</>}
            <br />
            <span className="kp-muted">{url}</span>
            {replyExcerpt !== null && (
              <>
                <br />
                <code>{replyExcerpt}</code>
              </>
            )}
          </li>
        ))}
      </ul>
    </Part>
  );
}
