import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase } from '../../../../../tests/support/database.ts';
import type { TestDatabase } from '../../../../../tests/support/database.ts';
import { createMessages, noTransport } from './deliver.ts';
import type { MessageTransport, OutgoingMessage } from './deliver.ts';
import { reportTopics } from '../../collections/contacts/index.ts';
import { createLogger } from '../health/index.ts';
import { queueMessage, queueNotice, recipientOf } from './index.ts';

let database: TestDatabase;
let userNo = '';
const log = { warn: () => undefined };

beforeAll(async () => {
  database = await createTestDatabase('migrated');
  ({ userNo } = await database.db
    .insertInto('appUser')
    .values({
      userName: 'amina',
      loginId: 'amina',
      realName: 'Amina',
      passwordHash: '',
      phone: '254712345678',
    })
    .returning('userNo')
    .executeTakeFirstOrThrow());
});
afterAll(async () => await database.drop());

function gateway(send: (message: OutgoingMessage) => Promise<void>): MessageTransport {
  let count = 0;
  return {
    channels: ['EMAIL', 'SMS'],
    keepsSecrets: false,
    send: async (message) => {
      await send(message);
      return `ATXid_${(count += 1)}`;
    },
  };
}
const rows = () => database.db.selectFrom('message').selectAll().orderBy('messageNo').execute();
const clear = () => database.db.deleteFrom('message').execute();

test('a notice waits for a gateway, leaves once, and several processes send each once', async () => {
  await clear();
  await queueNotice(database.db, 'mfa.reset', userNo);
  expect(await createMessages(database.db, noTransport, log).deliver()).toBe(0);
  const sent: OutgoingMessage[] = [];
  const one = createMessages(
    database.db,
    gateway((message) => Promise.resolve(void sent.push(message))),
    log,
  );
  await Promise.all([one.deliver(), one.deliver(), one.deliver()]);
  expect(sent).toMatchObject([
    {
      channel: 'SMS',
      destination: '254712345678',
      body: expect.stringContaining('Amina, an admin'),
    },
  ]);
  expect(await rows()).toMatchObject([{ messageStatus: 'SENT', body: expect.any(String) }]);
});

test('what the SMS gateway reports is joined to the message, in whatever order it comes', async () => {
  await clear();
  await queueNotice(database.db, 'mfa.reset', userNo);
  await createMessages(
    database.db,
    gateway(() => Promise.resolve()),
    log,
  ).deliver();
  const topics = reportTopics({ log: createLogger('silent') });
  const told = async (id: string, status: string) => {
    const callback = {
      callbackId: 1,
      receivedAt: new Date(Date.now() - 3_600_000),
      topic: 'sms/delivery',
      content: Buffer.alloc(0),
    };
    const report = { id, status, phoneNumber: '+254712345678', networkCode: '63902' };
    return await database.db
      .transaction()
      .execute(
        async (tx) => await topics['sms/delivery']?.handle(tx, report, { callback, afterCommit: () => undefined }),
      );
  };
  const outcome = async () => (await rows()).map(({ deliveryOutcome }) => deliveryOutcome);
  expect([await told('ATXid_1', 'Submitted'), await outcome()]).toEqual(['processed', ['SENT']]);
  expect([await told('ATXid_1', 'Success'), await outcome()]).toEqual(['processed', ['DELIVERED']]);
  expect([await told('ATXid_1', 'Buffered'), await outcome()]).toEqual(['processed', ['DELIVERED']]);
  expect(await told('ATXid_9', 'Success')).toBe('ignored');
});

test('a code is wiped from the outbox once it has left, and given up when it is over', async () => {
  await clear();
  const recipient = await recipientOf(database.db, userNo);
  const request = { facts: { code: '123456' }, isSecret: true };
  await queueMessage(database.db, 'signIn.code', recipient, request);
  const soon = new Date(Date.now() - 1000);
  await queueMessage(database.db, 'signIn.code', recipient, { ...request, expiresAt: soon });
  const sent: string[] = [];
  const messages = createMessages(
    database.db,
    gateway(({ body }) => Promise.resolve(void sent.push(body))),
    log,
  );
  await messages.deliver();
  expect(sent).toEqual([expect.stringContaining('123456')]);
  expect(await rows()).toMatchObject([
    { messageStatus: 'SENT', body: null },
    { messageStatus: 'FAILED', failure: 'expired', body: null },
  ]);
});

test('what the gateway refuses is tried again later, five times in all', async () => {
  await clear();
  await queueNotice(database.db, 'mfa.bound', userNo);
  const messages = createMessages(
    database.db,
    gateway(() => Promise.reject(new Error('503 from the gateway'))),
    log,
  );
  for (let turn = 1; turn <= 5; turn += 1) {
    await messages.deliver();
    expect(await messages.deliver()).toBe(0);
    expect(await rows()).toMatchObject([{ attempts: turn, failure: '503 from the gateway' }]);
    await database.db
      .updateTable('message')
      .set({ dueAt: new Date(0) })
      .execute();
  }
  expect(await rows()).toMatchObject([{ messageStatus: 'FAILED' }]);
});

test('a person without e-mail and phone gets nothing, and nothing breaks', async () => {
  await clear();
  await database.db.updateTable('appUser').set({ phone: null }).execute();
  await queueNotice(database.db, 'password.changed', userNo);
  expect(await rows()).toEqual([]);
});
