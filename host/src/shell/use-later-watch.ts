import { useEffect, useEffectEvent } from 'react';

/** After the first page was drawn, so that its own calls come first. Milliseconds. */
const AFTER_MS = 1_000;

/** Starts a watch a moment after the first page stands; what it answers stops it with the component. */
export function useLaterWatch(isPageDrawn: boolean, start: () => Promise<() => void> | (() => void)): void {
  const begin = useEffectEvent(start);
  useEffect(() => {
    if (!isPageDrawn) return;
    let isOver = false;
    let stop: () => void = () => undefined;
    const run = async (): Promise<void> => {
      const end = await begin();
      if (isOver) end();
      else stop = end;
    };
    // What cannot be loaded now is there after the next load.
    const timer = setTimeout(() => void run().catch(() => undefined), AFTER_MS);
    return () => {
      isOver = true;
      clearTimeout(timer);
      stop();
    };
  }, [isPageDrawn]);
}
