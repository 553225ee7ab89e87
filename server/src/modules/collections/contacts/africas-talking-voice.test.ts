import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Sandbox, startSandbox } from '../../../../../sandbox/src/index.ts';
import { createTestApp, type TestApp } from '../../../../testing/test-app.ts';
import { queueDispatch } from './dispatch.ts';

const SECRET = 'a-secret-that-nobody-can-guess';
let sandbox: Sandbox;
let app: TestApp;
let attempts = 0;

beforeAll(async () => {
  sandbox = await startSandbox();
  const { username, apiKey, from } = sandbox.atVoiceAccount;
  app = await createTestApp({
    env: {
      AT_VOICE_URL: sandbox.url,
      AT_VOICE_USERNAME: username,
      AT_VOICE_API_KEY: apiKey,
      AT_VOICE_FROM: from,
      KITUO_CALLBACK_SECRET: SECRET,
    },
  });
  const url = await app.http.listen({ host: '127.0.0.1', port: 0 });
  sandbox.atVoice.reportUrl = `${url}/gateway/${SECRET}/voice/africastalking`;
});
afterAll(async () => {
  await app?.[Symbol.asyncDispose]();
  await sandbox?.close();
});

async function settled(): Promise<void> {
  await sandbox.settled();
  await app.services.engine.callbacks.settled();
}

async function dialled(phone: string): Promise<number> {
  const attemptId = (attempts += 1);
  const { db } = app.database;
  const request = { attemptId, channel: 'CALL', phone, payload: { extension: '+254711000001' } } as const;
  await db.transaction().execute(async (tx) => await queueDispatch(tx, request));
  await app.services.engine.dispatch();
  await settled();
  await settled();
  return attemptId;
}

async function resultsOf(attemptId: number) {
  return await app.database.db
    .selectFrom('contactResult')
    .select(['outcome', 'talkSeconds', 'providerCode'])
    .where('attemptId', '=', attemptId)
    .where('outcome', '<>', 'SENT')
    .execute();
}

it.each([
  { phone: '254700000010', outcome: 'ANSWERED', talkSeconds: 41, providerCode: 'NORMAL_CLEARING' },
  { phone: '254700000013', outcome: 'BUSY', talkSeconds: 0, providerCode: 'USER_BUSY' },
  { phone: '254700000014', outcome: 'SWITCHED_OFF', talkSeconds: 0, providerCode: 'SUBSCRIBER_ABSENT' },
])('tells whom to dial once our side answered, and keeps $outcome', async ({ phone, ...kept }) => {
  const attemptId = await dialled(phone);
  expect(sandbox.atVoice.dialled.at(-1)).toBe(phone);
  expect(await resultsOf(attemptId)).toEqual([kept]);
});

it('names no number for a call that nobody asked for', async () => {
  const reply = await app.http.inject({
    method: 'POST',
    url: `/gateway/${SECRET}/voice/africastalking`,
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: 'isActive=1&sessionId=ATVId_9&clientRequestId=999999',
  });
  expect(reply.headers['content-type']).toContain('application/xml');
  expect(reply.body).toContain('<Reject/>');
});

it('is not dialled where they refuse it', async () => {
  sandbox.change({ refusal: 1 });
  const before = sandbox.atVoice.dialled.length;
  const attemptId = await dialled('254700000020');
  sandbox.change({ refusal: 0 });
  expect(sandbox.atVoice.dialled).toHaveLength(before);
  expect(await resultsOf(attemptId)).toMatchObject([{ outcome: 'REFUSED', providerCode: 'InvalidPhoneNumber' }]);
});
