import { home, tracking } from '@kituo/sdk/contracts';
import { expect, test } from 'vitest';
import { createTestApp } from '../../../../testing/test-app.ts';
import { as } from '../../../../testing/test-calls.ts';

test('an event that cannot be written does not hide the pages that were', async () => {
  await using app = await createTestApp({ content: 'seeded' });
  const service = await as(app, 'service');
  const path = '/AdminContent/WarningNotify';
  const event = { eventId: 'r1', eventType: 'VIEW', pageName: 'WarningNotify', path };
  await service.post(tracking.report, event);
  expect((await service.get(home.recent)).data).toMatchObject([{ path, visits: 1 }]);
  app.services.tracking.add([{ eventId: 'bad', eventType: 'VIEW', durationMs: 2 ** 40 }]);
  const { code, data } = await service.get(home.recent);
  expect([code, data]).toMatchObject([0, [{ path }]]);
});
