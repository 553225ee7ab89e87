import { brotliCompressSync } from 'node:zlib';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { DOORS } from '../../sdk/src/doors/doors.ts';
import { buildDoors, sharedDoors } from './door-build.ts';
import { ROOT } from './paths.ts';
import { HOST_NAMES } from './shared-names.ts';

const doors = await buildDoors(join(ROOT, 'sdk/src/doors'), Object.keys(DOORS));

test.each(Object.entries(DOORS))('the door %s costs at most %s KB', (door, budgetKb) => {
  const built = doors.find(({ name }) => name === `@kituo/sdk/${door}`);
  const files = [...(built?.scripts ?? []), ...(built?.styles ?? [])];
  const bytes = files.reduce((sum, { content }) => sum + brotliCompressSync(content).length, 0);
  expect(bytes).toBeGreaterThan(0);
  expect(bytes / 1024).toBeLessThanOrEqual(budgetKb);
});

test('doors stand on the one copy of kit and SDK that the host has', () => {
  const names = [...Object.keys(HOST_NAMES), ...doors.map(({ name }) => name)];
  for (const { needs } of doors) expect(names).toEqual(expect.arrayContaining([...needs]));
  expect(doors.flatMap(({ needs }) => needs)).toContain('@kituo/sdk/page');
});

test('a door is asked for with the doors behind it, their sheets included, and without what it loads later', () => {
  const shared = sharedDoors(doors, {});
  const [cases, phone, sip] = ['cases', 'phone', 'sip'].map((door) => shared[`@kituo/sdk/${door}`]);
  expect(phone?.styles).toHaveLength(1);
  expect(cases?.styles).toEqual(expect.arrayContaining([...(phone?.styles ?? [])]));
  expect(cases?.files).toEqual(expect.arrayContaining([...(phone?.files ?? [])]));
  expect(cases?.files).not.toContain(sip?.entry);
});
