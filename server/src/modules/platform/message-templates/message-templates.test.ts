import { messagePoint, messageTemplate, change, config, job } from '@kituo/sdk/contracts';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { addPerson, createTestApp, type TestApp } from '../../../../testing/test-app.ts';
import { as, listOf, type Person } from '../../../../testing/test-calls.ts';
import { createLogger } from '../health/index.ts';
import { startJobWorker } from '../jobs/index.ts';
import { queueNotice } from '../messages/index.ts';
import { businessDateOf } from '../policy/index.ts';
import { renderNode } from './index.ts';

let app: TestApp;
let maker: Person;
let checker: Person;
let userNo = '';
beforeAll(async () => {
  app = await createTestApp({ content: 'seeded' });
  const pages = [messageTemplate.MESSAGE_TEMPLATE_PAGE, messagePoint.BUSINESS_NODE_PAGE];
  const makes = ['messageTemplate:save', 'messageTemplate:copy', 'messageTemplate:enable', 'messagePoint:save'];
  for (const [name, held] of [
    ['texts.maker', makes],
    ['texts.checker', ['config:audit']],
  ] as const) {
    const codes = held.map((code) => `operation:${code}`);
    const person = await addPerson(app.database, name, { pages, codes });
    userNo = person.userNo;
    await app.database.db.updateTable('role').set({ dataScope: 'ALL' }).where('roleNo', '=', person.roleNo).execute();
  }
  await app.database.db.updateTable('appUser').set({ phone: '254712345678' }).where('userNo', '=', userNo).execute();
  [maker, checker] = [await as(app, 'texts.maker'), await as(app, 'texts.checker')];
});
afterAll(async () => await app[Symbol.asyncDispose]());

const texts = (given: object) => ({ templateName: 'Password changed', ...given });
const draft = async (configKey: string, subjectNo: string, value: object) =>
  await maker.post(config.save, {
    configKey,
    subjectNo,
    value,
    effectiveFrom: businessDateOf(new Date()),
    reason: 'Clearer words',
  });
const write = async (templateCode: string, value: object) =>
  await draft(messageTemplate.MESSAGE_TEMPLATE_KEY, messageTemplate.templateSubject(templateCode), value);
const submit = async ({ versionId, version }: { versionId: string; version: number }) =>
  await maker.post(config.submit, { versionId, version });
const newest = async () =>
  await app.database.db
    .selectFrom('message')
    .selectAll()
    .orderBy('messageNo', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow();

it('sends the new text from the moment it is in force, and says which version it was', async () => {
  const { db } = app.database;
  await queueNotice(db, 'password.changed', userNo);
  expect(await newest()).toMatchObject({ templateCode: 'PASSWORD_CHANGED_SMS', templateVersion: null });
  const value = texts({ en: 'Hello {{name}}, new password at {{when}}', zh: '{{name}}，密码已修改' });
  const { data } = await write('PASSWORD_CHANGED_SMS', value);
  await queueNotice(db, 'password.changed', userNo);
  expect((await newest()).templateVersion).toBeNull();
  await submit(data);
  await queueNotice(db, 'password.changed', userNo);
  expect(await newest()).toMatchObject({ templateVersion: 1, body: expect.stringMatching(/^Hello .+, new password/) });
});

it('refuses an unknown variable with the nearest, a missing language, a blocked word and a code left out', async () => {
  const refused = async (code: string, value: object) => (await write(code, texts(value))).data;
  const both = { en: 'x', zh: 'x' };
  expect(await refused('MFA_BOUND_SMS', { ...both, en: 'Hi {{nmae}}' })).toMatchObject({
    error: 'MESSAGE_VARIABLE_UNKNOWN',
    facts: { nearest: '{{name}}' },
    fields: [{ field: 'value.en' }],
  });
  expect(await refused('MFA_BOUND_SMS', { en: 'x' })).toMatchObject({
    error: 'MESSAGE_LANGUAGE_MISSING',
    facts: { language: 'zh' },
  });
  expect(await refused('SIGN_IN_CODE_SMS', both)).toMatchObject({ error: 'MESSAGE_VARIABLE_MISSING' });
  const group = await app.database.db
    .selectFrom('wordGroup')
    .select(['words', 'wordGroupNo'])
    .where('action', '=', 'BLOCK')
    .executeTakeFirstOrThrow();
  const word = group.words[0];
  expect(await refused('MFA_BOUND_SMS', { ...both, en: `You ${word}` })).toMatchObject({
    error: 'SENSITIVE_WORD',
    fields: [{ field: 'value.en' }],
  });
  const hits = app.database.db.selectFrom('wordHit').select(['word', 'scope', 'userNo']);
  expect(await hits.where('text', '=', `You ${word}`).execute()).toMatchObject([{ word, scope: 'TEMPLATE' }]);
});

it('a new template is enabled by another person, bound to a node, and then sent; not disabled while it is', async () => {
  const made = await maker.post(messageTemplate.add, {
    templateName: 'Correct your application',
    nodeCode: 'ORDER_RETURNED',
    channelType: 'SMS',
  });
  const { templateCode } = made.data;
  const enable = { templateCode, version: 1, reason: 'Checked' };
  expect((await maker.post(messageTemplate.enable, enable)).data.error).toBe('MESSAGE_LANGUAGE_MISSING');
  const written = await write(
    templateCode,
    texts({ en: 'Fix {{order}}: {{what}}', sw: 'Rekebisha {{order}}: {{what}}' }),
  );
  await submit(written.data);
  const { data: asked } = await maker.post(messageTemplate.enable, enable);
  const bind = async () =>
    await draft(messagePoint.MESSAGE_POINT_KEY, 'ALL_ORDER_RETURNED', {
      isEnabled: true,
      templateCodes: [templateCode],
    });
  expect((await bind()).data.error).toBe('MESSAGE_TEMPLATE_UNFIT');
  expect((await checker.post(change.changeFamilies.messageCenter.approve, { changeNo: asked.changeNo })).code).toBe(0);
  const bound = await bind();
  const waiting = await submit(bound.data);
  const { versionId, version } = waiting.data;
  expect((await checker.post(config.approve, { versionId, version })).code).toBe(0);
  const options = { channels: ['SMS' as const], language: 'sw' as const, facts: { order: 'LO1', what: 'picha' } };
  expect(await renderNode(app.database.db, 'ORDER_RETURNED', options)).toMatchObject({
    body: 'Rekebisha LO1: picha',
    templateVersion: 1,
  });
  const off = await maker.post(messageTemplate.disable, { templateCode, version: 2 });
  expect(off.data).toMatchObject({ error: 'MESSAGE_TEMPLATE_IN_USE', facts: { node: 'ORDER_RETURNED' } });
  const off2 = await draft(messagePoint.MESSAGE_POINT_KEY, 'ALL_SIGN_IN_CODE', {
    isEnabled: false,
    templateCodes: ['SIGN_IN_CODE_SMS'],
  });
  expect(off2.data.error).toBe('MESSAGE_NODE_STATUTORY');
});

it('lists templates and nodes, and what a node sent with its phones masked', async () => {
  const { data } = await maker.post(messageTemplate.page, listOf({ nodeCode: 'COLLECTION_SMS', language: 'sw' }));
  expect(data.rows).toHaveLength(4);
  expect(data.rows[0]).toMatchObject({
    parts: 1,
    languages: ['en', 'sw'],
    allowedActions: ['save', 'testSend', 'copy', 'disable'],
  });
  const nodes = await maker.post(messagePoint.page, listOf({ audience: 'CUSTOMER' }));
  expect(nodes.data.rows).toMatchObject([
    { nodeCode: 'VERIFICATION_CODE' },
    { nodeCode: 'ORDER_RETURNED' },
    { nodeCode: 'PAYMENT_LINK' },
    { nodeCode: 'PAYOFF_QUOTE' },
    { nodeCode: 'COLLECTION_SMS' },
    { nodeCode: 'ORDER_APPROVED' },
    { nodeCode: 'ORDER_CANCELLED' },
    { nodeCode: 'ORDER_DECLINED' },
    { nodeCode: 'DISBURSED' },
    { nodeCode: 'BILL_DUE_IN_3' },
    { nodeCode: 'BILL_OVERDUE' },
    { nodeCode: 'REPAID' },
    { nodeCode: 'WITHDRAWAL_CANCELLED' },
    { nodeCode: 'REFUND_SUCCESS' },
    { nodeCode: 'COUPON_GRANTED' },
    { nodeCode: 'LIMIT_EXPIRING' },
    { nodeCode: 'VIP_LEVEL_LOWERED' },
    { nodeCode: 'FEEDBACK_ANSWERED' },
  ]);
  const ofOne = await maker.post(messagePoint.page, listOf({ merchantNo: 'M0001' }));
  expect(ofOne.data.rows).toMatchObject([
    { subjectNo: 'M0001_VERIFICATION_CODE' },
    { subjectNo: 'M0001_ORDER_RETURNED' },
    { subjectNo: 'M0001_PAYMENT_LINK' },
    { subjectNo: 'M0001_PAYOFF_QUOTE' },
    { subjectNo: 'M0001_COLLECTION_SMS' },
    { subjectNo: 'M0001_ORDER_APPROVED' },
    { subjectNo: 'M0001_ORDER_CANCELLED' },
    { subjectNo: 'M0001_ORDER_DECLINED' },
    { subjectNo: 'M0001_DISBURSED' },
    { subjectNo: 'M0001_BILL_DUE_IN_3' },
    { subjectNo: 'M0001_BILL_OVERDUE' },
    { subjectNo: 'M0001_REPAID' },
    { subjectNo: 'M0001_WITHDRAWAL_CANCELLED' },
    { subjectNo: 'M0001_REFUND_SUCCESS' },
    { subjectNo: 'M0001_COUPON_GRANTED' },
    { subjectNo: 'M0001_LIMIT_EXPIRING' },
    { subjectNo: 'M0001_VIP_LEVEL_LOWERED' },
    { subjectNo: 'M0001_FEEDBACK_ANSWERED' },
  ]);
  const told = await maker.post(messagePoint.deliveries, { nodeCode: 'PASSWORD_CHANGED' });
  expect(told.data[0]).toMatchObject({ outcome: 'QUEUED', destination: expect.stringContaining('*') });
});

it('sends a test of a text with examples to the caller’s own phone, and to no stranger’s', async () => {
  const { db } = app.database;
  await db.updateTable('appUser').set({ phone: '254799000111' }).where('userName', '=', 'texts.maker').execute();
  const send = vi.spyOn(app.services.engine.smsRouter, 'send').mockResolvedValue({ messageId: 'T1', costCents: 80 });
  const request = { templateCode: 'PASSWORD_CHANGED_SMS', language: 'en', phone: '254799000111' } as const;
  expect(await maker.call(messageTemplate.testSend, request)).toEqual({ isSent: true, fault: null });
  expect(send.mock.calls).toMatchObject([[{ phone: '254799000111', smsKind: 'SERVICE', source: 'TEST' }]]);
  expect(send.mock.calls[0]?.[0].text).toMatch(/Wanjiru/);
  const refused = async (changes: object) =>
    (await maker.refusalOf(messageTemplate.testSend, { ...request, ...changes })).error;
  expect(await refused({ phone: '254700999888' })).toBe('MESSAGE_TEST_NOBODY');
  expect(await refused({ language: 'sw' })).toBe('REFERENCE_UNKNOWN');
  expect(send).toHaveBeenCalledTimes(1);
});

it('sends a test over the other channels: e-mail to oneself, a customer’s by the account of the app', async () => {
  const { db } = app.database;
  const mail = { templateCode: 'PASSWORD_CHANGED_EMAIL', language: 'en' } as const;
  await db.updateTable('appUser').set({ email: null }).where('userName', '=', 'texts.maker').execute();
  expect((await maker.refusalOf(messageTemplate.testSend, mail)).error).toBe('MESSAGE_TEST_NO_EMAIL');
  const email = 'texts.maker@kituo.example';
  await db.updateTable('appUser').set({ email, phone: '254799000111' }).where('userName', '=', 'texts.maker').execute();
  expect((await maker.refusalOf(messageTemplate.testSend, { ...mail, merchantNo: 'M0001' })).fields).toEqual([
    'merchantNo',
  ]);
  const { templateCode } = await maker.call(messageTemplate.add, {
    templateName: 'Approved, in the app',
    nodeCode: 'ORDER_APPROVED',
    channelType: 'IN_APP',
  });
  const written = await write(
    templateCode,
    texts({ en: 'Your loan of {{amount}} is approved', sw: 'Mkopo {{amount}}' }),
  );
  expect((await submit(written.data)).code).toBe(0);
  const request = { templateCode, language: 'en', phone: '254799000111', merchantNo: 'M0001' } as const;
  const refused = async (changes: object) =>
    await maker.refusalOf(messageTemplate.testSend, { ...request, ...changes });
  // The account of a merchant’s app sends it; there is none yet.
  expect((await refused({ merchantNo: null })).fields).toEqual(['merchantNo']);
  expect((await refused({})).error).toBe('MESSAGE_CHANNEL_CLOSED');
  await db
    .insertInto('messageAccount')
    .values({
      accountCode: 'INBOX_M1',
      merchantNo: 'M0001',
      channelType: 'IN_APP',
      sender: 'Haraka',
      isDefault: true,
      dailyCap: -1,
      isEnabled: true,
    })
    .execute();
  expect((await refused({ phone: '254700999888' })).error).toBe('MESSAGE_TEST_NOBODY');
  expect(await maker.call(messageTemplate.testSend, request)).toEqual({ isSent: true, fault: null });
  const inbox = await db.selectFrom('inAppMessage').selectAll().where('phone', '=', request.phone).execute();
  expect(inbox).toMatchObject([
    { merchantNo: 'M0001', body: expect.stringMatching(/^Your loan of .*4,000.00 is approved$/) },
  ]);
});

it('copies, enables and disables many by a job: copies for the merchants that are named, each enabling asked for', async () => {
  const { db } = app.database;
  const stop = await startJobWorker({ db, services: app.services, log: createLogger('silent') });
  const ended = async (jobNo: string) => {
    const read = async () => await maker.call(job.detail, { jobNo });
    await expect.poll(async () => (await read()).jobStatus, { timeout: 20_000 }).toMatch(/SUCCESS|FAILURE/);
    const { succeeded, failed } = await read();
    return [succeeded, failed];
  };
  const source = await maker.call(messageTemplate.add, {
    templateName: 'Many sources',
    nodeCode: 'ORDER_RETURNED',
    channelType: 'SMS',
  });
  const text = texts({
    templateName: 'Many sources',
    en: 'Fix {{order}}: {{what}}',
    sw: 'Rekebisha {{order}}: {{what}}',
  });
  await submit((await write(source.templateCode, text)).data);
  const templateCodes = [source.templateCode];
  const { jobNo } = await maker.call(messageTemplate.copyMany, { templateCodes, merchantNos: ['M0001'] });
  expect(await ended(jobNo)).toEqual([1, 0]);
  const { rows } = await maker.call(messageTemplate.page, listOf({ templateName: 'Many sources (copy)' }));
  expect(rows).toHaveLength(1);
  const [draftOf] = await db
    .selectFrom('configVersion')
    .select('value')
    .where('subjectNo', '=', rows[0]?.subjectNo ?? '')
    .execute();
  expect(draftOf?.value).toMatchObject({ merchantNos: ['M0001'], en: 'Fix {{order}}: {{what}}' });
  const enabling = await maker.call(messageTemplate.enableMany, { templateCodes, reason: 'Read' });
  expect(await ended(enabling.jobNo)).toEqual([1, 0]);
  const waiting = await db
    .selectFrom('changeRequest')
    .select('changeNo')
    .where('kind', '=', 'messageTemplate.enable')
    .where('subjectNo', '=', source.templateCode)
    .execute();
  expect(waiting).toHaveLength(1);
  const [{ changeNo = '' } = {}] = waiting;
  await checker.call(change.changeFamilies.messageCenter.approve, { changeNo });
  // One is in use by no node, one is disabled already.
  const disabling = await maker.call(messageTemplate.disableMany, {
    templateCodes: [...templateCodes, rows[0]?.templateCode ?? ''],
  });
  expect(await ended(disabling.jobNo)).toEqual([1, 1]);
  await stop();
});
