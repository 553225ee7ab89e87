import { useSyncExternalStore } from 'react';

const NARROW = '(max-width: 640px)';

function query(): MediaQueryList | null {
  return typeof window.matchMedia === 'function' ? window.matchMedia(NARROW) : null;
}

/** True in windows where a table cannot be read and cards take its place. */
export function useNarrow(): boolean {
  return useSyncExternalStore(
    (changed) => {
      const media = query();
      media?.addEventListener('change', changed);
      return () => media?.removeEventListener('change', changed);
    },
    () => query()?.matches ?? false,
  );
}
