import { config, messageAccount, messagePoint, messageTemplate } from '@kituo/sdk/contracts';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { listOf } from '../../../../testing/test-calls.ts';
import {
  type AccountName,
  type AccountsDesk,
  accountsDesk,
  merchantNo,
  PHONE,
} from '../../../../testing/test-message-accounts.ts';
import { renderNode } from '../message-templates/index.ts';
import { businessDateOf } from '../policy/index.ts';
import { channelsTo } from './reach.ts';

let desk: AccountsDesk;
let sandbox: AccountsDesk['sandbox'];
let app: AccountsDesk['app'];
let maker: AccountsDesk['maker'];
let checker: AccountsDesk['checker'];
let local: AccountsDesk['local'];
let makerNo: AccountsDesk['makerNo'];
let formOf: AccountsDesk['formOf'];
let save: AccountsDesk['save'];
let versionOf: AccountsDesk['versionOf'];
let open: AccountsDesk['open'];
let disable: AccountsDesk['disable'];
let remove: AccountsDesk['remove'];
let registered: AccountsDesk['registered'];

beforeAll(async () => {
  desk = await accountsDesk();
  ({ sandbox, app, maker, checker, local, makerNo, formOf, save, versionOf, open, disable, remove, registered } = desk);
});
beforeEach(async () => await desk.calm());
afterAll(async () => await desk.close());

it('a test reaches the provider, its own sender or a test user alone, and says how far it came', async () => {
  await open('WA');
  const test = async (accountCode: AccountName, phone: string | null, who = maker) =>
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

it('sends e-mail from a domain alone whose owner says so at its name server', async () => {
  const form = formOf('MAIL', { sender: 'news@Haraka.example' });
  expect(await save(form)).toMatchObject({
    error: 'MESSAGE_SENDER_UNVERIFIED',
    fields: [{ field: 'form.sender' }],
    facts: { domain: 'haraka.example' },
  });
  const { recordName, recordText, domainState } = await maker.call(messageAccount.domain, { domain: 'haraka.example' });
  expect([recordName, domainState]).toEqual(['_kituo.haraka.example', 'UNCHECKED']);
  const checked = async () => (await maker.call(messageAccount.checkDomain, { domain: 'Haraka.example' })).domainState;
  expect(await checked()).toBe('NO_RECORD');
  sandbox.names.publish(recordName, ['kituo-verification=of-somebody-else']);
  expect(await checked()).toBe('OTHER_RECORD');
  expect((await save(form)).error).toBe('MESSAGE_SENDER_UNVERIFIED');
  sandbox.names.publish(recordName, ['v=spf1 -all', recordText]);
  expect(await checked()).toBe('VERIFIED');
  await open('MAIL', { sender: 'news@Haraka.example' });
  const { rows } = await maker.call(messageAccount.page, listOf({ channelType: 'EMAIL' }));
  expect(rows).toMatchObject([{ accountCode: 'MAIL', domainState: 'VERIFIED' }]);
  // Its owner took the record back: what is disabled stays so.
  await disable('MAIL');
  sandbox.names.publish(recordName, []);
  expect(await checked()).toBe('NO_RECORD');
  const asked = { accountCode: 'MAIL', version: await versionOf('MAIL'), reason: 'Again' };
  expect((await maker.refusalOf(messageAccount.enable, asked)).error).toBe('MESSAGE_SENDER_UNVERIFIED');
  expect((await local.refusalOf(messageAccount.checkDomain, { domain: 'no domain' })).fields).toEqual(['domain']);
  await remove('MAIL');
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
