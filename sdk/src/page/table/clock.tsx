import { useEffect, useState } from 'react';
import { formatDateTime } from '../../format/dates.ts';
import type { Translate } from '../../i18n/texts.ts';
import type { ClockOptions } from '../list/columns.ts';
import { useKitText } from '../platform.ts';

const SECOND_MS = 1000;
const MINUTE_MS = 60 * SECOND_MS;

/** `25 min` of waiting, `16 min left` of what is left, `2 h 5 min late`: minutes, then hours, then days. */
export function textOfClock(
  { iso, way }: { readonly iso: string } & Pick<ClockOptions, 'way'>,
  kit: Translate,
  now: number = Date.now(),
): string {
  const at = Date.parse(iso);
  const isLate = way === 'due' && now > at;
  const milliseconds = Math.max(0, way === 'since' || isLate ? now - at : at - now);
  const minutes = Math.floor(milliseconds / MINUTE_MS);
  const length = lengthOf(minutes, kit);
  if (way === 'since') return length;
  return kit(isLate ? 'clock.late' : 'clock.left', { time: length });
}

function lengthOf(minutes: number, kit: Translate): string {
  if (minutes < 60) return kit('clock.minutes', { minutes });
  const hours = Math.floor(minutes / 60);
  if (hours < 24) return kit('clock.hours', { hours, minutes: minutes % 60 });
  return kit('clock.days', { days: Math.floor(hours / 24), hours: hours % 24 });
}

/** Running time: what waits, or what is left. The moment itself is in the tooltip. */
export function Clock(props: ClockOptions & { readonly iso: string }) {
  const { iso, way, amberAt, redAt } = props;
  const kit = useKitText();
  const now = useNow(way === 'since' ? MINUTE_MS / 2 : 5 * SECOND_MS);
  const hasPassed = (moment: string | undefined) => moment !== undefined && now >= Date.parse(moment);
  const tone = hasPassed(redAt) ? 'failed' : hasPassed(amberAt) ? 'attention' : undefined;
  return (
    <time className="kp-clock ks-figures" data-tone={tone} dateTime={iso} title={`${formatDateTime(iso)} (EAT)`}>
      {textOfClock({ iso, way }, kit, now)}
    </time>
  );
}

/** The time it is, read again every so many milliseconds. */
function useNow(everyMs: number): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => {
      setNow(Date.now());
    }, everyMs);
    return () => {
      clearInterval(timer);
    };
  }, [everyMs]);
  return now;
}
