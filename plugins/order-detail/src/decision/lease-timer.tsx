import { Button, Callout, useText } from '@kituo/sdk';
import { useEffect, useState } from 'react';

const ASKS_BEFORE_MS = 3 * 60_000;

/** How long the order stays with its reviewer who does nothing; asks before it goes back. */
export function LeaseTimer(props: { readonly endsAt: string | null; readonly onRenew: () => void }) {
  const { endsAt } = props;
  const t = useText();
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => {
      setNow(Date.now());
    }, 1_000);
    return () => {
      clearInterval(timer);
    };
  }, []);
  if (endsAt === null) return <p className="kp-muted">{t('lease.suspended')}</p>;
  const left = Math.max(0, Date.parse(endsAt) - now);
  const clock = `${Math.floor(left / 60_000)}:${String(Math.floor((left % 60_000) / 1_000)).padStart(2, '0')}`;
  if (left > ASKS_BEFORE_MS) {
    return (
      <p className="kp-muted of-lease">
        <span className="ks-figures">{t('lease.left', { minutes: Math.floor(left / 60_000) })}</span>
      </p>
    );
  }
  return (
    <Callout intent="warning" icon={null} role="alert" className="of-lease">
      {t('lease.ending')} <span className="ks-figures">{clock}</span>{' '}
      <Button size="small" text={t('lease.renew')} onClick={props.onRenew} />
    </Callout>
  );
}
