import { messageAccount } from '@kituo/sdk/contracts';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { WHATSAPP_ACCOUNT } from '../../../../../sandbox/src/index.ts';
import { listOf } from '../../../../testing/test-calls.ts';
import {
  type AccountsDesk,
  accountsDesk,
  merchantNo,
  PHONE,
  SECRET,
} from '../../../../testing/test-message-accounts.ts';
import { queueMessage, queueNotice, queueRendered, recipientOf } from '../messages/index.ts';
import { quietUntil } from './account.ts';
import { channelsTo } from './reach.ts';

let desk: AccountsDesk;
let sandbox: AccountsDesk['sandbox'];
let app: AccountsDesk['app'];
let maker: AccountsDesk['maker'];
let checker: AccountsDesk['checker'];
let appServer: AccountsDesk['appServer'];
let makerNo: AccountsDesk['makerNo'];
let formOf: AccountsDesk['formOf'];
let save: AccountsDesk['save'];
let approve: AccountsDesk['approve'];
let versionOf: AccountsDesk['versionOf'];
let open: AccountsDesk['open'];
let disable: AccountsDesk['disable'];
let remove: AccountsDesk['remove'];
let registered: AccountsDesk['registered'];

beforeAll(async () => {
  desk = await accountsDesk();
  ({
    sandbox,
    app,
    maker,
    checker,
    appServer,
    makerNo,
    formOf,
    save,
    approve,
    versionOf,
    open,
    disable,
    remove,
    registered,
  } = desk);
});
beforeEach(async () => await desk.calm());
afterAll(async () => await desk.close());

const deliver = async () => await app.services.messages.deliver();
const messages = async () => await app.database.db.selectFrom('message').selectAll().orderBy('messageNo').execute();
const rendered = (channelType: 'PUSH' | 'WHATSAPP' | 'IN_APP') =>
  ({
    templateCode: 'ORDER_RETURNED',
    templateVersion: null,
    channelType,
    subject: 'Send again',
    body: 'Send a new photo\nof your ID.',
  }) as const;
const tell = async (channel: 'PUSH' | 'WHATSAPP' | 'IN_APP', phone = PHONE) => {
  await queueRendered(app.database.db, 'order.returned', { merchantNo, phone }, rendered(channel));
  await deliver();
};

it('takes a key into the vault, and shows it to nobody again', async () => {
  const { accessToken } = WHATSAPP_ACCOUNT;
  await open('WA');
  const { db } = app.database;
  const stored = await db.selectFrom('messageAccount').selectAll().execute();
  const asked = await db.selectFrom('changeRequest').selectAll().execute();
  const audited = await db.selectFrom('auditLog').selectAll().execute();
  const list = (await maker.post(messageAccount.page, listOf({ channelType: 'WHATSAPP' }))).data;
  expect(list.rows).toMatchObject([
    { accountCode: 'WA', hasSecret: true, status: 'ENABLED', health: 'GOOD', appName: expect.any(String) },
  ]);
  const detail = (await maker.get(messageAccount.detail, { accountCode: 'WA' })).data;
  expect(detail.callbackUrl).toContain('/whatsapp/status');
  // It opens this topic alone: whoever sees it could confirm payments otherwise.
  const [, ofTopic = ''] = /\/gateway\/([^/]+)\//.exec(detail.callbackUrl) ?? [];
  const answerOf = async (topic: string) =>
    (await app.http.inject(`/gateway/${ofTopic}/${topic}?hub.challenge=1158201444`)).statusCode;
  expect(await answerOf('whatsapp/status')).toBe(200);
  expect(await answerOf('mpesa/c2b/confirmation')).toBe(403);
  expect((await checker.get(messageAccount.detail, { accountCode: 'WA' })).data.callbackUrl).toBeNull();
  for (const shown of [stored, asked, audited, list, detail]) expect(JSON.stringify(shown)).not.toContain(accessToken);
  expect(stored.every(({ sealedSecret }) => !sealedSecret?.includes(accessToken))).toBe(true);
  // A change that names no key leaves the one there is.
  const changed = await save(formOf('WA', { sender: '+254709000001', secret: null }), await versionOf('WA'));
  expect(await approve(changed.changeNo)).toBe(0);
  expect((await maker.get(messageAccount.detail, { accountCode: 'WA' })).data.row).toMatchObject({
    sender: '+254709000001',
    hasSecret: true,
  });
  await remove('WA');
});

it('staff’s e-mail and SMS leave by the console’s accounts, and by the server’s own once those are disabled', async () => {
  const { db } = app.database;
  await open('MAIL');
  await open('STAFF_SMS');
  await queueNotice(db, 'password.changed', makerNo);
  await queueMessage(db, 'password.changed', await recipientOf(db, makerNo), { channel: 'SMS' });
  await deliver();
  expect(sandbox.mail.received.at(-1)).toMatchObject({ from: 'console@kituo.example', to: ['maker@kituo.example'] });
  expect(sandbox.messages.sent.at(-1)?.sender).toBe('KITUO2');
  const { rows } = (await maker.post(messageAccount.page, listOf({ appId: 'console' }))).data;
  expect(rows).toMatchObject([
    { accountCode: 'MAIL', sentToday: 1, failedPercent: 0 },
    { accountCode: 'STAFF_SMS', sentToday: 1 },
  ]);
  expect((await maker.get(messageAccount.detail, { accountCode: 'MAIL' })).data).toMatchObject({
    nodes: expect.arrayContaining(['PASSWORD_CHANGED']),
    sendings: [{ nodeCode: 'PASSWORD_CHANGED', outcome: 'SENT', destination: expect.not.stringContaining('maker@') }],
  });
  expect(await disable('MAIL')).toMatchObject({ status: 'DISABLED' });
  await disable('STAFF_SMS');
  await queueNotice(db, 'password.changed', makerNo);
  await queueMessage(db, 'password.changed', await recipientOf(db, makerNo), { channel: 'SMS' });
  await deliver();
  expect(sandbox.mail.received.at(-1)?.from).toBe('no-reply@kituo.example');
  expect(sandbox.messages.sent.at(-1)?.sender).toBe(sandbox.sms.sender);
  await remove('MAIL', 'STAFF_SMS');
});

it('a customer’s push goes to the newest phone that still has the app', async () => {
  await open('PUSH');
  await registered('token-of-old-phone');
  await registered('gone-from-new-phone');
  expect(await channelsTo(app.database.db, { merchantNo, phone: PHONE })).toEqual(['PUSH']);
  await tell('PUSH');
  expect(sandbox.push.sent.at(-1)).toMatchObject({ token: 'token-of-old-phone', title: 'Send again' });
  expect(await messages()).toMatchObject([
    { messageStatus: 'SENT', gatewayReference: expect.stringContaining('projects/') },
  ]);
  // The one from which the app is gone is forgotten.
  const left = await app.database.db.selectFrom('appDevice').select('token').execute();
  expect(left).toEqual([{ token: 'token-of-old-phone' }]);
  await disable('PUSH');
  expect(await channelsTo(app.database.db, { merchantNo, phone: PHONE })).toEqual([]);
  const sent = sandbox.push.sent.length;
  await tell('PUSH');
  expect(sandbox.push.sent).toHaveLength(sent);
  expect(await messages()).toMatchObject([{ messageStatus: 'SENT' }, { messageStatus: 'QUEUED', attempts: 0 }]);
  await remove('PUSH');
});

/** What the provider's webhook tells. */
const report = async (id: string, status: string, messageNo: string) => {
  const statuses = [{ id, status, timestamp: '1750857384', recipient_id: PHONE, biz_opaque_callback_data: messageNo }];
  const changes = [{ field: 'messages', value: { messaging_product: 'whatsapp', statuses } }];
  const reply = await app.http.inject({
    method: 'POST',
    url: `/gateway/${SECRET}/whatsapp/status`,
    payload: { object: 'whatsapp_business_account', entry: [{ id: '0', changes }] },
  });
  expect(reply.statusCode).toBe(200);
  await app.services.engine.callbacks.settled();
};

it('WhatsApp sends an approved template, and its reports end a message, one whose answer was lost too', async () => {
  await open('WA');
  await tell('WHATSAPP');
  expect(sandbox.whatsApp.sent.at(-1)).toMatchObject({
    phone: PHONE,
    template: WHATSAPP_ACCOUNT.templateName,
    text: 'Send a new photo of your ID.',
  });
  const [first] = await messages();
  await report(first?.gatewayReference ?? '', 'read', first?.messageNo ?? '');
  await report(first?.gatewayReference ?? '', 'sent', first?.messageNo ?? '');
  expect(await messages()).toMatchObject([{ messageStatus: 'SENT', deliveryOutcome: 'DELIVERED' }]);
  expect((await maker.get(messageAccount.detail, { accountCode: 'WA' })).data.sendings).toMatchObject([
    { nodeCode: 'ORDER_RETURNED', outcome: 'SENT', delivery: 'DELIVERED' },
  ]);
  // It is taken, and nobody hears of that: never sent again, until the report tells.
  sandbox.change({ reset: 1 });
  await tell('WHATSAPP');
  sandbox.change({ reset: 0 });
  await deliver();
  expect(sandbox.whatsApp.sent).toHaveLength(2);
  const [, second] = await messages();
  expect(second).toMatchObject({ messageStatus: 'UNKNOWN', gatewayReference: null });
  await report(sandbox.whatsApp.sent.at(-1)?.id ?? '', 'delivered', second?.messageNo ?? '');
  expect((await messages())[1]).toMatchObject({ messageStatus: 'SENT', deliveryOutcome: 'DELIVERED' });
  const asked = await app.http.inject(`/gateway/${SECRET}/whatsapp/status?hub.mode=subscribe&hub.challenge=1158201444`);
  expect([asked.statusCode, asked.body]).toEqual([200, '1158201444']);
  expect((await app.http.inject('/gateway/wrong/whatsapp/status?hub.challenge=1')).statusCode).toBe(403);
  await remove('WA');
});

it('an in-app message lies in the customer’s inbox once, until it is read', async () => {
  await open('INBOX');
  await tell('IN_APP');
  await deliver();
  const inbox = async () => (await appServer.post(messageAccount.inbox, { merchantNo, phone: PHONE })).data;
  const [one, ...more] = await inbox();
  expect([one, more]).toMatchObject([{ title: 'Send again', sender: 'Haraka', readAt: null }, []]);
  const read = await appServer.post(messageAccount.markRead, { merchantNo, messageNo: one.messageNo });
  expect(read.data.readAt).toEqual(expect.any(String));
  expect((await inbox())[0].readAt).toBe(read.data.readAt);
  expect((await maker.post(messageAccount.inbox, { merchantNo, phone: PHONE })).code).not.toBe(0);
  await remove('INBOX');
});

it('waits in quiet hours and past its cap, stands in for the default, and leaves a key that expired alone', async () => {
  await open('INBOX', { dailyCap: 1 });
  await tell('IN_APP');
  await tell('IN_APP');
  const [, second] = await messages();
  expect(second).toMatchObject({ messageStatus: 'QUEUED' });
  expect(second?.dueAt.getTime()).toBeGreaterThan(Date.now() + 1_000);
  // A second account takes what the default may no longer send.
  const spare = { ...formOf('INBOX'), accountCode: 'INBOX_TWO', isDefault: false };
  const { db } = app.database;
  const { secret: _none, appId: _app, ...values } = spare;
  await db
    .insertInto('messageAccount')
    .values({ ...values, merchantNo, isEnabled: true })
    .execute();
  await db.updateTable('message').set({ dueAt: new Date() }).execute();
  await deliver();
  expect((await messages())[1]?.messageStatus).toBe('SENT');
  await db.updateTable('messageAccount').set({ certificateExpiresOn: '2026-01-01' }).execute();
  expect(await channelsTo(db, { merchantNo, phone: PHONE })).toEqual([]);
  await remove('INBOX', 'INBOX_TWO');
});

it('a merchant’s texts take its app’s account before the server’s gateway, and marketing never does', async () => {
  await open('APP_SMS');
  const { smsRouter } = app.services.engine;
  const text = { phone: PHONE, text: 'Due', merchantNo, source: 'CONTACT', sourceNo: '1' } as const;
  await smsRouter.send({ ...text, smsKind: 'COLLECTION' });
  expect(sandbox.messages.sent.at(-1)?.sender).toBe('KITUO2');
  await smsRouter.send({ ...text, smsKind: 'COLLECTION', merchantNo: 'M0002' });
  expect(sandbox.messages.sent.at(-1)?.sender).toBe(sandbox.sms.sender);
  await smsRouter.send({ ...text, smsKind: 'MARKETING' });
  expect(sandbox.messages.sent.at(-1)?.sender).toBe(sandbox.sms.sender);
  await disable('APP_SMS');
  await smsRouter.send({ ...text, smsKind: 'COLLECTION' });
  expect(sandbox.messages.sent.at(-1)?.sender).toBe(sandbox.sms.sender);
  await remove('APP_SMS');
});

it('knows quiet hours, past midnight too', () => {
  const until = (quietFrom: string, quietTo: string, at: string) =>
    quietUntil({ quietFrom, quietTo }, new Date(`2026-11-24T${at}:00+03:00`))?.toISOString() ?? null;
  expect(until('21:00', '07:00', '22:00')).toBe('2026-11-25T04:00:00.000Z');
  expect(until('21:00', '07:00', '06:59')).toBe('2026-11-24T04:00:00.000Z');
  expect(until('21:00', '07:00', '07:00')).toBeNull();
  expect(until('12:00', '13:00', '12:30')).toBe('2026-11-24T10:00:00.000Z');
  expect(until('12:00', '13:00', '13:00')).toBeNull();
});
