import { Failed, useText } from '@kituo/sdk';
import { reReview } from '@kituo/sdk/contracts';
import { useDetail } from '@kituo/sdk/page';
import { useEffect, useEffectEvent } from 'react';
import './re-review.css';

/** Submissions of today by merchant, as bars with their numbers; read again with each `turn`. */
export function QuotaGauge({ turn }: { readonly turn: number }) {
  const t = useText();
  const quota = useDetail(reReview.quota, {});
  const refresh = useEffectEvent(quota.refresh);
  useEffect(() => {
    if (turn > 0) refresh();
  }, [turn]);
  const shown = quota.data?.filter(({ enabled }) => enabled) ?? [];
  if (quota.error !== null) return <Failed error={quota.error} onRetry={quota.refresh} />;
  if (quota.data === null) return null;
  if (shown.length === 0) return <p className="kp-muted quota">{t('reReview.noQuota')}</p>;
  return (
    <ul className="quota" aria-label={t('reReview.quota')}>
      {shown.map((one) => (
        <li key={one.merchantNo}>
          <span className="quota-name">{one.merchantName}</span>
          <meter min={0} max={Math.max(1, one.dailySubmitLimit)} value={one.used} aria-hidden />
          <span className="quota-text">
            {t('reReview.used', {
              used: one.used,
              limit: one.dailySubmitLimit,
              mine: one.remainingForMe,
            })}
          </span>
        </li>
      ))}
    </ul>
  );
}
