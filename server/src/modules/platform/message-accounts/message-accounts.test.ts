import { messageAccount, messagePoint, change } from '@kituo/sdk/contracts';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { type Sandbox, startSandbox, WHATSAPP_ACCOUNT } from '../../../../../sandbox/src/index.ts';
import { addPerson, createTestApp, type TestApp } from '../../../../testing/test-app.ts';
import { as, listOf, type Person } from '../../../../testing/test-calls.ts';
import { queueMessage, queueNotice, queueRendered, recipientOf } from '../messages/index.ts';
import { quietUntil } from './account.ts';
import { channelsTo } from './reach.ts';

let sandbox: Sandbox;
let app: TestApp;
let maker: Person;
let checker: Person;
let appServer: Person;
let makerNo = '';
const merchantNo = 'M0001';
const PHONE = '254712345678';
const SECRET = 'a-secret-that-nobody-can-guess';
const CODES = ['operation:messageAccount:save', 'operation:messagePoint:save'];

beforeAll(async () => {
  sandbox = await startSandbox();
  app = await createTestApp({
    content: 'seeded',
    env: {
      SMS_URL: sandbox.url,
      SMS_USERNAME: sandbox.sms.username,
      SMS_API_KEY: sandbox.sms.apiKey,
      SMS_SENDER: sandbox.sms.sender,
      SMTP_URL: sandbox.smtpUrl,
      MAIL_FROM: 'no-reply@kituo.example',
      FCM_URL: sandbox.url,
      FCM_TOKEN_URL: `${sandbox.url}/token`,
      WHATSAPP_URL: `${sandbox.url}/v23.0`,
      KITUO_CALLBACK_SECRET: SECRET,
    },
  });
  const { db } = app.database;
  await db.deleteFrom('messageAccount').execute();
  const pages = [messageAccount.MESSAGE_ACCOUNT_PAGE, messagePoint.BUSINESS_NODE_PAGE];
  for (const [name, codes] of [
    ['accounts.maker', CODES],
    ['accounts.checker', ['operation:config:audit']],
    ['accounts.app', ['audit:order:intake']],
  ] as const) {
    const { userNo, roleNo } = await addPerson(app.database, name, { pages, codes: [...codes] });
    await db.updateTable('role').set({ dataScope: 'ALL' }).where('roleNo', '=', roleNo).execute();
    if (name === 'accounts.maker') makerNo = userNo;
  }
  await db
    .updateTable('appUser')
    .set({ phone: PHONE, email: 'maker@kituo.example' })
    .where('userNo', '=', makerNo)
    .execute();
  [maker, checker] = [await as(app, 'accounts.maker'), await as(app, 'accounts.checker')];
  appServer = await as(app, 'accounts.app');
});
beforeEach(async () => {
  sandbox.change({ refusal: 0, silence: 0, reset: 0 });
  await app.database.db.deleteFrom('message').execute();
});
afterAll(async () => {
  await app?.[Symbol.asyncDispose]();
  await sandbox?.close();
});

const EMPTY = {
  isDefault: true,
  dailyCap: -1,
  quietFrom: null,
  quietTo: null,
  smsAccountCode: null,
  endpointUrl: null,
  userName: null,
  phoneNumberId: null,
  whatsAppTemplate: null,
  certificateExpiresOn: null,
  secret: null,
};
const FORMS = {
  MAIL: { appId: 'CONSOLE', channelType: 'EMAIL', sender: 'console@kituo.example' },
  STAFF_SMS: { appId: 'CONSOLE', channelType: 'SMS', sender: 'Kituo', smsAccountCode: 'SECOND' },
  APP_SMS: { appId: merchantNo, channelType: 'SMS', sender: 'Haraka', smsAccountCode: 'SECOND' },
  PUSH: { appId: merchantNo, channelType: 'PUSH', sender: 'Haraka' },
  WA: {
    appId: merchantNo,
    channelType: 'WHATSAPP',
    sender: '+254709000000',
    phoneNumberId: WHATSAPP_ACCOUNT.phoneNumberId,
    whatsAppTemplate: WHATSAPP_ACCOUNT.templateName,
    secret: WHATSAPP_ACCOUNT.accessToken,
  },
  INBOX: { appId: merchantNo, channelType: 'IN_APP', sender: 'Haraka' },
} as const;
type Name = keyof typeof FORMS;
const formOf = (accountCode: Name, more: object = {}) => ({
  ...EMPTY,
  accountCode,
  ...FORMS[accountCode],
  ...(accountCode === 'PUSH' && { secret: sandbox.push.serviceAccount }),
  ...more,
});
const save = async (form: object, version?: number) =>
  (await maker.post(messageAccount.save, { ...(version !== undefined && { version }), form, reason: 'New' })).data;
const approve = async (changeNo: string) =>
  (await checker.post(change.changeFamilies.messageCenter.approve, { changeNo })).code;
const versionOf = async (accountCode: string): Promise<number> =>
  (await maker.get(messageAccount.detail, { accountCode })).data.row.version;
/** Saved and enabled, each agreed to by another person. */
async function open(accountCode: Name, more: object = {}): Promise<void> {
  const made = await save(formOf(accountCode, more));
  expect(await approve(made.changeNo)).toBe(0);
  const asked = { accountCode, version: await versionOf(accountCode), reason: 'Tested' };
  const enabling = await maker.post(messageAccount.enable, asked);
  expect(await approve(enabling.data.changeNo)).toBe(0);
}
const disable = async (accountCode: Name) =>
  (
    await maker.post(messageAccount.disable, {
      accountCode,
      version: await versionOf(accountCode),
      reason: 'Down',
    })
  ).data;
const remove = async (...codes: readonly string[]) => {
  await app.database.db.deleteFrom('messageSending').where('accountCode', 'in', codes).execute();
  await app.database.db.deleteFrom('messageAccount').where('accountCode', 'in', codes).execute();
};
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
const registered = async (token: string, phone = PHONE) =>
  await appServer.post(messageAccount.registerDevice, { merchantNo, phone, os: 'ANDROID', token });

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
