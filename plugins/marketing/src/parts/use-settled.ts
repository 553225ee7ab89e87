import { useEffect, useState } from 'react';

const PAUSE_MS = 300;

/** What is typed, once nobody has typed for a moment: look-ups follow it. */
export function useSettled<Value>(value: Value): Value {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => {
      setSettled(value);
    }, PAUSE_MS);
    return () => {
      clearTimeout(timer);
    };
  }, [value]);
  return settled;
}
