import { config, messageAccount, messagePoint, messageTemplate, change } from '@kituo/sdk/contracts';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { type Sandbox, startSandbox, WHATSAPP_ACCOUNT } from '../../../../../sandbox/src/index.ts';
import { addPerson, createTestApp, type TestApp } from '../../../../testing/test-app.ts';
import { as, listOf, type Person } from '../../../../testing/test-calls.ts';
import { renderNode } from '../message-templates/index.ts';
import { businessDateOf } from '../policy/index.ts';
import { channelsTo } from './reach.ts';

let sandbox: Sandbox;
let app: TestApp;
let maker: Person;
let checker: Person;
let local: Person;
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
    ['accountRules.maker', CODES],
    ['accountRules.checker', ['operation:config:audit']],
    ['accountRules.local', CODES],
    ['accountRules.app', ['audit:order:intake']],
  ] as const) {
    const { userNo, roleNo } = await addPerson(app.database, name, { pages, codes: [...codes] });
    if (name === 'accountRules.local')
      await db.insertInto('userMerchant').values({ userNo, merchantNo: 'M0002' }).execute();
    else await db.updateTable('role').set({ dataScope: 'ALL' }).where('roleNo', '=', roleNo).execute();
    if (name === 'accountRules.maker') makerNo = userNo;
  }
  await db
    .updateTable('appUser')
    .set({ phone: PHONE, email: 'maker@kituo.example' })
    .where('userNo', '=', makerNo)
    .execute();
  [maker, checker] = [await as(app, 'accountRules.maker'), await as(app, 'accountRules.checker')];
  [local, appServer] = [await as(app, 'accountRules.local'), await as(app, 'accountRules.app')];
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
const registered = async (token: string, phone = PHONE) =>
  await appServer.post(messageAccount.registerDevice, { merchantNo, phone, os: 'ANDROID', token });

it('a test reaches the provider, its own sender or a test user alone, and says how far it came', async () => {
  await open('WA');
  const test = async (accountCode: Name, phone: string | null, who = maker) =>
    (await who.post(messageAccount.test, { accountCode, phone })).data;
  const before = sandbox.whatsApp.sent.length;
  expect(await test('WA', '254799999999')).toMatchObject({
    error: 'MESSAGE_TEST_NOBODY',
    fields: [{ field: 'phone' }],
  });
  expect(sandbox.whatsApp.sent).toHaveLength(before);
  expect(await test('WA', PHONE)).toMatchObject({
    isSent: true,
    hops: [{ hop: 'RECIPIENT' }, { hop: 'CREDENTIALS' }, { hop: 'PROVIDER', text: expect.stringContaining('wamid') }],
  });
  expect(sandbox.whatsApp.sent).toHaveLength(before + 1);
  sandbox.change({ refusal: 1 });
  expect(await test('WA', PHONE)).toMatchObject({ isSent: false, hops: [{}, {}, { hop: 'PROVIDER', isDone: false }] });
  sandbox.change({ refusal: 0 });
  expect((await test('WA', PHONE, local)).error).toBe('MESSAGE_ACCOUNT_NOT_FOUND');
  expect((await test('WA', PHONE, checker)).error).toBe('FORBIDDEN');
  await open('PUSH');
  await app.database.db.deleteFrom('appDevice').execute();
  expect((await test('PUSH', PHONE)).error).toBe('MESSAGE_TEST_NO_DEVICE');
  await registered('token-of-test-phone');
  expect(await test('PUSH', PHONE)).toMatchObject({ isSent: true });
  expect(sandbox.push.sent.at(-1)?.token).toBe('token-of-test-phone');
  await open('MAIL');
  expect(await test('MAIL', null)).toMatchObject({ isSent: true });
  expect(sandbox.mail.received.at(-1)?.to).toEqual(['maker@kituo.example']);
  await open('APP_SMS');
  expect(await test('APP_SMS', PHONE)).toMatchObject({ isSent: true });
  expect(sandbox.messages.sent.at(-1)).toMatchObject({ phone: PHONE, sender: 'KITUO2' });
  await remove('WA', 'PUSH', 'MAIL', 'APP_SMS');
});

it('refuses what is faulty beside its field', async () => {
  const fieldsOf = async (form: object) => {
    const { fields = [], error } = await save(form);
    return [error, ...fields.map(({ field }: { field: string }) => field)];
  };
  expect(await fieldsOf(formOf('MAIL', { sender: 'no address' }))).toContain('form.sender');
  expect(await fieldsOf(formOf('PUSH', { secret: '{"type": "service_account"' }))).toEqual([
    'MESSAGE_ACCOUNT_KEY_FORMAT',
    'form.secret',
  ]);
  expect(await fieldsOf(formOf('PUSH', { secret: null }))).toEqual(['MESSAGE_ACCOUNT_KEYLESS', 'form.secret']);
  expect(await fieldsOf(formOf('WA', { phoneNumberId: null }))).toContain('form.phoneNumberId');
  expect(await fieldsOf(formOf('INBOX', { phoneNumberId: '123456' }))).toContain('form.phoneNumberId');
  expect(await fieldsOf(formOf('INBOX', { quietFrom: '21:00' }))).toContain('form.quietTo');
  expect(await fieldsOf(formOf('INBOX', { dailyCap: -2 }))).toContain('form.dailyCap');
  expect(await fieldsOf(formOf('MAIL', { appId: merchantNo }))).toEqual([
    'MESSAGE_ACCOUNT_CHANNEL',
    'form.channelType',
  ]);
  expect(await fieldsOf(formOf('APP_SMS', { smsAccountCode: 'NOBODY' }))).toEqual([
    'REFERENCE_UNKNOWN',
    'form.smsAccountCode',
  ]);
  await open('INBOX');
  expect(await fieldsOf(formOf('INBOX'))).toEqual(['MESSAGE_ACCOUNT_EXISTS', 'form.accountCode']);
  expect(await fieldsOf({ ...formOf('INBOX'), accountCode: 'INBOX_TWO' })).toEqual([
    'MESSAGE_ACCOUNT_DEFAULT_TAKEN',
    'form.isDefault',
  ]);
  const stale = await maker.post(messageAccount.disable, { accountCode: 'INBOX', version: 1, reason: 'x' });
  expect(stale.data.error).toBe('STALE');
  // The apps of other merchants, and the console's, are not for everybody.
  const { rows } = (await local.post(messageAccount.page, listOf({}))).data;
  expect(rows).toEqual([]);
  expect((await local.get(messageAccount.detail, { accountCode: 'INBOX' })).data.error).toBe(
    'MESSAGE_ACCOUNT_NOT_FOUND',
  );
  const strange = await local.post(messageAccount.save, { form: formOf('MAIL'), reason: 'New' });
  expect(strange.data.error).toBe('REFERENCE_UNKNOWN');
  const { apps } = (await local.get(messageAccount.supportChannels)).data;
  expect(apps.map(({ appId }: { appId: string }) => appId)).toEqual(['M0002']);
  await remove('INBOX');
});

it('a business node sends over a channel only where an account is enabled', async () => {
  const { db } = app.database;
  const template = { templateName: 'Returned, inbox', nodeCode: 'ORDER_RETURNED', smsKind: 'SERVICE' } as const;
  const { templateCode } = await db
    .insertInto('messageTemplate')
    .values({ ...template, channelType: 'IN_APP', isEnabled: true })
    .returning('templateCode')
    .executeTakeFirstOrThrow();
  const texts = { en: 'Send {{what}}', sw: 'Tuma {{what}}', zh: '', subjectEn: '', subjectSw: '', subjectZh: '' };
  await db
    .insertInto('configVersion')
    .values({
      configKey: messageTemplate.MESSAGE_TEMPLATE_KEY,
      subjectNo: messageTemplate.templateSubject(templateCode),
      value: JSON.stringify({ templateName: template.templateName, merchantNos: [], ...texts }),
      versionNo: 1,
      reason: 'New',
      makerUserNo: makerNo,
      editorUserNos: [makerNo],
      storedStatus: 'IN_FORCE',
      effectiveFrom: '2026-01-01',
      inForceFrom: new Date('2026-01-01T00:00:00+03:00'),
    })
    .execute();
  const drafted = async () =>
    (
      await maker.post(config.save, {
        configKey: messagePoint.MESSAGE_POINT_KEY,
        subjectNo: `${merchantNo}_ORDER_RETURNED`,
        value: { isEnabled: true, templateCodes: [templateCode, 'ORDER_RETURNED'] },
        effectiveFrom: businessDateOf(new Date()),
        reason: 'In the app first',
      })
    ).data;
  expect(await drafted()).toMatchObject({ error: 'MESSAGE_CHANNEL_CLOSED', facts: { channel: 'IN_APP' } });
  await open('INBOX');
  const { versionId, version } = await drafted();
  const sent = (await maker.post(config.submit, { versionId, version })).data;
  expect((await checker.post(config.approve, { versionId, version: sent.version })).code).toBe(0);
  const chosen = async () => {
    const channels = ['SMS' as const, ...(await channelsTo(db, { merchantNo, phone: PHONE }))];
    const options = { merchantNo, channels, language: 'en', facts: { what: 'it' } } as const;
    return (await renderNode(db, 'ORDER_RETURNED', options))?.channelType;
  };
  expect(await chosen()).toBe('IN_APP');
  // Disabled, the node falls to the next channel in its order.
  await disable('INBOX');
  expect(await chosen()).toBe('SMS');
  await remove('INBOX');
});
