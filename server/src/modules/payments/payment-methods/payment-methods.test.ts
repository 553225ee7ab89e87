import { change, paymentVisual } from '@kituo/sdk/contracts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { addPerson, createTestApp, type TestApp } from '../../../../testing/test-app.ts';
import { as, type Person } from '../../../../testing/test-calls.ts';
import { previewing } from '../../../../testing/test-previews.ts';
import { silentMoney } from '../../lending/orders/testing/lend.ts';
import { shownMethods } from './read.ts';

const ALL = paymentVisual.paymentMethod.options;

let app: TestApp;
let maker: Person;
let checker: Person;
let elsewhere: Person;
let merchantNo: string;
beforeAll(async () => {
  app = await createTestApp({ content: 'seeded' });
  const { db } = app.database;
  ({ merchantNo } = await db
    .selectFrom('merchant')
    .select('merchantNo')
    .orderBy('merchantNo')
    .executeTakeFirstOrThrow());
  const add = async (name: string, code: string, isHere = true) => {
    const pages = ['/AdminContent/AfterLoanSystem/LoanRouting'];
    const { userNo } = await addPerson(app.database, name, { pages, codes: [`afterLoan:paymentVisual:${code}`] });
    if (isHere) await db.insertInto('userMerchant').values({ userNo, merchantNo }).execute();
    return await as(app, name);
  };
  maker = previewing(app, await add('visual.maker', 'update'));
  checker = await add('visual.checker', 'audit');
  elsewhere = await add('visual.elsewhere', 'update', false);
  const gateways = app.services.engine.gateways as { money: unknown };
  gateways.money = silentMoney;
});
afterAll(async () => await app[Symbol.asyncDispose]());

const inApp = async () => {
  const reply = await app.http.inject({ url: `/api/hc/web/noAuth/app/paymentMethods/${merchantNo}` });
  return (reply.json().data as { method: string }[]).map(({ method }) => method);
};
const order = (...shown: paymentVisual.PaymentMethod[]) => [
  ...shown.map((method) => ({ method, isShown: true })),
  ...ALL.filter((method) => !shown.includes(method)).map((method) => ({ method, isShown: false })),
];

it('shows all methods that an account stands behind until two people agree on others', async () => {
  const before = await maker.call(paymentVisual.visual, { merchantNo });
  expect(before.methods.map(({ method }) => method)).toEqual(ALL);
  expect(before.updatedAt).toBeNull();
  const offered = before.methods.filter(({ isOffered }) => isOffered).map(({ method }) => method);
  expect(offered).toEqual(expect.arrayContaining(['MPESA_PROMPT', 'PAYBILL']));
  expect(await inApp()).toEqual(offered);
  const request = { merchantNo, methods: order('PAYBILL', 'BANK_TRANSFER', 'MPESA_PROMPT'), reason: 'Fewer prompts' };
  const { changeNo } = await maker.call(paymentVisual.save, request);
  expect((await maker.call(paymentVisual.visual, { merchantNo })).hasPending).toBe(true);
  expect((await maker.refusalOf(paymentVisual.save, request)).error).toBe('CHANGE_WAITING');
  // Nothing changes before the other person agrees.
  expect(await inApp()).toEqual(offered);
  await checker.call(change.changeFamilies.paymentVisual.approve, { changeNo });
  const now = await maker.call(paymentVisual.visual, { merchantNo });
  expect(now).toMatchObject({ hasPending: false, updatedByName: 'visual.maker' });
  expect(now.methods.map(({ method, isShown }) => [method, isShown])).toEqual([
    ['PAYBILL', true],
    ['BANK_TRANSFER', true],
    ['MPESA_PROMPT', true],
    ['VIRTUAL_ACCOUNT', false],
  ]);
  const seen = (await inApp()).filter((method) => method !== 'BANK_TRANSFER');
  expect(seen).toEqual(['PAYBILL', 'MPESA_PROMPT']);
  expect([...(await shownMethods(app.database.db, merchantNo))]).toEqual(['PAYBILL', 'BANK_TRANSFER', 'MPESA_PROMPT']);
});

it('leaves customers a way to pay, and other merchants alone', async () => {
  const none = { merchantNo, methods: order(), reason: 'None' };
  expect(await maker.refusalOf(paymentVisual.save, none)).toMatchObject({
    error: 'NO_METHOD_VISIBLE',
    fields: ['methods'],
  });
  const twice = [
    ...order('PAYBILL').slice(1),
    { method: 'PAYBILL', isShown: true },
    { method: 'PAYBILL', isShown: true },
  ];
  expect((await maker.refusalOf(paymentVisual.save, { ...none, methods: twice })).error).toBe('BAD_REQUEST');
  const whole = { ...none, methods: order('PAYBILL') };
  expect((await elsewhere.refusalOf(paymentVisual.save, whole)).error).toBe('NOT_FOUND');
  expect((await elsewhere.refusalOf(paymentVisual.visual, { merchantNo })).error).toBe('NOT_FOUND');
  expect((await checker.refusalOf(paymentVisual.save, whole)).error).toBe('FORBIDDEN');
  const reply = await app.http.inject({ url: '/api/hc/web/noAuth/app/paymentMethods/M-NONE' });
  expect(reply.json().data).toEqual([]);
});
