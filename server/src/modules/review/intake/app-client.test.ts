import {
  aiHelp,
  announcement,
  appAdvice,
  appConfig,
  appContent,
  appUpdate,
  customerCredit,
  customerManage,
  type Endpoint,
  hotline,
  intake,
  marketProduct,
  marketRecommend,
  messageAccount,
  paymentVisual,
  promoCode,
  putChannel,
  taskAward,
  verificationCode,
  vipLevel,
} from '@kituo/sdk/contracts';
import type * as z from 'zod/mini';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { addPerson, createTestApp, type TestApp } from '../../../../testing/test-app.ts';
import { as, type Person } from '../../../../testing/test-calls.ts';
import { isOfApp } from '../../../http/app-calls.ts';
import { openApiOf } from '../../../http/openapi.ts';
import { allRoutes } from '../../../routes.ts';
import { seedOperationRules } from '../../../seed/operation-rules.ts';
import { makeProduct } from '../../lending/orders/testing/lend.ts';

const merchantNo = 'M0001';
const PHONE = '254711223344';
let app: TestApp;
let server: Person;
let stranger: Person;
let productNo: string;
beforeAll(async () => {
  app = await createTestApp({ content: 'seeded', env: { KITUO_DEMO: 'true' } });
  const { db } = app.database;
  await seedOperationRules(db);
  const add = async (name: string, codes: readonly string[]) => {
    const { userNo, roleNo } = await addPerson(app.database, name, { codes });
    await db.updateTable('role').set({ dataScope: 'MERCHANTS' }).where('roleNo', '=', roleNo).execute();
    await db.insertInto('userMerchant').values({ userNo, merchantNo }).execute();
    return await as(app, name);
  };
  server = await add('app.server', ['audit:order:intake']);
  stranger = await add('no.server', []);
  productNo = await makeProduct(db);
});
afterAll(async () => await app[Symbol.asyncDispose]());

/** The app and its server, as little of them as there has to be; remembers what it asked. */
function client() {
  const asked = new Set<string>();
  return {
    asked,
    async get<Request extends z.ZodMiniType, Reply extends z.ZodMiniType>(
      endpoint: Endpoint<Request, Reply>,
      request: z.input<Request>,
    ): Promise<z.output<Reply>> {
      asked.add(endpoint.name);
      return await server.call(endpoint, request);
    },
    async refused(endpoint: Endpoint, request: object): Promise<string> {
      asked.add(endpoint.name);
      return (await server.refusalOf(endpoint, request)).error;
    },
  };
}

it('walks from the first start of the app to a signed contract, and leaves no endpoint out', async () => {
  const phone = client();
  // The first start, before anybody signed in.
  const install = { merchantNo, os: 'ANDROID', versionCode: 1, installId: 'install-1' } as const;
  expect(await phone.get(appUpdate.forApp, install)).toMatchObject({ mustUpdate: expect.any(Boolean) });
  expect(await phone.refused(appUpdate.packageFile, { attachId: 'nobodys' })).toBe('NOT_FOUND');
  const shown = await phone.get(appContent.forApp, { merchantNo, language: 'en' });
  expect(shown.map(({ contentType }) => contentType)).toContain('BANNER');
  expect(await phone.refused(appContent.image, { attachId: 'nobodys' })).toBe('NOT_FOUND');
  expect(Array.isArray(await phone.get(announcement.forApp, { merchantNo }))).toBe(true);
  expect(await phone.refused(announcement.image, { attachId: 'nobodys' })).toBe('NOT_FOUND');
  expect(Array.isArray(await phone.get(hotline.forApp, { merchantNo }))).toBe(true);
  expect(Array.isArray(await phone.get(paymentVisual.forApp, { merchantNo }))).toBe(true);
  expect(Array.isArray(await phone.get(marketProduct.forApp, { merchantNo }))).toBe(true);
  expect(await phone.refused(marketProduct.logo, { attachId: 'nobodys' })).toBe('NOT_FOUND');
  expect(Array.isArray(await phone.get(vipLevel.forApp, { merchantNo }))).toBe(true);
  expect(await phone.refused(vipLevel.icon, { attachId: 'nobodys' })).toBe('NOT_FOUND');
  const [scene = 'HOME'] = marketRecommend.recommendScene.options;
  expect(Array.isArray(await phone.get(marketRecommend.forApp, { merchantNo, scene }))).toBe(true);
  expect(await phone.refused(putChannel.arrive, { token: 'nobodys' })).toBe('NOT_FOUND');
  expect(await phone.refused(putChannel.go, { token: 'nobodys' })).toBe('NOT_FOUND');
  expect(await phone.get(appConfig.forApp, { merchantNo })).toEqual({});
  // Registration with a code.
  const code = { merchantNo, phone: PHONE, codePurpose: 'REGISTER' } as const;
  expect(await phone.get(verificationCode.send, code)).toMatchObject({ resendInSeconds: 60 });
  expect(await phone.refused(verificationCode.check, { ...code, code: '000000' })).toMatch(/^VERIFICATION_CODE/);
  const { customerNo } = await phone.get(intake.customer, {
    merchantNo,
    phone: PHONE,
    customerName: 'Chebet App',
    idCardNo: '23456780',
  });
  expect(await phone.get(customerManage.signedIn, { customerNo })).toMatchObject({ customerNo });
  expect(await phone.get(customerManage.standing, { customerNo })).toMatchObject({ accountStatus: 'OPEN' });
  await phone.get(messageAccount.registerDevice, { merchantNo, phone: PHONE, os: 'ANDROID', token: 'device-token-1' });
  expect((await phone.get(aiHelp.uid, { customerNo })).uid).not.toContain(customerNo);
  // The offer, the application, and the contract that was agreed to.
  expect(await phone.get(intake.offer, { customerNo, productNo })).toMatchObject({ installments: 1 });
  const { orderNo } = await phone.get(intake.apply, {
    customerNo,
    productNo,
    appliedCents: 300_000,
    payeePhone: PHONE,
    payeeName: 'Chebet App',
  });
  const contract = await phone.get(appContent.contractForApp, { orderNo });
  expect(contract.text).toContain('3,000.00');
  phone.asked.add(appContent.contractFile.name);
  const file = await server.get(appContent.contractFile.path.replace('{orderNo}', orderNo));
  expect(file.headers['content-type']).toBe('application/pdf');
  expect(file.body.subarray(0, 5).toString()).toBe('%PDF-');
  const face = { faceKey: 'F-app-1', score: 93, liveness: 'PASSED' } as const;
  expect(await phone.get(intake.evidence, { orderNo, evidence: { FACE: face, BVN: null } })).toEqual({
    orderNo,
    delivered: ['FACE'],
    awaited: ['BVN'],
  });
  expect(await phone.get(intake.machineReview, { orderNo, isPassed: true })).toMatchObject({ orderNo });
  expect(await phone.refused(intake.handInAgain, { orderNo })).toBe('ILLEGAL_TRANSITION');
  // What the customer has, earns and writes.
  expect(await phone.get(customerCredit.forApp, { customerNo })).toEqual({ limit: null });
  expect(Array.isArray(await phone.get(taskAward.forApp, { customerNo }))).toBe(true);
  expect(await phone.get(taskAward.act, { customerNo, actKind: 'CHECK_IN' })).toEqual({ isNew: true });
  const points = await phone.get(taskAward.pointsForApp, { customerNo });
  expect(points).toMatchObject({ balance: 0, worthCents: 0, expiring: [], entries: [] });
  const short = { customerNo, points: points.pointsPerShilling };
  expect(await phone.refused(taskAward.pointsUse, short)).toBe('POINTS_SHORT');
  const contents = await phone.get(appContent.forCustomer, { customerNo, language: 'en' });
  const ruleIds = contents.slice(0, 1).map(({ ruleId }) => ruleId);
  expect(await phone.get(appContent.noteViews, { customerNo, ruleIds })).toEqual({ counted: 1 });
  expect(await phone.get(appContent.noteViews, { customerNo, ruleIds })).toEqual({ counted: 0 });
  const unknown = { customerNo, announcementNos: ['AN0'] };
  expect(await phone.get(announcement.noteRead, unknown)).toEqual({ counted: 0 });
  expect(await phone.refused(promoCode.redeem, { customerNo, promoCode: 'NOBODYS' })).toBe('PROMO_CODE_UNKNOWN');
  expect(await phone.get(marketRecommend.shelf, { customerNo })).toEqual([]);
  expect(await phone.get(marketRecommend.forCustomer, { customerNo, scene })).toEqual({ slotCode: null, cards: [] });
  const opened = { customerNo, slotCode: null, marketProductNo: 'MP999999', eventKind: 'CLICKED' } as const;
  expect(await phone.refused(marketRecommend.event, opened)).toBe('REFERENCE_UNKNOWN');
  const advice = { merchantNo, customerNo, appVersion: '2.14.0', adviceType: 'SUGGESTION', language: 'en' } as const;
  expect((await phone.get(appAdvice.submit, { ...advice, content: 'Show my limit' })).adviceNo).toMatch(/^AA/);
  expect(await phone.get(messageAccount.inbox, { merchantNo, phone: PHONE })).toEqual([]);
  expect(await phone.refused(messageAccount.markRead, { merchantNo, messageNo: 'MS0' })).toBe('NOT_FOUND');

  const ofApp = allRoutes.map(({ endpoint }) => endpoint).filter(isOfApp);
  expect([...phone.asked].toSorted()).toEqual(ofApp.map(({ name }) => name).toSorted());
});

it('is described under a tag of its own, and everything about a customer asks for the account of the app', async () => {
  const endpoints = allRoutes.map(({ endpoint }) => endpoint);
  const described = openApiOf(endpoints)['paths'] as Record<
    string,
    Record<string, { tags: string[]; operationId: string }>
  >;
  const tagged = Object.values(described)
    .flatMap((path) => Object.values(path))
    .filter(({ tags }) => tags.includes('app'));
  const ofApp = endpoints.filter(isOfApp);
  expect(tagged.map(({ operationId }) => operationId).toSorted()).toEqual(ofApp.map(({ name }) => name).toSorted());
  for (const endpoint of ofApp.filter(({ access }) => access !== 'public')) {
    const { error } = await stranger.refusalOf(endpoint, { customerNo: 'CU1', orderNo: 'LO1' });
    expect([endpoint.name, error]).toEqual([endpoint.name, 'FORBIDDEN']);
  }
});

it('lets an account and an address ask so often a minute, and no other for it', async () => {
  await using few = await createTestApp({ content: 'seeded', appCalls: { ACCOUNT: 2, ADDRESS: 3 } });
  for (const name of ['app.one', 'app.two']) {
    await addPerson(few.database, name, { codes: ['audit:order:intake'] });
  }
  const [one, two] = [await as(few, 'app.one'), await as(few, 'app.two')];
  const asks = async (who: Person) => (await who.refusalOf(customerCredit.forApp, { customerNo: 'CU1' })).error;
  expect([await asks(one), await asks(one), await asks(one)]).toEqual([
    'CUSTOMER_NOT_FOUND',
    'CUSTOMER_NOT_FOUND',
    'TOO_MANY_REQUESTS',
  ]);
  expect(await asks(two)).toBe('CUSTOMER_NOT_FOUND');
  for (let call = 0; call < 3; call += 1) await one.call(hotline.forApp, { merchantNo });
  expect((await one.refusalOf(hotline.forApp, { merchantNo })).error).toBe('TOO_MANY_REQUESTS');
});
