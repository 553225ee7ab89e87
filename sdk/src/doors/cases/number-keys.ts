const SINGLE = 9;

/**
 * What number keys choose which of so many: 1 to 9 the first nine, 0 and a further digit those after them. Of ten at
 * most, 0 is the tenth.
 *
 * @example numberKeys(15)[10] // '02'
 */
export function numberKeys(count: number): readonly string[] {
  return Array.from({ length: count }, (_, place) => {
    if (place < SINGLE) return String(place + 1);
    if (count === SINGLE + 1) return '0';
    return `0${place - SINGLE + 1}`;
  });
}

/** Which one the digits typed so far choose; `waits` where another digit is to come. Pure. */
export function chosenBy(typed: string, count: number): number | 'waits' | null {
  const keys = numberKeys(Math.min(count, SINGLE * 2));
  const place = keys.indexOf(typed);
  if (place >= 0) return place;
  return keys.some((key) => key.startsWith(typed)) ? 'waits' : null;
}

/** Whether keys belong to a field or a dialog. */
export const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && target.closest('input, textarea, select, [role="dialog"]') !== null;
