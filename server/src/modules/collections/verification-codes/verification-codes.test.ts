import { change, messageNodes, testUser, verificationCode, reveal } from '@kituo/sdk/contracts';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { addPerson, createTestApp, TEST_PASSWORD, type TestApp } from '../../../../testing/test-app.ts';
import { as, listOf, type Person } from '../../../../testing/test-calls.ts';
import { codeBursts } from '../../console/warning-watch/code-causes.ts';
import { networkOf } from '../../platform/sms-routes/index.ts';
import { forgetCodes } from '../../platform/verification-codes/index.ts';

const MERCHANT = 'M0001';
const SANDBOX = 'M0003';
let app: TestApp;
let desk: Person;
let second: Person;
let elsewhere: Person;
let headOffice: Person;
let deskNo: string;
let count = 0;
let phone = '';

beforeAll(async () => {
  app = await createTestApp({ content: 'seeded', env: { KITUO_DEMO: 'true', IP_CITY_HEADER: 'CF-IPCity' } });
  const { db } = app.database;
  const codes = ['verificationCode:resend', 'verificationCode:reveal', 'testUser:save', 'config:audit'].map(
    (one) => `operation:${one}`,
  );
  const add = async (name: string, merchantNos: readonly string[]) => {
    const pages = [verificationCode.VERIFICATION_PAGE];
    const { userNo, roleNo } = await addPerson(app.database, name, { codes, pages, dailyRevealBudget: 200 });
    await db
      .updateTable('role')
      .set({ revealFields: ['phone'] })
      .where('roleNo', '=', roleNo)
      .execute();
    for (const merchantNo of merchantNos) await db.insertInto('userMerchant').values({ userNo, merchantNo }).execute();
    return { userNo, person: await as(app, name) };
  };
  ({ person: desk, userNo: deskNo } = await add('vc.desk', [MERCHANT, SANDBOX]));
  ({ person: second } = await add('vc.second', [MERCHANT, SANDBOX]));
  ({ person: elsewhere } = await add('vc.elsewhere', ['M0002']));
  headOffice = await as(app, 'admin');
});
afterAll(async () => await app[Symbol.asyncDispose]());
beforeEach(() => {
  count += 1;
  phone = `2547125${String(count).padStart(5, '0')}`;
});

const db = () => app.database.db;
const post = async (endpoint: { readonly path: string }, payload: object) => {
  const reply = await app.http.inject({ method: 'POST', url: `/api/hc/web/${endpoint.path}`, payload });
  return reply.json();
};
const send = async (more: object = {}) =>
  await post(verificationCode.send, { merchantNo: MERCHANT, phone, codePurpose: 'REGISTER', ...more });
const check = async (code: string, more: object = {}) =>
  (await post(verificationCode.check, { merchantNo: MERCHANT, phone, codePurpose: 'REGISTER', code, ...more })).data;
const addCustomer = async (): Promise<string> => {
  const values = { merchantNo: MERCHANT, customerName: 'Achieng Code', phone, idCardNo: '12345678' };
  return (await db().insertInto('customer').values(values).returning('customerNo').executeTakeFirstOrThrow())
    .customerNo;
};
/** What arrived on the phone: in demonstration the outbox keeps it. */
async function texts(to = phone): Promise<{ code: string; body: string }[]> {
  const rows = await db()
    .selectFrom('message')
    .select('body')
    .where('destination', '=', to)
    .orderBy('messageNo')
    .execute();
  return rows.map(({ body }) => ({ body: body ?? '', code: /\d{6}/.exec(body ?? '')?.[0] ?? '' }));
}
const rowOf = async (who = desk, filters: object = { phone }) =>
  (await who.post(verificationCode.page, listOf(filters))).data.rows[0];
const passMinutes = async (minutes: number) =>
  await db()
    .updateTable('verificationCode')
    .set({
      sentAt: sql<Date>`sent_at - make_interval(mins => ${minutes})`,
      expiresAt: sql<Date>`expires_at - make_interval(mins => ${minutes})`,
    })
    .where('destination', '=', phone)
    .execute();
const resend = async (who = desk) => {
  const { codeNo, version } = await rowOf(who);
  return (await who.post(verificationCode.resend, { codeNo, version })).data;
};
const show = async (codeNo: string, who = desk) =>
  (await who.post(reveal.show, { kind: 'verificationCode.code', subjectNo: codeNo, purpose: 'CALL_BACK' })).data;

it('sends the app’s user a code that is good once, and keeps it nowhere in clear', async () => {
  expect((await send({ language: 'sw' })).data).toEqual({ expiresInSeconds: 300, resendInSeconds: 60 });
  const [arrived] = await texts();
  expect(arrived?.body).toContain('nambari');
  const stored = JSON.stringify(await db().selectFrom('verificationCode').selectAll().execute());
  expect(stored).not.toContain(arrived?.code);
  expect(await check('000000' === arrived?.code ? '000001' : '000000')).toMatchObject({
    error: 'VERIFICATION_CODE_WRONG',
    facts: { triesLeft: 4 },
  });
  expect(await rowOf()).toMatchObject({ status: 'VALID', attempts: 1, network: 'SAFARICOM', code: '******' });
  expect(await check(arrived?.code ?? '')).toEqual({ isVerified: true });
  expect((await check(arrived?.code ?? '')).error).toBe('VERIFICATION_CODE_OVER');
  expect(await rowOf()).toMatchObject({ status: 'EXPIRED', allowedActions: [] });
  expect(JSON.stringify(await rowOf())).not.toContain(phone);
});

it('keeps the city that the network in front names, and none that the caller wrote', async () => {
  const cityAfter = async (headers: Record<string, string>) => {
    const payload = { merchantNo: MERCHANT, phone, codePurpose: 'REGISTER' };
    const url = `/api/hc/web/${verificationCode.send.path}`;
    expect((await app.http.inject({ method: 'POST', url, payload, headers })).json().code).toBe(0);
    const { codeNo } = await rowOf();
    await passMinutes(2);
    return (await desk.get(verificationCode.detail, { codeNo })).data.city;
  };
  const forwarded = { 'x-forwarded-for': '41.90.0.77' };
  expect(await cityAfter({ ...forwarded, 'cf-ipcity': 'Murang%27a' })).toBe("Murang'a");
  expect(await cityAfter({ ...forwarded, 'cf-ipcity': Buffer.from('Kĩambu').toString('latin1') })).toBe('Kĩambu');
  expect(await cityAfter(forwarded)).toBeNull();
  // Nobody stands in between: the caller wrote it.
  expect(await cityAfter({ 'cf-ipcity': 'Nairobi' })).toBeNull();
});

it('is dead at the fifth wrong one, and when its time is over', async () => {
  await send();
  const { code = '' } = (await texts())[0] ?? {};
  const wrong = code === '111111' ? '222222' : '111111';
  for (let turn = 0; turn < 5; turn += 1) expect((await check(wrong)).error).toBe('VERIFICATION_CODE_WRONG');
  expect((await check(code)).error).toBe('VERIFICATION_CODE_OVER');
  await passMinutes(2);
  await send();
  const again = (await texts())[1]?.code ?? '';
  await passMinutes(6);
  expect((await check(again)).error).toBe('VERIFICATION_CODE_OVER');
  await forgetCodes(db());
  const left = await db()
    .selectFrom('verificationCode')
    .select('codeSealed')
    .where('destination', '=', phone)
    .execute();
  expect(left.every(({ codeSealed }) => codeSealed === null)).toBe(true);
});

it('waits 60 s between two, and stops at ten a day and at an address that floods', async () => {
  await send();
  expect((await send()).data).toMatchObject({ error: 'VERIFICATION_SOON', facts: { waitSeconds: expect.any(Number) } });
  for (let turn = 1; turn < 10; turn += 1) {
    await passMinutes(2);
    expect((await send()).code).toBe(0);
  }
  await passMinutes(2);
  expect((await send()).data).toMatchObject({ error: 'VERIFICATION_LIMIT', facts: { limit: 10 } });
  phone = '254712599999';
  await db().updateTable('verificationCode').set({ createdAt: new Date() }).execute();
  await sql`insert into verification_code (code_purpose, merchant_no, channel, destination, language, code_hash, address,
    expires_at) select 'REGISTER', ${MERCHANT}, 'SMS', '25470000' || lpad(n::text, 4, '0'), 'en', '\\x00', '127.0.0.1', now()
    from generate_series(1, 60) n`.execute(db());
  expect((await send()).data).toMatchObject({ error: 'VERIFICATION_LIMIT', facts: { limit: 60 } });
  await sql`delete from verification_code where destination like '25470000%'`.execute(db());
});

it('asks for no hours and no caps of others, takes nothing of them, and stops at a block', async () => {
  const customerNo = await addCustomer();
  expect((await send({ codePurpose: 'LOGIN' })).code).toBe(0);
  const attempts = await db()
    .selectFrom('contactAttempt')
    .select(['purpose', 'refusedFor', 'content'])
    .where('phone', '=', phone)
    .where('purpose', '=', 'VERIFICATION')
    .execute();
  expect(attempts).toEqual([{ purpose: 'VERIFICATION', refusedFor: null, content: null }]);
  await passMinutes(2);
  await db()
    .insertInto('contactBlock')
    .values({ customerNo, merchantNo: MERCHANT, blockKind: 'DISPUTE', note: 'In court', setBy: deskNo })
    .execute();
  expect((await send({ codePurpose: 'LOGIN' })).data.error).toBe('VERIFICATION_REFUSED');
  expect((await resend()).error).toBe('CONTACT_DISPUTE');
  await db().deleteFrom('contactBlock').where('customerNo', '=', customerNo).execute();
});

it('does not tell whether a number is a customer’s', async () => {
  expect((await send({ codePurpose: 'LOGIN' })).data).toEqual({ expiresInSeconds: 300, resendInSeconds: 60 });
  expect(await texts()).toEqual([]);
});

it('is sent again: the same with the end it had, or a new one in the place of one that is over', async () => {
  await send();
  expect(await resend()).toMatchObject({ error: 'VERIFICATION_SOON' });
  await passMinutes(2);
  const before = await rowOf();
  expect(await resend()).toMatchObject({ isNew: false, codeNo: before.codeNo, expiresAt: before.expiresAt });
  const sent = await texts();
  expect(sent[1]?.code).toBe(sent[0]?.code);
  await passMinutes(6);
  const old = await rowOf();
  const { codeNo } = await resend();
  expect(codeNo).not.toBe(old.codeNo);
  const fresh = (await texts())[2]?.code ?? '';
  expect(await check(fresh)).toEqual({ isVerified: true });
  expect((await desk.post(verificationCode.resend, { codeNo: old.codeNo, version: 99 })).data.error).toBe('STALE');
  const { sends, history, address } = (await desk.get(verificationCode.detail, { codeNo: old.codeNo })).data;
  expect(sends).toMatchObject([{ sentByName: 'vc.desk', deliveryStatus: 'SENT' }, { sentByName: null }]);
  expect(history.map(({ action }: { action: string }) => action)).toEqual([
    'verificationCode.resend',
    'verificationCode.resend',
  ]);
  expect(address).toBe('127.0.0.1');
});

it('shows by which accounts it left, how fast codes arrive, and warns of an address that asks for many', async () => {
  await send();
  const { codeNo } = await rowOf();
  const { lastMessageNo } = await db()
    .selectFrom('verificationCode')
    .select('lastMessageNo')
    .where('codeNo', '=', codeNo)
    .executeTakeFirstOrThrow();
  const routed = await db().selectFrom('smsRoute').select('routeNo').limit(1).executeTakeFirst();
  const accounts = await db().selectFrom('smsAccount').select('accountCode').orderBy('accountCode').limit(2).execute();
  const [down, up] = accounts.map(({ accountCode }) => accountCode);
  const tried = { routeNo: routed?.routeNo ?? '', source: 'MESSAGE', sourceNo: lastMessageNo ?? '' } as const;
  const at = (seconds: number) => new Date(Date.now() - seconds * 1000);
  await db()
    .insertInto('smsSending')
    .values([
      { ...tried, at: at(20), accountCode: down ?? '', outcome: 'UNAVAILABLE', fault: 'timeout' },
      { ...tried, at: at(10), accountCode: up ?? '', outcome: 'SENT' },
    ])
    .execute();
  await db()
    .updateTable('message')
    .set({ sentAt: at(10), gatewayReference: 'VC-1', deliveryToldAt: at(2), deliveryOutcome: 'DELIVERED' })
    .where('messageNo', '=', lastMessageNo)
    .execute();
  expect(await rowOf(desk, { accountCode: up })).toMatchObject({ codeNo, accountName: up });
  expect(await rowOf(desk, { accountCode: down })).toBeUndefined();
  const { sends } = (await desk.get(verificationCode.detail, { codeNo })).data;
  expect(sends[0].hops).toMatchObject([
    { accountCode: down, outcome: 'UNAVAILABLE', fault: 'timeout' },
    { accountCode: up, outcome: 'SENT' },
  ]);
  const arrived = (await desk.get(verificationCode.arrivals, {})).data;
  const ofNetwork = arrived.find(({ network }: { network: string }) => network === networkOf(phone));
  expect(ofNetwork).toMatchObject({ delivered: 1, medianSeconds: 8, slowSeconds: 8 });
  expect((await elsewhere.get(verificationCode.arrivals, {})).data).toEqual([]);

  expect(await codeBursts.find(db(), new Date())).toEqual([]);
  await sql`insert into verification_code (code_purpose, merchant_no, channel, destination, language, code_hash, address,
    expires_at) select 'REGISTER', ${MERCHANT}, 'SMS', '25470001' || lpad(n::text, 4, '0'), 'en', '\\x00', '10.9.8.7', now()
    from generate_series(1, 30) n`.execute(db());
  expect(await codeBursts.find(db(), new Date())).toMatchObject([
    { key: '10.9.8.7', subject: '10.9.8.7 requested 30 codes for 30 numbers in 10 minutes' },
  ]);
  await sql`delete from verification_code where destination like '25470001%'`.execute(db());
});

it('is sent again five times a day at most, and by those of its merchant alone', async () => {
  await send();
  await passMinutes(2);
  expect(await rowOf(elsewhere)).toBeUndefined();
  const { codeNo, version } = await rowOf();
  expect((await elsewhere.post(verificationCode.resend, { codeNo, version })).data.error).toBe('NOT_FOUND');
  for (let turn = 0; turn < 5; turn += 1) {
    expect(await resend()).toMatchObject({ channel: 'SMS' });
    await passMinutes(2);
  }
  expect(await resend()).toMatchObject({ error: 'VERIFICATION_LIMIT', facts: { limit: 5 } });
});

it('is revealed with a purpose while it is valid, and never where it signs somebody in', async () => {
  await send();
  const { codeNo } = await rowOf();
  const [arrived] = await texts();
  expect(await show(codeNo)).toMatchObject({ value: arrived?.code, left: expect.any(Number) });
  const logged = await db()
    .selectFrom('revealLog')
    .selectAll()
    .where('subjectNo', '=', codeNo)
    .where('kind', '=', 'verificationCode.code')
    .execute();
  expect(logged).toMatchObject([{ purpose: 'CALL_BACK', outcome: 'SHOWN' }]);
  expect(JSON.stringify(logged)).not.toContain(arrived?.code);
  await passMinutes(6);
  expect((await show(codeNo)).error).toBe('VERIFICATION_CODE_OVER');
  phone = '254712588888';
  await addCustomer();
  await send({ codePurpose: 'LOGIN' });
  const signIn = await rowOf();
  expect(signIn.allowedActions).toEqual(['resend']);
  expect((await show(signIn.codeNo)).error).toBe('VERIFICATION_REVEAL_NEVER');
});

it('of staff is seen by head office, sent by the other way, and replaced where it is over', async () => {
  const { userNo, roleNo } = await addPerson(app.database, 'vc.staff', {});
  await db()
    .updateTable('appUser')
    .set({ phone, email: 'vc.staff@kituo.example' })
    .where('userNo', '=', userNo)
    .execute();
  await db()
    .updateTable('role')
    .set({ validateCodeRequired: true, mfaRequired: false })
    .where('roleNo', '=', roleNo)
    .execute();
  const login = async (more: object = {}) =>
    (await post({ path: 'noAuth/logon/login' }, { userName: 'vc.staff', password: TEST_PASSWORD, ...more })).data;
  const { stepToken } = (await login()).step;
  const sent = await post({ path: 'noAuth/logon/sendAuthUserValidateCode' }, { stepToken, validateChannel: 'EMAIL' });
  expect(sent.code).toBe(0);
  expect((await desk.post(verificationCode.page, listOf({ codePurpose: 'STAFF_LOGIN' }))).data.total).toBe(0);
  const row = await rowOf(headOffice, { codePurpose: 'STAFF_LOGIN' });
  expect(row).toMatchObject({ channel: 'EMAIL', merchantName: null, network: null, status: 'VALID' });
  expect(row.phone).not.toContain('vc.staff@');
  await db()
    .updateTable('verificationCode')
    .set({ sentAt: new Date(Date.now() - 120_000), expiresAt: new Date(Date.now() - 1000) })
    .where('userNo', '=', userNo)
    .execute();
  await db().updateTable('validateCode').set({ expiresAt: new Date() }).where('userNo', '=', userNo).execute();
  const answer = await headOffice.post(verificationCode.resend, { codeNo: row.codeNo, version: row.version });
  expect(answer.data).toMatchObject({ isNew: true, channel: 'SMS' });
  const fresh = (await texts())[0]?.code;
  expect((await login({ stepToken, validateCode: fresh })).nextStep).toBe('DONE');
  expect(await rowOf(headOffice, { codePurpose: 'STAFF_LOGIN' })).toMatchObject({ status: 'EXPIRED' });
});

const form = (more: object = {}) => ({
  merchantNo: SANDBOX,
  phone,
  fixedCode: '424242',
  expiresAt: new Date(Date.now() + 3 * 86_400_000).toISOString(),
  remark: null,
  reason: 'Store review',
  ...more,
});
const { approve } = change.changeFamilies.messageCenter;
const ask = async (more: object = {}) => (await desk.post(testUser.save, form(more))).data;

it('a test user has a fixed code once two people agreed, at a sandbox alone, until it is deleted', async () => {
  expect(await ask({ merchantNo: MERCHANT })).toMatchObject({ error: 'TEST_USER_NOT_SANDBOX' });
  const far = new Date(Date.now() + 31 * 86_400_000).toISOString();
  expect(await ask({ expiresAt: far })).toMatchObject({ error: 'TEST_USER_EXPIRY', fields: [{ field: 'expiresAt' }] });
  const { changeNo } = await ask();
  expect((await desk.post(approve.path, { changeNo })).data.error).toBe('CHANGE_OWN');
  const requests = await db().selectFrom('changeRequest').selectAll().execute();
  expect(JSON.stringify(requests)).not.toContain('424242');
  expect((await second.post(approve.path, { changeNo })).code).toBe(0);
  expect(await ask()).toMatchObject({ error: 'TEST_USER_TAKEN' });

  const at = { merchantNo: SANDBOX };
  await send(at);
  expect(await texts()).toEqual([]);
  expect(await rowOf()).toMatchObject({ deliveryStatus: 'REFUSED', allowedActions: ['reveal'] });
  expect(await check('424242', at)).toEqual({ isVerified: true });
  // Elsewhere the number is like any other.
  await passMinutes(2);
  await send();
  expect((await texts())[0]?.code).toMatch(/^\d{6}$/);

  const [row] = (await desk.post(testUser.page, listOf({ phone }))).data.rows;
  expect(row).toMatchObject({ testUserStatus: 'VALID', merchantNo: SANDBOX });
  expect(row.phone).not.toBe(phone);
  await db().updateTable('merchant').set({ isSandbox: false }).where('merchantNo', '=', SANDBOX).execute();
  const [off] = (await desk.post(testUser.page, listOf({ phone }))).data.rows;
  expect(off.testUserStatus).toBe('EXPIRED');
  await db().updateTable('merchant').set({ isSandbox: true }).where('merchantNo', '=', SANDBOX).execute();
  const named = { testUserNo: row.testUserNo, version: row.version };
  expect((await elsewhere.post(testUser.remove, named)).data.error).toBe('NOT_FOUND');
  expect((await desk.post(testUser.remove, named)).code).toBe(0);
  expect((await desk.post(testUser.page, listOf({ phone }))).data.total).toBe(0);
});

it('knows networks by prefix', () => {
  expect(['254712345678', '254110345678', '254733345678', '254771345678', 'x@y.example'].map(networkOf)).toEqual([
    'SAFARICOM',
    'SAFARICOM',
    'AIRTEL',
    'TELKOM',
    null,
  ]);
  expect(messageNodes.nodeOf('VERIFICATION_CODE').isStatutory).toBe(true);
});
