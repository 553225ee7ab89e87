import type { AddressInfo } from 'node:net';
import { defineEndpoint } from '@kituo/sdk/contracts';
import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import { drain } from './drain.ts';
import { implement } from './http/implement.ts';
import { routes as auth } from './modules/staff/auth/index.ts';
import { routes as events } from './modules/platform/events/routes.ts';
import { restartInTurn } from '../testing/rolling.ts';
import { addPerson, createTestApp, signInAs } from '../testing/test-app.ts';

const slow = defineEndpoint({
  name: 'test.slow',
  method: 'GET',
  path: 'test/slow',
  access: 'signedIn',
  kind: 'query',
  summary: 'Waits until the test lets it go',
  request: z.object({}),
  reply: z.object({ isDone: z.boolean() }),
});

test('a process on its way out is not ready, ends streams, finishes calls, takes no new ones', async () => {
  const entered = Promise.withResolvers<undefined>();
  const released = Promise.withResolvers<undefined>();
  const waiting = implement(slow, async () => {
    entered.resolve(undefined);
    await released.promise;
    return { isDone: true };
  });
  await using app = await createTestApp({ routes: [...auth, ...events, waiting] });
  await addPerson(app.database, 'amina');
  const { token } = await signInAs(app, 'amina');
  await app.http.listen({ host: '127.0.0.1', port: 0 });
  const { port } = app.http.server.address() as AddressInfo;
  const ask = (path: string) => fetch(`http://127.0.0.1:${port}${path}`, { headers: { 'auth-token': token } });
  expect((await ask('/health/ready')).status).toBe(200);
  const stream = await ask('/api/hc/web/user/events');
  const inFlight = ask('/api/hc/web/test/slow');
  await entered.promise;

  const drained = drain(app.app, app.services, 300);
  const notReady = await ask('/health/ready');
  expect([notReady.status, (await notReady.json()).status]).toEqual([503, 'draining']);
  expect(notReady.headers.get('connection')).toBe('close');
  // Reading to the end returns only because the server ends the stream.
  await stream.text();
  released.resolve(undefined);
  expect(await (await inFlight).json()).toMatchObject({ code: 0, data: { isDone: true } });
  await drained;
  await expect(ask('/health/live')).rejects.toThrow('fetch failed');
});

test('rolling restarts of two nodes behind a balancer fail no call', async () => {
  await using app = await createTestApp();
  const { answered, failed } = await restartInTurn({ db: app.database.db, services: app.services }, 4);
  expect(failed).toEqual([]);
  expect(answered).toBeGreaterThan(80);
});
