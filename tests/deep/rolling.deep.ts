import { expect, test } from 'vitest';
import { restartInTurn } from '../../server/testing/rolling.ts';
import { createTestApp } from '../../server/testing/test-app.ts';

test('fifty rolling restarts of two nodes fail no call', { timeout: 300_000 }, async () => {
  await using app = await createTestApp();
  const { answered, failed } = await restartInTurn({ db: app.database.db, services: app.services }, 50);
  expect(failed).toEqual([]);
  expect(answered).toBeGreaterThan(1_000);
});
