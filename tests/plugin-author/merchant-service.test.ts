import { spawn, type ChildProcess } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { pluginDescription } from '../../sdk/src/contracts/plugins/plugin-manifest.ts';
import { signIdentity, type Identity } from '../../server/src/modules/plugins/plugin-backend/identity.ts';
import { addForeignPlugin } from '../../server/testing/test-foreign.ts';
import { addPerson, createTestApp, type TestApp } from '../../server/testing/test-app.ts';
import { as, type Person } from '../../server/testing/test-calls.ts';

const EXAMPLE = join(import.meta.dirname, '../../examples/merchant-service');
const NAME = 'merchant-service';

let app: TestApp;
let service: ChildProcess;
let address = '';
let mombasa: Person;
let office: Person;

// The example's own service, as its README starts it, asked through the real server.
beforeAll(async () => {
  app = await createTestApp({ content: 'seeded', plugins: {}, hasPublishers: true });
  const console = await app.http.listen({ port: 0, host: '127.0.0.1' });
  service = spawn(process.execPath, [join(EXAMPLE, 'service/server.mjs')], {
    env: { ...process.env, KITUO: console, PORT: '0' },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  address = await new Promise<string>((resolve, reject) => {
    service.stdout?.on('data', (said: Buffer) => {
      const port = /merchant service on (\d+)/.exec(said.toString())?.[1];
      if (port !== undefined) resolve(`http://127.0.0.1:${port}`);
    });
    service.once('exit', (code) => reject(new Error(`the service ended with ${code}`)));
  });
  const text = await readFile(join(EXAMPLE, 'plugin/plugin.json'), 'utf8');
  const { backend, publisher, capabilities } = pluginDescription.parse(JSON.parse(text));
  await addForeignPlugin(app, {
    name: NAME,
    pages: ['StoreSales'],
    grants: { backend: address },
    more: { publisher, capabilities, ...(backend && { backend }) },
  });
  const pages = ['/AdminContent/StoreSales'];
  const { userNo } = await addPerson(app.database, 'of-mombasa', { pages });
  const { db } = app.database;
  await db.insertInto('userMerchant').values({ userNo, merchantNo: 'M0002' }).execute();
  const { roleNo } = await addPerson(app.database, 'of-head-office', { pages });
  await db.updateTable('role').set({ dataScope: 'ALL' }).where('roleNo', '=', roleNo).execute();
  mombasa = await as(app, 'of-mombasa');
  office = await as(app, 'of-head-office');
});
afterAll(async () => {
  service.removeAllListeners('exit');
  const ended = new Promise((resolve) => service.once('exit', resolve));
  service.kill();
  await ended;
  await app[Symbol.asyncDispose]();
});

const path = (rest: string) => `/api/plugin/${NAME}${rest}`;
const storesOf = async (person: Person) => {
  const { data } = await person.get(path('/sales'));
  return data.map(({ merchantNo }: { merchantNo: string }) => merchantNo);
};

test('a merchant’s person sees the merchant’s own stores, head office all of them', async () => {
  expect(await storesOf(mombasa)).toEqual(['M0002']);
  expect(await storesOf(office)).toEqual(['M0001', 'M0002', 'M0003']);
  expect((await mombasa.get(path('/sales/M0002'))).data.merchantName).toBe('Savanna Stores Mombasa');
  const refused = await mombasa.get(path('/sales/M0001'));
  expect([refused.status, refused.msg]).toEqual([422, 'There is no such store of yours']);
});

test('a target is set for one’s own store alone, and what is no target is told in its words', async () => {
  const set = (merchantNo: string, targetCents: number) => mombasa.post(path('/targets'), { merchantNo, targetCents });
  expect((await set('M0002', 7_000_000)).data.targetCents).toBe(7_000_000);
  expect((await set('M0001', 7_000_000)).msg).toBe('There is no such store of yours');
  expect((await set('M0002', -1)).msg).toBe('A target is a number of cents above 0');
  expect((await office.get(path('/sales/M0001'))).data.targetCents).toBe(9_000_000);
});

test('an identity is good for a minute, for the plugin and for the call it was signed for', async () => {
  const { db } = app.database;
  const ask = async (change: Partial<Identity>, secondsAgo = 0) => {
    const identity: Identity = {
      aud: NAME,
      sub: 'U1',
      name: 'Asha',
      merchants: 'all',
      permissions: [],
      masked: true,
      call: 'GET /sales',
      jti: 'r1',
      ...change,
    };
    const token = await signIdentity(db, identity, Date.now() - secondsAgo * 1_000);
    const headers = { authorization: `Bearer ${token}` };
    return (await fetch(`${address}/sales`, { headers })).status;
  };
  expect([await ask({}), await ask({}, 50)]).toEqual([200, 200]);
  expect([await ask({}, 61), await ask({}, 3_600), await ask({}, -120)]).toEqual([401, 401, 401]);
  expect(await ask({ aud: 'another' })).toBe(401);
  expect(await ask({ call: 'GET /sales/M0002' })).toBe(401);
});

test('the service answers nobody whom the console did not sign for, for this very call', async () => {
  const forged = await fetch(`${address}/sales`, { headers: { authorization: 'Bearer a.b.c' } });
  expect([forged.status, await forged.json()]).toEqual([401, { message: 'Kituo did not sign this call' }]);
  // Routes that plugin.json does not name are not passed on.
  expect((await mombasa.get(path('/everything'))).status).toBe(404);
});
