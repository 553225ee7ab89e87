import { randomUUID } from 'node:crypto';
import { prepaid } from '@kituo/sdk/contracts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Sandbox, startSandbox } from '../../../../../sandbox/src/index.ts';
import { addPerson, createTestApp, type TestApp } from '../../../../testing/test-app.ts';
import { as } from '../../../../testing/test-calls.ts';
import { businessDateOf } from '../../platform/policy/index.ts';

const merchantNo = 'M0001';
let sandbox: Sandbox;
let app: TestApp;

beforeAll(async () => {
  sandbox = await startSandbox();
  app = await createTestApp({
    content: 'seeded',
    env: { SMTP_URL: sandbox.smtpUrl, MAIL_FROM: 'no-reply@kituo.example' },
  });
});
afterAll(async () => {
  await app[Symbol.asyncDispose]();
  await sandbox.close();
});

it('e-mails a month’s statement once to the merchant’s own address, with the paper attached', async () => {
  const { db } = app.database;
  const { userNo } = await addPerson(app.database, 'prepaid.sender', { codes: ['merchant:config:save'] });
  await db.insertInto('userMerchant').values({ userNo, merchantNo }).execute();
  const sender = await as(app, 'prepaid.sender');
  const month = businessDateOf(new Date()).slice(0, 7);
  const asked = { merchantNo, month };
  await db.deleteFrom('merchantService').where('merchantNo', '=', merchantNo).execute();
  expect((await sender.refusalOf(prepaid.statementSend, asked)).error).toBe('SERVICE_ACCOUNT_MISSING');
  await db
    .insertInto('merchantService')
    .values({
      merchantNo,
      services: ['ORDER_ACQUIRE'],
      billingModel: 'PREPAID',
      callbackUrl: null,
      ipAllowList: [],
      alarmAtCents: null,
      contactPhone: '254700000801',
      contactEmail: 'books@merchant.example',
      serviceStatus: 'DISABLED',
    })
    .execute();
  const key = randomUUID();
  const { sentTo } = await sender.call(prepaid.statementSend, asked, key);
  expect(sentTo).toContain('*');
  await sender.call(prepaid.statementSend, asked, key);
  expect((await sender.refusalOf(prepaid.statementSend, { ...asked, month: '2099-01' })).fields).toEqual(['month']);
  const before = sandbox.mail.received.length;
  await app.services.messages.deliver();
  const mails = sandbox.mail.received.slice(before).filter(({ to }) => to.includes('books@merchant.example'));
  expect(mails).toHaveLength(1);
  expect(mails[0]?.files).toMatchObject([{ fileName: `statement-${merchantNo}-${month}.pdf` }]);
  expect(mails[0]?.files[0]?.content.subarray(0, 5).toString()).toBe('%PDF-');
  expect(await db.selectFrom('messageAttachment').selectAll().execute()).toEqual([]);
});
