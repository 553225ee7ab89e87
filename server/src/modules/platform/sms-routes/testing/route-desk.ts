import { config, smsRoute, smsRoutes } from '@kituo/sdk/contracts';
import { startSandbox } from '../../../../../../sandbox/src/index.ts';
import { addPerson, createTestApp } from '../../../../../testing/test-app.ts';
import { as } from '../../../../../testing/test-calls.ts';
import { queueDispatch, tryGate } from '../../../collections/contacts/index.ts';
import { queueNotice } from '../../messages/index.ts';
import { businessDateOf } from '../../policy/index.ts';

const MAKES = ['smsRouter:save', 'smsAccount:save', 'marketingSmsRouter:save'];
export const everyone = { merchantNo: null, network: null };

/** Routes and accounts with the sandbox behind them: a maker, a checker and somebody of one merchant. */
export async function routeDesk() {
  let makerNo = '';
  let added = 0;
  const sandbox = await startSandbox();
  const env = {
    SMS_URL: sandbox.url,
    SMS_USERNAME: sandbox.sms.username,
    SMS_API_KEY: sandbox.sms.apiKey,
    SMS_SENDER: sandbox.sms.sender,
    KITUO_CALLBACK_SECRET: 'a-secret-that-nobody-can-guess',
  };
  const app = await createTestApp({ content: 'seeded', env });
  const { db } = app.database;
  const pages = [smsRoutes.SMS_ROUTER_PAGE, smsRoutes.MARKETING_SMS_ROUTER_PAGE];
  const { merchantNo } = await db.selectFrom('merchant').select('merchantNo').limit(1).executeTakeFirstOrThrow();
  for (const [name, codes] of [
    ['routes.maker', MAKES],
    ['routes.checker', ['config:audit']],
    ['routes.local', MAKES],
  ] as const) {
    const { userNo, roleNo } = await addPerson(app.database, name, {
      pages,
      codes: codes.map((code) => `operation:${code}`),
    });
    if (name === 'routes.local') await db.insertInto('userMerchant').values({ userNo, merchantNo }).execute();
    else await db.updateTable('role').set({ dataScope: 'ALL' }).where('roleNo', '=', roleNo).execute();
    if (name === 'routes.maker') makerNo = userNo;
  }
  await db.updateTable('appUser').set({ phone: '254712345678' }).where('userNo', '=', makerNo).execute();
  const [maker, checker] = [await as(app, 'routes.maker'), await as(app, 'routes.checker')] as const;
  const local = await as(app, 'routes.local');

  /** Another sender ID of the server's gateway: which account a text took shows in its sender. */
  async function accountFor(senderId: string): Promise<string> {
    const accountCode = `ACCOUNT_${(added += 1)}`;
    await app.database.db
      .insertInto('smsAccount')
      .values({ accountCode, provider: 'SERVER', senderId, unitPriceCents: 80, isEnabled: true })
      .execute();
    return accountCode;
  }
  const shares = (...codes: readonly string[]) =>
    codes.map((accountCode, index) => ({ accountCode, weight: index === 0 ? 100 : 0 }));
  const routeOf = (codes: readonly string[], more: object = {}) => ({
    isEnabled: true,
    accounts: shares(...codes),
    failoverAccountCode: null,
    failoverAfterSeconds: 30,
    dailyCap: -1,
    ...more,
  });
  const marketingOf = (codes: readonly string[], more: object = {}) => ({
    ...routeOf(codes),
    windowStart: '08:00',
    windowEnd: '19:00',
    perPhonePerDay: 3,
    perPhonePerWeek: 3,
    dailyBudgetCents: 1_000_000,
    optOutText: 'STOP ends this',
    ...more,
  });
  const draft = async (configKey: string, subjectNo: string, value: object) =>
    (
      await maker.post(config.save, {
        configKey,
        subjectNo,
        value,
        effectiveFrom: businessDateOf(new Date()),
        reason: 'Cheaper',
      })
    ).data;
  /** A version that another person approved. */
  async function putInForce(configKey: string, subjectNo: string, value: object): Promise<void> {
    const { versionId, version } = await draft(configKey, subjectNo, value);
    const sent = (await maker.post(config.submit, { versionId, version })).data;
    const agreed = await checker.post(config.approve, { versionId, version: sent.version });
    if (agreed.code !== 0) throw new Error(agreed.msg);
  }
  const addRoute = async (form: object) => (await maker.post(smsRoute.add, form)).data;
  const senders = () => sandbox.messages.sent.map(({ sender }) => sender);
  const notify = async () => {
    await queueNotice(app.database.db, 'password.changed', makerNo);
    await app.services.messages.deliver();
  };
  /** A text to a customer that the gate let through. */
  async function writeTo(phone: string): Promise<number> {
    const { db } = app.database;
    const attemptId = await db.transaction().execute(async (tx) => {
      const question = {
        phone,
        channel: 'SMS',
        purpose: 'COLLECTION',
        customerNo: null,
        merchantNo,
        at: new Date(),
      } as const;
      const tried = await tryGate(tx, question, { userNo: null });
      await queueDispatch(tx, { attemptId: tried.attemptId, channel: 'SMS', phone, payload: { text: 'Due' } });
      return tried.attemptId;
    });
    await app.services.engine.dispatch();
    return attemptId;
  }

  return {
    sandbox,
    local,
    app,
    checker,
    merchantNo,
    maker,
    accountFor,
    routeOf,
    marketingOf,
    draft,
    putInForce,
    addRoute,
    senders,
    notify,
    writeTo,
  };
}
export type RouteDesk = Awaited<ReturnType<typeof routeDesk>>;
