import { messagePoint, smsAccount, smsRoute, smsRoutes } from '@kituo/sdk/contracts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Sandbox, startSandbox } from '../../../../../sandbox/src/index.ts';
import { addPerson, createTestApp, type TestApp } from '../../../../testing/test-app.ts';
import { as, type Person } from '../../../../testing/test-calls.ts';
import { queueNotice } from '../messages/index.ts';
import { businessDateOf } from '../policy/index.ts';

let sandbox: Sandbox;
let app: TestApp;
let maker: Person;
let local: Person;
let makerNo = '';

/** A route of every merchant's service texts in force: the first account, then a failover. */
async function routeInForce(codes: readonly [string, string], dailyCap = -1): Promise<void> {
  const { db } = app.database;
  const value: smsRoutes.SmsRouteValue = {
    isEnabled: true,
    accounts: [{ accountCode: codes[0], weight: 100 }],
    failoverAccountCode: codes[1],
    failoverAfterSeconds: 30,
    dailyCap,
  };
  const route = await db
    .insertInto('smsRoute')
    .values({ smsKind: 'SERVICE', createdBy: makerNo })
    .returning('subjectNo')
    .executeTakeFirstOrThrow();
  await db
    .insertInto('configVersion')
    .values({
      configKey: smsRoutes.SMS_ROUTE_KEY,
      subjectNo: route.subjectNo,
      versionNo: 1,
      value: JSON.stringify(value),
      storedStatus: 'IN_FORCE',
      effectiveFrom: businessDateOf(new Date()),
      inForceFrom: new Date(Date.now() - 1_000),
      makerUserNo: makerNo,
      editorUserNos: [makerNo],
      reason: 'Test',
    })
    .execute();
}

async function addAccount(accountCode: string, senderId: string): Promise<void> {
  const account = { accountCode, senderId, provider: 'SERVER', unitPriceCents: 80, isEnabled: true } as const;
  await app.database.db.insertInto('smsAccount').values(account).execute();
}

beforeAll(async () => {
  sandbox = await startSandbox();
  const env = {
    SMS_URL: sandbox.url,
    SMS_USERNAME: sandbox.sms.username,
    SMS_API_KEY: sandbox.sms.apiKey,
    SMS_SENDER: sandbox.sms.sender,
    KITUO_CALLBACK_SECRET: 'a-secret-that-nobody-can-guess',
  };
  app = await createTestApp({ content: 'seeded', env });
  const { db } = app.database;
  const pages = [smsRoutes.SMS_ROUTER_PAGE, messagePoint.BUSINESS_NODE_PAGE];
  const codes = ['operation:smsRouter:save', 'operation:smsAccount:save'];
  const person = await addPerson(app.database, 'simulation.maker', { pages, codes });
  makerNo = person.userNo;
  await db.updateTable('role').set({ dataScope: 'ALL' }).where('roleNo', '=', person.roleNo).execute();
  await db.updateTable('appUser').set({ phone: '254712345678' }).where('userNo', '=', makerNo).execute();
  await addPerson(app.database, 'simulation.local', { pages, codes });
  [maker, local] = [await as(app, 'simulation.maker'), await as(app, 'simulation.local')];
  await addAccount('FIRST', 'BROKE');
  await addAccount('SPARE', 'SOUND');
});
afterAll(async () => {
  await app?.[Symbol.asyncDispose]();
  await sandbox?.close();
});

const asked = { smsKind: 'SERVICE', merchantNo: null, phone: '254712345678' } as const;

it('says which way a text would take, and why, and sends nothing', async () => {
  expect((await maker.call(smsRoute.simulate, asked)).steps).toEqual([
    { by: 'SERVER', routeNo: null, verdict: 'TAKES', until: null, accounts: [] },
  ]);
  await routeInForce(['FIRST', 'SPARE']);
  const plan = await maker.call(smsRoute.simulate, asked);
  expect(plan).toMatchObject({
    smsKind: 'SERVICE',
    network: 'SAFARICOM',
    destination: expect.not.stringContaining('254712345678'),
  });
  expect(plan.steps).toMatchObject([
    {
      by: 'ROUTE',
      verdict: 'TAKES',
      accounts: [
        { accountCode: 'FIRST', weight: 100, state: 'READY' },
        { accountCode: 'SPARE', weight: null, state: 'READY' },
      ],
    },
  ]);
  const { db } = app.database;
  await db.updateTable('smsAccount').set({ isEnabled: false }).where('accountCode', 'in', ['FIRST', 'SPARE']).execute();
  expect((await maker.call(smsRoute.simulate, asked)).steps.map(({ by, verdict }) => [by, verdict])).toEqual([
    ['ROUTE', 'NO_ACCOUNT'],
    ['SERVER', 'TAKES'],
  ]);
  await db.updateTable('smsAccount').set({ isEnabled: true }).where('accountCode', 'in', ['FIRST', 'SPARE']).execute();
  expect(sandbox.messages.sent).toEqual([]);
});

it('tells nobody which way texts of a merchant take that they do not see', async () => {
  const refused = await local.post(smsRoute.simulate, { ...asked, merchantNo: 'M0001' });
  expect(refused.data).toMatchObject({ error: 'REFERENCE_UNKNOWN' });
});

it('keeps the story of a message: who refused it, who took it, what the provider reported', async () => {
  sandbox.messages.refusedSenders.add('BROKE');
  await queueNotice(app.database.db, 'password.changed', makerNo);
  await app.services.messages.deliver();
  sandbox.messages.refusedSenders.clear();
  const [newest] = await maker.call(messagePoint.deliveries, { nodeCode: 'PASSWORD_CHANGED' });
  expect(newest).toMatchObject({ outcome: 'SENT' });
  expect(newest?.hops).toMatchObject([
    { accountCode: 'FIRST', outcome: 'REFUSED', fault: 'InsufficientBalance', delivery: null },
    { accountCode: 'SPARE', outcome: 'SENT', fault: null, delivery: 'SENT' },
  ]);
});

it('asks the provider what is left on an account, and says what the provider says where it does not', async () => {
  expect(await maker.call(smsAccount.checkBalance, { accountCode: 'FIRST' })).toMatchObject({ balanceCents: 178_550 });
  const { row } = await maker.call(smsAccount.detail, { accountCode: 'FIRST' });
  expect(row).toMatchObject({ balanceCents: 178_550, balanceAt: expect.any(String) });
  sandbox.messages.balance = '';
  const refused = await maker.post(smsAccount.checkBalance, { accountCode: 'FIRST' });
  expect(refused.data).toMatchObject({ error: 'SMS_BALANCE_UNKNOWN' });
});
