import { useEffect, useState } from 'react';

/** `mm:ss` of whole seconds. */
export function minutesAndSeconds(seconds: number): string {
  const minutes = Math.floor(seconds / 60);
  return `${String(minutes).padStart(2, '0')}:${String(seconds % 60).padStart(2, '0')}`;
}

/** Seconds to wait that an error's facts name: a number of seconds, or a text `mm:ss`. */
export function waitSecondsOf(facts: Readonly<Record<string, unknown>>): number | null {
  for (const name of ['waitSeconds', 'seconds', 'retryAfterSeconds']) {
    const seconds = facts[name];
    if (typeof seconds === 'number' && seconds > 0) return Math.ceil(seconds);
  }
  const { wait } = facts;
  if (typeof wait === 'number' && wait > 0) return Math.ceil(wait);
  const parts = typeof wait === 'string' ? /^(\d+):(\d{2})$/.exec(wait) : null;
  return parts === null ? null : Number(parts[1]) * 60 + Number(parts[2]);
}

const secondsUntil = (until: number | null): number =>
  until === null ? 0 : Math.max(0, Math.ceil((until - Date.now()) / 1000));

/** Counts down to 0, once a second, from the clock: a tab asleep does not fall behind. */
export function useCountdown(until: number | null): number {
  const [seconds, setSeconds] = useState(() => secondsUntil(until));
  useEffect(() => {
    setSeconds(secondsUntil(until));
    if (until === null) return;
    const timer = setInterval(() => setSeconds(secondsUntil(until)), 1000);
    return () => clearInterval(timer);
  }, [until]);
  return seconds;
}
