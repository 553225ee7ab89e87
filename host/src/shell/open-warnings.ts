import { call, serverEvents$ } from '@kituo/sdk';
import { home } from '@kituo/sdk/contracts';

/** The stream says hello about when the first count is read: one reading will do. Milliseconds. */
const FRESH_MS = 5_000;

/**
 * Tells how many warnings are open: now, when they changed, and after a cut that may have hidden a
 * change. What cannot be read leaves the last count. The result stops it.
 */
export function watchOpenWarnings(tell: (count: number | null) => void): () => void {
  let isStopped = false;
  let readAt = -Infinity;
  function read(): void {
    readAt = performance.now();
    call(home.tile, { key: 'warningsOpen' }, { quiet: true, showLoading: false }).then(
      ({ count }) => {
        if (!isStopped) tell(count);
      },
      () => undefined,
    );
  }
  read();
  const events = serverEvents$.subscribe(({ type }) => {
    const isMissed = type === 'hello' && performance.now() - readAt > FRESH_MS;
    if (type === 'warnings' || isMissed) read();
  });
  return () => {
    isStopped = true;
    events.unsubscribe();
  };
}
