import { useEffect, useEffectEvent } from 'react';

/** Reads the list again when a command was refused: somebody else was there first, and the row says who. */
export function useReread(error: unknown, refresh: () => void): void {
  const reread = useEffectEvent(refresh);
  useEffect(() => {
    if (error !== null) reread();
  }, [error]);
}
