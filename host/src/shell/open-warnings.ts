import { call, mayChange, serverEvents$ } from '@kituo/sdk';
import { home } from '@kituo/sdk/contracts';

/**
 * Tells how many warnings are open: now, and when they changed or may have changed. What cannot be read leaves
 * the last count. The result stops it.
 */
export function watchOpenWarnings(tell: (count: number | null) => void): () => void {
  let isStopped = false;
  let asked = 0;
  function read(): void {
    const mine = (asked += 1);
    call(home.tile, { key: 'warningsOpen' }, { quiet: true, showLoading: false }).then(
      ({ count }) => {
        // Events come in crowds: an earlier answer may come after a later one.
        if (!isStopped && mine === asked) tell(count);
      },
      () => undefined,
    );
  }
  read();
  const events = serverEvents$.subscribe((event) => {
    if (mayChange(event, 'warnings')) read();
  });
  return () => {
    isStopped = true;
    events.unsubscribe();
  };
}
