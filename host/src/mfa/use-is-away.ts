import { useEffect, useState } from 'react';

/** True while the person is in another window: what is secret hides from whoever shares the screen. */
export function useIsAway(): boolean {
  const [isAway, setIsAway] = useState(() => !document.hasFocus());
  useEffect(() => {
    const leave = () => setIsAway(true);
    const come = () => setIsAway(false);
    const seen = () => setIsAway(document.hidden || !document.hasFocus());
    window.addEventListener('blur', leave);
    window.addEventListener('focus', come);
    document.addEventListener('visibilitychange', seen);
    return () => {
      window.removeEventListener('blur', leave);
      window.removeEventListener('focus', come);
      document.removeEventListener('visibilitychange', seen);
    };
  }, []);
  return isAway;
}
