import { useEffect, useState } from 'react';
import { flushSync } from 'react-dom';

/**
 * True while the page is printed. The browser lays the sheet out as soon as its event is over, so what depends on it is
 * drawn at once.
 */
export function usePaper(): boolean {
  const [isPaper, setIsPaper] = useState(false);
  useEffect(() => {
    const set = (next: boolean) => () => {
      flushSync(() => {
        setIsPaper(next);
      });
    };
    const [begin, end] = [set(true), set(false)];
    window.addEventListener('beforeprint', begin);
    window.addEventListener('afterprint', end);
    return () => {
      window.removeEventListener('beforeprint', begin);
      window.removeEventListener('afterprint', end);
    };
  }, []);
  return isPaper;
}
