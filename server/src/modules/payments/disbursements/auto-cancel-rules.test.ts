import { autoCancel, config, messageTemplate } from '@kituo/sdk/contracts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { addPerson, createTestApp, type TestApp } from '../../../../testing/test-app.ts';
import { as, listOf, type Person } from '../../../../testing/test-calls.ts';
import { approved, makeProduct } from '../../lending/orders/testing/lend.ts';
import { addDays, businessDateOf } from '../../platform/policy/index.ts';
import { cancelUnpaid } from './index.ts';

let app: TestApp;
let maker: Person;
let checker: Person;
let stranger: Person;
let people: { maker: string; checker: string };
let productNo: string;
let merchantNo: string;
const HOUR = 3_600_000;
const today = businessDateOf(new Date());
const soon = (hours: number) => new Date(Date.now() + hours * HOUR);

beforeAll(async () => {
  app = await createTestApp({ content: 'seeded' });
  const { db } = app.database;
  productNo = await makeProduct(db);
  ({ merchantNo } = await db
    .selectFrom('loanProduct')
    .select('merchantNo')
    .where('productNo', '=', productNo)
    .executeTakeFirstOrThrow());
  const pages = ['/AdminContent/AfterLoanSystem/AutomaticLoanCancelConfig'];
  const codes = ['afterLoan:autoCancel:save', 'afterLoan:autoCancel:audit'];
  const add = async (name: string, held: string[], mine = true) => {
    const { userNo } = await addPerson(app.database, name, { codes: held, pages });
    if (mine) await db.insertInto('userMerchant').values({ userNo, merchantNo }).execute();
    return userNo;
  };
  people = { maker: await add('rule.maker', codes), checker: await add('rule.checker', codes.slice(1)) };
  await add('rule.stranger', codes, false);
  [maker, checker, stranger] = [
    await as(app, 'rule.maker'),
    await as(app, 'rule.checker'),
    await as(app, 'rule.stranger'),
  ];
});
afterAll(async () => await app[Symbol.asyncDispose]());

const RULE = {
  ruleName: 'Not sent',
  productNos: [] as string[],
  orderStatus: 'PENDING_DISBURSEMENT',
  waitHours: 48,
  failCodes: [] as string[],
  maxAttempts: null as number | null,
};
const tokenOf = async (value: object, who = maker) =>
  (await who.post(autoCancel.dryRun, { merchantNo, value })).data.dryRunToken as string;
const save = async (value: object, changes: object = {}) =>
  (
    await maker.post(autoCancel.save, {
      merchantNo,
      value,
      effectiveFrom: today,
      reason: 'Patience has an end',
      dryRunToken: await tokenOf(value),
      ...changes,
    })
  ).data;
const pageOf = async (filters: object = {}, who = maker) => (await who.post(autoCancel.page, listOf(filters))).data;
const ruleOf = async (ruleId: string) => (await maker.get(autoCancel.detail, { ruleId })).data;
async function decide(ruleId: string, action: 'approve' | 'reject' | 'withdraw', who = checker) {
  const { subjectNo } = await ruleOf(ruleId);
  const found = (await maker.post(config.page.path, listOf({ configKey: 'afterLoan.autoCancel', subjectNo }))).data;
  const pending = found.rows.find((row: { versionStatus: string }) =>
    ['PENDING', 'SCHEDULED'].includes(row.versionStatus),
  );
  const { versionId, version } = pending;
  return (await who.post(`config/version/${action}`, { versionId, version, reason: 'Seen' })).data;
}
const state = async (ruleId: string, isEnabled: boolean) =>
  (
    await maker.post(autoCancel.state, {
      ruleId,
      version: (await ruleOf(ruleId)).version,
      isEnabled,
      reason: 'Holiday',
    })
  ).data;
const order = async () => (await approved(app.database.db, { productNo, approvedCents: 300_000, ...people })).orderNo;
const statusOf = async (orderNo: string) =>
  (
    await app.database.db
      .selectFrom('loanOrder')
      .select('orderStatus')
      .where('orderNo', '=', orderNo)
      .executeTakeFirstOrThrow()
  ).orderStatus;

it('is saved after a dry run of these very values alone, and applies once somebody else approved it', async () => {
  const orderNo = await order();
  expect((await save(RULE, { dryRunToken: undefined })).error).toBe('DRY_RUN_NEEDED');
  expect((await save({ ...RULE, waitHours: 47 }, { dryRunToken: await tokenOf(RULE) })).error).toBe('DRY_RUN_NEEDED');
  // Simulated by somebody else.
  expect((await save(RULE, { dryRunToken: await tokenOf(RULE, checker) })).error).toBe('DRY_RUN_NEEDED');
  expect((await save(RULE, { effectiveFrom: addDays(today, -1) })).error).toBe('CONFIG_DATE_PAST');
  const saved = await save(RULE);
  expect(saved).toMatchObject({ versionNo: 1, versionStatus: 'PENDING' });
  expect(await ruleOf(saved.ruleId)).toMatchObject({ ruleStatus: 'PENDING', isEnabled: false, allowedActions: [] });
  await cancelUnpaid(app.database.db, soon(49));
  expect(await statusOf(orderNo)).toBe('PENDING_DISBURSEMENT');
  expect((await save(RULE)).error).toBe('RULE_OVERLAP');
  expect((await save(RULE, { ruleId: saved.ruleId })).error).toBe('CONFIG_OPEN');
  expect((await decide(saved.ruleId, 'approve', maker)).error).toBe('CHANGE_OWN');
  expect(await decide(saved.ruleId, 'approve')).toMatchObject({ versionStatus: 'IN_FORCE' });
  expect(await cancelUnpaid(app.database.db, soon(47))).toBe(0);
  const now = soon(49);
  await cancelUnpaid(app.database.db, now);
  expect(await statusOf(orderNo)).toBe('VOIDED');
  const runs = (await maker.post(autoCancel.runPage, listOf({ ruleId: saved.ruleId }))).data;
  expect(runs.rows[0]).toMatchObject({
    itemCount: 1,
    amountCents: 300_000,
    versionNo: 1,
    items: [{ subjectNo: orderNo, outcome: 'VOIDED' }],
  });
  expect(await ruleOf(saved.ruleId)).toMatchObject({
    ruleStatus: 'ENABLED',
    lastRunItems: 1,
    allowedActions: ['update', 'disable'],
  });

  // A new version applies from its day, not before.
  const later = await save({ ...RULE, waitHours: 1 }, { ruleId: saved.ruleId, effectiveFrom: addDays(today, 2) });
  expect(later).toMatchObject({ versionNo: 2 });
  await decide(saved.ruleId, 'approve');
  const second = await order();
  await cancelUnpaid(app.database.db, soon(2));
  expect(await statusOf(second)).toBe('PENDING_DISBURSEMENT');
  await cancelUnpaid(app.database.db, soon(72));
  expect(await statusOf(second)).toBe('VOIDED');
  await decide(saved.ruleId, 'withdraw', maker);

  // Disabled at once; enabled by two.
  const third = await order();
  expect(await state(saved.ruleId, true)).toMatchObject({ error: 'ILLEGAL_TRANSITION' });
  expect(await state(saved.ruleId, false)).toMatchObject({ ruleStatus: 'DISABLED' });
  const stale = { ruleId: saved.ruleId, version: 1, isEnabled: true, reason: 'Late' };
  expect((await maker.post(autoCancel.state, stale)).data.error).toBe('STALE');
  await cancelUnpaid(app.database.db, soon(49));
  expect(await statusOf(third)).toBe('PENDING_DISBURSEMENT');
  expect((await pageOf({ enabled: false })).rows.map((row: { ruleId: string }) => row.ruleId)).toEqual([saved.ruleId]);
  await state(saved.ruleId, true);
  await cancelUnpaid(app.database.db, soon(49));
  expect(await statusOf(third)).toBe('PENDING_DISBURSEMENT');
  await decide(saved.ruleId, 'approve');
  await cancelUnpaid(app.database.db, soon(49));
  expect(await statusOf(third)).toBe('VOIDED');
});

it('lets a rule of one product go before the rule of all', async () => {
  const own = await save({ ...RULE, ruleName: 'This product', productNos: [productNo], waitHours: 10 });
  await decide(own.ruleId, 'approve');
  const orderNo = await order();
  await cancelUnpaid(app.database.db, soon(9));
  expect(await statusOf(orderNo)).toBe('PENDING_DISBURSEMENT');
  await cancelUnpaid(app.database.db, soon(11));
  expect(await statusOf(orderNo)).toBe('VOIDED');
  const found = await pageOf({ productNo, orderStatus: 'PENDING_DISBURSEMENT' });
  expect(found.total).toBe(2);
  expect(found.rows[0].productNames).toHaveLength(1);
  expect((await pageOf({ orderStatus: 'DISBURSE_FAILED' })).total).toBe(0);
  expect((await decide(own.ruleId, 'withdraw', maker).catch(() => ({ error: 'none' }))).error).toBe('none');
});

it('is not there for people of other merchants, and not saved as other configuration is', async () => {
  const { rows } = await pageOf();
  expect((await pageOf({}, stranger)).total).toBe(0);
  expect((await stranger.get(autoCancel.detail, { ruleId: rows[0].ruleId })).status).toBe(404);
  expect((await stranger.post(autoCancel.runPage, listOf({ ruleId: rows[0].ruleId }))).data.error).toBe('NOT_FOUND');
  expect((await stranger.post(autoCancel.dryRun, { merchantNo, value: RULE })).data.error).toBe('REFERENCE_UNKNOWN');
  const past = { configKey: 'afterLoan.autoCancel', subjectNo: rows[0].subjectNo, value: RULE, effectiveFrom: today };
  expect((await maker.post(config.save, { ...past, reason: 'Around the dry run' })).data.error).toBe('FORBIDDEN');
});

it('names a template of cancellations alone, which then stays while the rule applies', async () => {
  const value = {
    ...RULE,
    ruleName: 'Told in own words',
    orderStatus: 'DISBURSE_FAILED',
    waitHours: 700,
    maxAttempts: 9,
  };
  expect((await maker.get(autoCancel.templates)).data).toContainEqual({
    templateCode: 'ORDER_CANCELLED',
    templateName: 'Loan cancelled',
  });
  const of = async (notifyTemplateNo: string) =>
    (await maker.post(autoCancel.dryRun, { merchantNo, value: { ...value, notifyTemplateNo } })).data;
  expect(await of('DISBURSED')).toMatchObject({
    error: 'MESSAGE_TEMPLATE_UNFIT',
    fields: [{ field: 'notifyTemplateNo' }],
  });
  const saved = await save({ ...value, notifyTemplateNo: 'ORDER_CANCELLED' });
  expect(await decide(saved.ruleId, 'approve')).toMatchObject({ versionStatus: 'IN_FORCE' });
  expect(await ruleOf(saved.ruleId)).toMatchObject({ notifyTemplateNo: 'ORDER_CANCELLED' });
  await addPerson(app.database, 'template.keeper', {
    pages: [messageTemplate.MESSAGE_TEMPLATE_PAGE],
    codes: ['operation:messageTemplate:enable'],
  });
  const keeper = await as(app, 'template.keeper');
  const off = async () => {
    const { version } = await app.database.db
      .selectFrom('messageTemplate')
      .select('version')
      .where('templateCode', '=', 'ORDER_CANCELLED')
      .executeTakeFirstOrThrow();
    return (await keeper.post(messageTemplate.disable, { templateCode: 'ORDER_CANCELLED', version })).data;
  };
  expect(await off()).toMatchObject({ error: 'MESSAGE_TEMPLATE_OF_RULE', facts: { rule: 'Told in own words' } });
  await state(saved.ruleId, false);
  expect(await off()).toEqual({ templateCode: 'ORDER_CANCELLED' });
});
