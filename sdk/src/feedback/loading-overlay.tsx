import { useEffect, useState } from 'react';
import { loading$ } from '../api/in-flight.ts';
import { useText } from '../scope/use-plugin-scope.ts';
import { session$ } from '../session/session-store.ts';
import { useValue } from '../state/store.ts';
import { Spinner } from './spinner.tsx';

/** Milliseconds a call may take before the overlay is drawn: quick calls do not flash. */
export const OVERLAY_DELAY_MS = 200;

/** Draws the loading overlay while calls are in flight. The host puts it once beside everything else. */
export function LoadingOverlay() {
  const isLoading = useValue(loading$) > 0;
  const { brand } = useValue(session$).settings;
  const t = useText('sdk');
  const [isDrawn, setDrawn] = useState(false);
  useEffect(() => {
    if (!isLoading) return;
    const timer = setTimeout(() => {
      setDrawn(true);
    }, OVERLAY_DELAY_MS);
    return () => {
      clearTimeout(timer);
      setDrawn(false);
    };
  }, [isLoading]);
  useEffect(() => {
    document.body.setAttribute('aria-busy', String(isLoading));
  }, [isLoading]);
  if (!isDrawn) return null;
  return (
    <div className="ks-loading" role="status" aria-label={t('loading.label')}>
      <Spinner brand={brand} size={48} />
    </div>
  );
}
