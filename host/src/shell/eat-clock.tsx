import { formatTime } from '@kituo/sdk';
import { useEffect, useState } from 'react';
import { useText } from '../texts.ts';

/** The time in Nairobi, whatever the browser's zone. */
export function EatClock() {
  const t = useText();
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const untilNextMinute = 60_000 - (now % 60_000);
    const timer = setTimeout(() => setNow(Date.now()), untilNextMinute + 20);
    return () => clearTimeout(timer);
  }, [now]);
  return (
    <time className="k-clock" dateTime={new Date(now).toISOString()} title={t('bar.clock')}>
      {formatTime(now)} <small>EAT</small>
    </time>
  );
}
