import { warning } from '@kituo/sdk/contracts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestApp, TEST_PASSWORD } from '../../../../testing/test-app.ts';
import type { TestApp } from '../../../../testing/test-app.ts';
import { as, listOf } from '../../../../testing/test-calls.ts';

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp({ content: 'seeded' });
  await app.database.db.deleteFrom('warning').execute();
});
afterAll(async () => {
  await app[Symbol.asyncDispose]();
});

async function login(userName: string, password: string, remoteAddress: string): Promise<string> {
  const url = '/api/hc/web/noAuth/logon/login';
  const payload = { userName, password };
  const reply = await app.http.inject({ method: 'POST', url, remoteAddress, payload });
  return reply.json().data.error ?? 'NONE';
}
async function fail(userName: string, times: number, address: string): Promise<void> {
  for (let at = 0; at < times; at += 1) await login(userName, 'wrong', address);
}
async function warnings(userName: string) {
  const person = await as(app, userName);
  return (await person.post(warning.page, listOf())).data.rows;
}
/** Notices arrive in the order they were sent: what was sent so far has arrived. */
async function arrived(): Promise<void> {
  const mark = new Promise<void>((resolve) => {
    const end = app.services.events.onAny((_, event) => {
      if (event.type !== 'version') return;
      end();
      resolve();
    });
  });
  await app.services.events.publish('everyone', { type: 'version', version: 'mark' });
  await mark;
}
/** Who is told that their warnings changed, while the work goes on. */
async function toldDuring(work: () => Promise<unknown>): Promise<readonly string[]> {
  await arrived();
  const told: string[] = [];
  const stop = app.services.events.onAny((audience, { type }) => {
    if (type === 'warnings' && typeof audience === 'object' && 'userNos' in audience) {
      told.push(...audience.userNos);
    }
  });
  await work();
  await arrived();
  stop();
  return told;
}
const isOver = async () => await app.database.db.deleteFrom('signInFailure').execute();

test('the fifth failure in a row warns the administrators, once, until the person gets in', async () => {
  await fail('disburser', 4, '10.2.0.1');
  expect(await warnings('admin')).toEqual([]);
  expect(await toldDuring(async () => await fail('disburser', 4, '10.2.0.1'))).toEqual(['U000001']);
  const rows = await warnings('admin');
  expect(rows).toMatchObject([{ sourceType: 'SIGN_IN_FAILURES', warningLevel: 'ATTENTION', warningStatus: 'OPEN' }]);
  expect(rows[0].subject).toBe('5 failed sign-ins in a row on the account of Njeri Mwangi');
  expect(await warnings('finance')).toEqual([]);
  await isOver();
  await fail('disburser', 5, '10.2.0.1');
  expect(await warnings('admin')).toHaveLength(1);
  await isOver();
  const getIn = async () => expect(await login('disburser', TEST_PASSWORD, '10.2.0.1')).toBe('NONE');
  expect(await toldDuring(getIn)).toEqual(['U000001']);
  expect(await warnings('admin')).toMatchObject([{ warningStatus: 'RESOLVED', resolvedByName: null }]);
});

test('an address that tries many names is warned of once, and no name that was typed is told', async () => {
  for (let at = 0; at < 55; at += 1) await login(`guess-${at}`, 'wrong', '10.2.0.2');
  const about = (await warnings('admin')).filter(
    ({ warningStatus }: { warningStatus: string }) => warningStatus === 'OPEN',
  );
  expect(about.map(({ subject }: { subject: string }) => subject)).toEqual([
    '50 failed sign-ins in a row from address 10.2.0.2',
  ]);
  expect(JSON.stringify(about)).not.toContain('guess');
});
