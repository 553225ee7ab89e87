import { call, commandsInFlight$, formatDateTime, hasUnsavedForms, online$, useValue } from '@kituo/sdk';
import { job } from '@kituo/sdk/contracts';
import { useEffect, useState } from 'react';
import { useNetworkText } from './texts.ts';

/** How often a lost network is looked for, in milliseconds. */
const LOOK_EVERY_MS = 5_000;

/** A call that gets through says that the network is back: `online$` hears of it. */
function look(): void {
  const newest = { filters: {}, page: 1, pageSize: 20, sort: null } as const;
  call(job.page, newest, { quiet: true, showLoading: false }).catch(() => undefined);
}

/** Stands while there is no network: since when, what waits to be sent, and what becomes of it. */
export function NetworkBanner() {
  const isThere = useBrowserOnline();
  const hasAnswered = useValue(online$);
  return isThere && hasAnswered ? null : <Gone />;
}

function Gone() {
  const t = useNetworkText();
  const sending = useValue(commandsInFlight$);
  const [since] = useState(() => formatDateTime(new Date()));
  useEffect(() => {
    const timer = setInterval(look, LOOK_EVERY_MS);
    return () => clearInterval(timer);
  }, []);
  const said = [
    t('gone', { time: since }),
    ...(sending > 0 ? [t('sending', { count: sending })] : []),
    ...(hasUnsavedForms() ? [t('forms')] : []),
  ].join(' ');
  return (
    <section className="k-drafts" aria-label={t('title')}>
      <p role="alert">
        <span title={said}>{said}</span>
        <button type="button" className="k-link" onClick={look}>
          {t('again')}
        </button>
      </p>
    </section>
  );
}

/** What the browser says of the line. Back on it, the server is asked at once. */
function useBrowserOnline(): boolean {
  const [isThere, setIsThere] = useState(navigator.onLine);
  useEffect(() => {
    const onChange = (): void => {
      setIsThere(navigator.onLine);
      if (navigator.onLine) look();
    };
    window.addEventListener('online', onChange);
    window.addEventListener('offline', onChange);
    return () => {
      window.removeEventListener('online', onChange);
      window.removeEventListener('offline', onChange);
    };
  }, []);
  return isThere;
}
