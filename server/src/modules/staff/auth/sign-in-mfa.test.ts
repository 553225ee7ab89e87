import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import * as z from 'zod/mini';
import { addPerson, createTestApp, TEST_PASSWORD } from '../../../../testing/test-app.ts';
import type { TestApp } from '../../../../testing/test-app.ts';
import { codeOf, wrongCode } from './testing/authenticator.ts';

let app: TestApp;
let addresses = 0;
/** Everybody from an address of their own, so that nobody's failures count for another. */
const address = () => `10.7.${Math.floor((addresses += 1) / 250)}.${addresses % 250}`;

beforeAll(async () => {
  app = await createTestApp({ content: 'seeded' });
});
afterAll(async () => await app[Symbol.asyncDispose]());

const NO_STEP = { stepToken: '' };
/** What these tests read of replies; empty where a reply does not hold it. */
const data = z.looseObject({
  token: z._default(z.string(), ''),
  nextStep: z.optional(z.string()),
  error: z.optional(z.string()),
  facts: z._default(z.looseObject({}), {}),
  fields: z._default(z.array(z.looseObject({ field: z.string() })), []),
  qrId: z._default(z.string(), ''),
  secret: z._default(z.string(), ''),
  uri: z._default(z.string(), ''),
  recoveryCodes: z._default(z.array(z.string()), []),
  step: z.looseObject({ stepToken: z.string() }),
});

async function send(path: string, payload: object | null, token = '', cookie = '') {
  const reply = await app.http.inject({
    method: payload === null ? 'GET' : 'POST',
    url: `/api/hc/web/${path}`,
    remoteAddress: address(),
    headers: { 'auth-token': token, 'idempotency-key': randomUUID(), cookie },
    ...(payload && { payload }),
  });
  const { data: told } = reply.json();
  const answer = z.parse(data, { ...told, step: told?.step ?? NO_STEP });
  return { ...answer, cookies: [reply.headers['set-cookie'] ?? []].flat() };
}
const login = (userName: string, password = TEST_PASSWORD, more: object = {}, cookie = '') =>
  send('noAuth/logon/login', { userName, password, ...more }, '', cookie);
const isAlive = async (token: string) => (await send('user/mfaState', null, token)).error === undefined;
const tables = () => app.database.db;

async function person(demands: { mfaRequired?: boolean; validateCodeRequired?: boolean } = {}) {
  const userName = `p${randomUUID().slice(0, 8)}`;
  const { userNo, roleNo } = await addPerson(app.database, userName);
  await tables()
    .updateTable('appUser')
    .set({ email: `${userName}@kituo.example`, phone: '254712345678' })
    .where('userNo', '=', userNo)
    .execute();
  await tables()
    .updateTable('role')
    .set({ mfaRequired: false, ...demands })
    .where('roleNo', '=', roleNo)
    .execute();
  return { userName, userNo, roleNo };
}

interface Bound {
  readonly userName: string;
  readonly userNo: string;
  readonly key: string;
  /** When its first code was shown: half a minute later the phone shows another. */
  readonly boundAt: number;
  readonly codes: string[];
  readonly token: string;
}

/** Bound by choice, in a session. Its first code is used up. */
async function boundPerson(): Promise<Bound> {
  const { userName, userNo } = await person();
  const { token } = await login(userName);
  const { qrId, secret } = await send('user/mfaQr', { password: TEST_PASSWORD }, token);
  const boundAt = Date.now();
  const securityCode = codeOf(secret, 0, boundAt);
  const bound = await send('user/mfaBind', { qrId, securityCode }, token);
  return { userName, userNo, key: secret, boundAt, codes: bound.recoveryCodes, token };
}
const forgetLastCode = (userNo: string) =>
  tables().updateTable('mfaBinding').set({ lastStep: 0 }).where('userNo', '=', userNo).execute();

test('a role that demands an authenticator has it bound before there is a session', async () => {
  const { userName, userNo } = await person({ mfaRequired: true });
  const first = await login(userName);
  expect(first).toMatchObject({ token: '', nextStep: 'MFA_BIND', userInfo: null, cookies: [] });
  const { stepToken } = first.step;
  expect((await send('user/bootstrap', null, stepToken)).error).toBe('SESSION_OVER');
  const qr = await send('noAuth/logon/mfaQr', { stepToken });
  expect(qr).toMatchObject({ triesLeft: 5, expiresInSeconds: 600 });
  expect(qr.uri).toContain(`otpauth://totp/Kituo:${userName}?`);
  const { qrId } = qr;
  const bind = (securityCode: string) => send('noAuth/logon/mfaBind', { stepToken, qrId, securityCode });
  expect(await bind(wrongCode(qr.secret))).toMatchObject({
    error: 'MFA_CODE_WRONG',
    facts: { triesLeft: 4 },
    fields: [{ field: 'securityCode', msg: 'Incorrect code. Attempts left: 4.' }],
  });
  const done = await bind(codeOf(qr.secret));
  expect(done).toMatchObject({
    nextStep: 'DONE',
    userInfo: { userNo, mfaBound: true },
    step: NO_STEP,
  });
  expect(await isAlive(done.token)).toBe(true);
  expect(new Set(done.recoveryCodes).size).toBe(10);
  expect((await bind(codeOf(qr.secret, 1))).error).toBe('SIGN_IN_STEP_OVER');
  const kept = await tables().selectFrom('mfaRecoveryCode').select('codeHash').where('userNo', '=', userNo).execute();
  expect(kept).toHaveLength(10);
  const stored = await tables()
    .selectFrom('mfaBinding')
    .selectAll()
    .where('userNo', '=', userNo)
    .executeTakeFirstOrThrow();
  expect(stored.secretSealed.toString('latin1')).not.toContain(qr.secret);
  const told = await tables()
    .selectFrom('message')
    .select(['kind', 'destination'])
    .where('userNo', '=', userNo)
    .execute();
  expect(told).toEqual([{ kind: 'mfa.bound', destination: `${userName}@kituo.example` }]);
});

test('five wrong codes spend a QR code; refreshing voids it and begins again', async () => {
  const { userName } = await person({ mfaRequired: true });
  const { stepToken } = (await login(userName)).step;
  const one = await send('noAuth/logon/mfaQr', { stepToken });
  const bind = (qrId: string, securityCode: string) => send('noAuth/logon/mfaBind', { stepToken, qrId, securityCode });
  const wrong = wrongCode(one.secret);
  const left = [];
  for (let turn = 0; turn < 5; turn += 1) left.push((await bind(one.qrId, wrong)).facts.triesLeft);
  expect(left).toEqual([4, 3, 2, 1, 0]);
  expect((await bind(one.qrId, codeOf(one.secret))).error).toBe('MFA_QR_SPENT');
  const two = await send('noAuth/logon/mfaQr', { stepToken });
  expect(two.secret).not.toBe(one.secret);
  expect((await bind(one.qrId, codeOf(one.secret))).error).toBe('MFA_QR_VOID');
  expect((await bind(two.qrId, codeOf(two.secret))).nextStep).toBe('DONE');
});

test('five wrong codes at once are five tries, not more', async () => {
  const { userName } = await person({ mfaRequired: true });
  const { stepToken } = (await login(userName)).step;
  const { qrId, secret } = await send('noAuth/logon/mfaQr', { stepToken });
  const request = { stepToken, qrId, securityCode: wrongCode(secret) };
  const replies = await Promise.all(Array.from({ length: 9 }, () => send('noAuth/logon/mfaBind', request)));
  expect(replies.filter(({ error }) => error === 'MFA_CODE_WRONG')).toHaveLength(5);
  expect(replies.filter(({ error }) => error === 'MFA_QR_SPENT')).toHaveLength(4);
});

test('after ten minutes the QR code is over; a phone clock that is off is told', async () => {
  const { userName, userNo } = await person({ mfaRequired: true });
  const { stepToken } = (await login(userName)).step;
  const { qrId, secret } = await send('noAuth/logon/mfaQr', { stepToken });
  const bind = (securityCode: string) => send('noAuth/logon/mfaBind', { stepToken, qrId, securityCode });
  // The server counts from the very half minute that the phone counted from.
  vi.useFakeTimers({ toFake: ['Date'] });
  expect(await bind(codeOf(secret, 6))).toMatchObject({
    error: 'MFA_CLOCK_AHEAD',
    facts: { offBy: '03:00', triesLeft: 4 },
  });
  expect((await bind(codeOf(secret, -6))).error).toBe('MFA_CLOCK_BEHIND');
  vi.useRealTimers();
  await tables()
    .updateTable('mfaOffer')
    .set({ expiresAt: new Date(Date.now() - 1000) })
    .where('userNo', '=', userNo)
    .execute();
  const late = await bind(codeOf(secret));
  expect(late.error).toBe('MFA_QR_EXPIRED');
});

test('signs in with a code; each code counts once; the step token is spent', async () => {
  const { userName, userNo, key, boundAt, token } = await boundPerson();
  const [first, second] = [codeOf(key, 0, boundAt), codeOf(key, 1, boundAt)];
  const { step, nextStep } = await login(userName);
  expect(nextStep).toBe('MFA_CODE');
  const verify = (securityCode: string, { stepToken } = step) =>
    send('noAuth/logon/verifyMfa', { stepToken, securityCode });
  expect(await verify(first)).toMatchObject({ error: 'MFA_CODE_USED', facts: { triesLeft: 4 } });
  const done = await verify(second);
  expect(done).toMatchObject({ nextStep: 'DONE', userInfo: { userNo }, recoveryCodesLeft: null });
  expect(await isAlive(done.token)).toBe(true);
  expect(await isAlive(token)).toBe(true);
  expect((await verify(second)).error).toBe('SIGN_IN_STEP_OVER');
  const again = await login(userName);
  expect((await verify(second, again.step)).error).toBe('MFA_CODE_USED');
});

test('a guesser hears nothing of clocks: a code of another minute is a wrong one', async () => {
  const { userName, userNo, key } = await boundPerson();
  await forgetLastCode(userNo);
  const { step } = await login(userName);
  for (const steps of [6, -6]) {
    const securityCode = codeOf(key, steps);
    const refused = await send('noAuth/logon/verifyMfa', { stepToken: step.stepToken, securityCode });
    expect(refused.error).toBe('MFA_CODE_WRONG');
    expect(refused.facts).not.toHaveProperty('offBySeconds');
  }
});

test('the same code at the same moment opens one session', async () => {
  const { userName, userNo, key } = await boundPerson();
  await forgetLastCode(userNo);
  const steps = await Promise.all([login(userName), login(userName)]);
  const securityCode = codeOf(key);
  const replies = await Promise.all(
    steps.map(({ step }) => send('noAuth/logon/verifyMfa', { stepToken: step.stepToken, securityCode })),
  );
  expect(replies.filter(({ token }) => token).length).toBe(1);
});

test('wrong codes count with wrong passwords, and a right password does not start again', async () => {
  const { userName, userNo, key } = await boundPerson();
  await forgetLastCode(userNo);
  const guess = async () => {
    const { step } = await login(userName);
    return await send('noAuth/logon/verifyMfa', {
      stepToken: step.stepToken,
      securityCode: wrongCode(key),
    });
  };
  expect((await login(userName, 'not-the-password')).error).toBe('LOGIN_WRONG');
  for (const triesLeft of [3, 2, 1, 0]) expect((await guess()).facts.triesLeft).toBe(triesLeft);
  const locked = await login(userName);
  expect(locked).toMatchObject({ error: 'LOGIN_LOCKED', facts: { waitSeconds: expect.any(Number) } });
});

test('a recovery code signs in once, however it is typed, and tells how many are left', async () => {
  const { userName, userNo, codes } = await boundPerson();
  const use = async (recoveryCode: string) => {
    const { step } = await login(userName);
    return await send('noAuth/logon/verifyMfa', { stepToken: step.stepToken, recoveryCode });
  };
  const [code = ''] = codes;
  const done = await use(` ${code.toUpperCase().replace('-', ' ')} `);
  expect(done).toMatchObject({ nextStep: 'DONE', recoveryCodesLeft: 9 });
  expect(await use(code)).toMatchObject({ error: 'RECOVERY_CODE_WRONG', facts: { triesLeft: 4 } });
  const state = await send('user/mfaState', null, done.token);
  expect(state).toMatchObject({ mfaBound: true, recoveryCodesLeft: 9, isRequired: false });
  const told = await tables()
    .selectFrom('message')
    .select('kind')
    .where('userNo', '=', userNo)
    .orderBy('messageNo')
    .execute();
  expect(told.map(({ kind }) => kind)).toEqual(['mfa.bound', 'mfa.recoveryCodeUsed']);
});

test('renewing asks for the password, ends other sessions and stops the old authenticator', async () => {
  const { userName, userNo, key, token, codes } = await boundPerson();
  await forgetLastCode(userNo);
  const { step } = await login(userName);
  const verified = { stepToken: step.stepToken, securityCode: codeOf(key) };
  const other = await send('noAuth/logon/verifyMfa', verified);
  expect((await send('user/mfaQr', {}, token)).fields).toEqual([
    { field: 'password', msg: 'Password cannot be blank' },
  ]);
  expect(await send('user/mfaQr', { password: 'wrong' }, token)).toMatchObject({
    error: 'PASSWORD_WRONG',
    fields: [{ field: 'password' }],
  });
  const one = await send('user/mfaQr', { password: TEST_PASSWORD }, token);
  // Another session of the same person, without a password, gets none for the id.
  const stolen = await send('user/mfaQr', { qrId: one.qrId }, other.token);
  expect(stolen.fields[0]?.field).toBe('password');
  const two = await send('user/mfaQr', { qrId: one.qrId }, token);
  expect(two.qrId).not.toBe(one.qrId);
  // Until the new one is verified the old one goes on.
  const half = await login(userName);
  const bind = { qrId: two.qrId, securityCode: codeOf(two.secret) };
  const { recoveryCodes } = await send('user/mfaBind', bind, token);
  expect(recoveryCodes).toHaveLength(10);
  expect(recoveryCodes).not.toEqual(expect.arrayContaining(codes.slice(0, 1)));
  expect(await isAlive(token)).toBe(true);
  expect((await send('user/mfaState', null, other.token)).facts.reason).toBe('MFA_BOUND');
  const old = { stepToken: half.step.stepToken, securityCode: codeOf(key, 1) };
  expect((await send('noAuth/logon/verifyMfa', old)).error).toBe('SIGN_IN_STEP_OVER');
  const fresh = await login(userName);
  const renewed = { stepToken: fresh.step.stepToken, securityCode: codeOf(two.secret, 1) };
  expect((await send('noAuth/logon/verifyMfa', renewed)).nextStep).toBe('DONE');
});

test('a reset ends everything of the old authenticator and has one bound again', async () => {
  const { userName, userNo, codes, token } = await boundPerson();
  const pending = await login(userName);
  const { token: admin } = await login('admin');
  await send('user/resetMFA', { userNo, reason: 'Lost the phone' }, admin);
  expect((await send('user/mfaState', null, token)).facts.reason).toBe('MFA_RESET');
  const late = { stepToken: pending.step.stepToken, recoveryCode: codes[1] };
  expect((await send('noAuth/logon/verifyMfa', late)).error).toBe('SIGN_IN_STEP_OVER');
  const again = await login(userName);
  expect(again.nextStep).toBe('MFA_BIND');
  const { stepToken } = again.step;
  const { qrId, secret } = await send('noAuth/logon/mfaQr', { stepToken });
  const bound = { stepToken, qrId, securityCode: codeOf(secret) };
  expect((await send('noAuth/logon/mfaBind', bound)).nextStep).toBe('DONE');
});

test('another password, a frozen account or time end a step', async () => {
  const { userName, userNo, codes } = await boundPerson();
  const use = ({ stepToken }: { stepToken: string }) =>
    send('noAuth/logon/verifyMfa', { stepToken, recoveryCode: codes[0] });
  const change = (values: object) => tables().updateTable('appUser').set(values).where('userNo', '=', userNo).execute();
  const { step } = await login(userName);
  await change({ passwordChangedAt: new Date() });
  expect((await use(step)).error).toBe('SIGN_IN_STEP_OVER');
  const { step: second } = await login(userName);
  await change({ userStatus: 'FROZEN' });
  expect((await use(second)).error).toBe('SIGN_IN_STEP_OVER');
  await change({ userStatus: 'NORMAL' });
  const { step: third } = await login(userName);
  await tables().updateTable('signInStep').set({ expiresAt: new Date() }).where('userNo', '=', userNo).execute();
  expect((await use(third)).error).toBe('SIGN_IN_STEP_OVER');
});

test('a password that has to be changed comes after the authenticator', async () => {
  const { userName, userNo, codes } = await boundPerson();
  await tables().updateTable('appUser').set({ mustUpdatePassword: true }).where('userNo', '=', userNo).execute();
  const { step } = await login(userName);
  const done = { stepToken: step.stepToken, recoveryCode: codes[0] };
  expect((await send('noAuth/logon/verifyMfa', done)).nextStep).toBe('PASSWORD_UPDATE');
});

async function codeSentTo(userNo: string): Promise<string> {
  const { body } = await tables()
    .selectFrom('message')
    .select('body')
    .where('userNo', '=', userNo)
    .where('kind', '=', 'signIn.code')
    .orderBy('messageNo', 'desc')
    .executeTakeFirstOrThrow();
  return /\d{6}/.exec(body ?? '')?.[0] ?? '';
}

test('a role that demands it has a code sent, masked, once a minute, and takes it once', async () => {
  const { userName, userNo } = await person({ validateCodeRequired: true });
  const first = await login(userName);
  expect(first).toMatchObject({ nextStep: 'VALIDATE_CODE', token: '' });
  const { stepToken, channels } = first.step;
  expect(channels).toEqual([
    { validateChannel: 'EMAIL', destination: expect.stringMatching(/^..\*+..@\*{5}\.example$/) },
    { validateChannel: 'MOBILE', destination: '25*******678' },
  ]);
  const sendBy = (validateChannel: string) =>
    send('noAuth/logon/sendAuthUserValidateCode', { stepToken, validateChannel });
  expect(await sendBy('MOBILE')).toMatchObject({
    destination: '25*******678',
    expiresInSeconds: 300,
    resendInSeconds: 60,
  });
  expect(await sendBy('EMAIL')).toMatchObject({ error: 'VALIDATE_CODE_SOON' });
  const code = await codeSentTo(userNo);
  const enter = (validateCode: string, name = userName) => login(name, TEST_PASSWORD, { validateCode, stepToken });
  const wrong = code === '000000' ? '000001' : '000000';
  expect(await enter(wrong)).toMatchObject({ error: 'VALIDATE_CODE_WRONG', facts: { triesLeft: 4 } });
  expect((await enter(code, 'admin')).error).toBe('SIGN_IN_STEP_OVER');
  expect((await enter(code)).nextStep).toBe('DONE');
  expect((await enter(code)).error).toBe('SIGN_IN_STEP_OVER');
});

test('a code is over after five minutes', async () => {
  const { userName, userNo } = await person({ validateCodeRequired: true });
  const { stepToken } = (await login(userName)).step;
  await send('noAuth/logon/sendAuthUserValidateCode', { stepToken, validateChannel: 'EMAIL' });
  const validateCode = await codeSentTo(userNo);
  await tables().updateTable('validateCode').set({ expiresAt: new Date() }).where('userNo', '=', userNo).execute();
  const late = await login(userName, TEST_PASSWORD, { validateCode, stepToken });
  expect(late).toMatchObject({
    error: 'VALIDATE_CODE_EXPIRED',
    fields: [{ field: 'validateCode', msg: 'The verification code has expired' }],
  });
});

test('where new devices are validated, a browser that was is known again, for that person alone', async () => {
  await tables()
    .updateTable('policySetting')
    .set({ value: 'true' })
    .where('settingKey', '=', 'signIn.validateNewDevice')
    .execute();
  try {
    const { userName, userNo } = await person();
    const { nextStep, step } = await login(userName);
    expect(nextStep).toBe('VALIDATE_CODE');
    const { stepToken } = step;
    await send('noAuth/logon/sendAuthUserValidateCode', { stepToken, validateChannel: 'EMAIL' });
    const validateCode = await codeSentTo(userNo);
    const { cookies } = await login(userName, TEST_PASSWORD, { validateCode, stepToken });
    const device = cookies.find((text) => text.startsWith('kituo_device=')) ?? '';
    expect(device).toMatch(/HttpOnly; SameSite=Strict/);
    const [cookie] = device.split(';');
    expect((await login(userName, TEST_PASSWORD, {}, cookie)).nextStep).toBe('DONE');
    const someoneElse = await person();
    expect((await login(someoneElse.userName, TEST_PASSWORD, {}, cookie)).nextStep).toBe('VALIDATE_CODE');
  } finally {
    await tables()
      .updateTable('policySetting')
      .set({ value: 'false' })
      .where('settingKey', '=', 'signIn.validateNewDevice')
      .execute();
  }
});
