import { expect, test } from 'vitest';
import { textOfClock } from './clock.tsx';

const now = Date.parse('2026-11-20T12:00:00Z');
const kit = (key: string, values?: object) => `${key} ${Object.values(values ?? {}).join(':')}`;
const at = (way: 'since' | 'until' | 'due', iso: string) => textOfClock({ iso, way }, kit, now);

test('says how long something waits, and what is left', () => {
  expect(at('since', '2026-11-20T11:35:00Z')).toBe('clock.minutes 25');
  expect(at('since', '2026-11-20T09:55:00Z')).toBe('clock.hours 2:5');
  expect(at('since', '2026-11-18T09:00:00Z')).toBe('clock.days 2:3');
  expect(at('until', '2026-11-20T12:04:05Z')).toBe('clock.left clock.minutes 4');
  expect(at('until', '2026-11-20T11:59:00Z')).toBe('clock.left clock.minutes 0');
  expect(at('due', '2026-11-20T12:04:05Z')).toBe('clock.left clock.minutes 4');
  expect(at('due', '2026-11-20T09:55:00Z')).toBe('clock.late clock.hours 2:5');
});
