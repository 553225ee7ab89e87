import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase } from '../../../../../tests/support/database.ts';
import type { TestDatabase } from '../../../../../tests/support/database.ts';
import { createTrackingIntake } from './index.ts';
import type { DeadLetter } from './index.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase('migrated');
});
afterAll(async () => {
  await database.drop();
});

const view = (eventId: string, userNo: string | null = null) => ({
  eventId,
  userNo,
  eventType: 'VIEW',
});
const storedIds = async () =>
  (await database.db.selectFrom('trackingEvent').select('eventId').execute()).map(({ eventId }) => eventId).sort();

test('keeps an event once a day, whoever else sends its id', async () => {
  const intake = createTrackingIntake(database.db);
  intake.add([view('a', 'U1'), view('a', 'U1'), view('b', 'U1')]);
  await intake.flush();
  intake.add([view('b', 'U1'), view('b', 'U2'), view('b'), view('c')]);
  await intake.flush();
  expect(await storedIds()).toEqual(['a', 'b', 'b', 'b', 'c']);
  await sql`UPDATE tracking_seen SET seen_on = seen_on - 1`.execute(database.db);
  intake.add([view('a', 'U1')]);
  await intake.close();
  expect(await storedIds()).toEqual(['a', 'a', 'b', 'b', 'b', 'c']);
});

test('two processes with the same events store them once', async () => {
  const intakes = [createTrackingIntake(database.db), createTrackingIntake(database.db)];
  const events = Array.from({ length: 150 }, (_, index) => view(`p${index}`, 'U1'));
  intakes[0]?.add(events);
  intakes[1]?.add(events.toReversed());
  await Promise.all(intakes.map((intake) => intake.close()));
  expect((await storedIds()).filter((id) => id.startsWith('p'))).toHaveLength(150);
});

test('gives a batch up that cannot be written, tells how much, and goes on', async () => {
  const letters: DeadLetter[] = [];
  const intake = createTrackingIntake(database.db, {
    onDeadLetter: (letter) => void letters.push(letter),
  });
  intake.add([{ ...view('bad'), durationMs: 2 ** 40 }]);
  for (let attempt = 1; attempt < 5; attempt += 1) await expect(intake.flush()).rejects.toThrow();
  expect(intake.dropped()).toBe(0);
  intake.add([view('rides along')]);
  await intake.flush();
  intake.add([view('behind')]);
  await intake.close();
  expect(letters).toMatchObject([{ events: 2, eventIds: ['bad', 'rides along'] }]);
  expect(intake.dropped()).toBe(2);
  expect(await storedIds()).toContain('behind');
});
