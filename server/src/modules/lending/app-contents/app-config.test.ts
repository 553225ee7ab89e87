import { appConfig, config } from '@kituo/sdk/contracts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { addPerson, createTestApp, type TestApp } from '../../../../testing/test-app.ts';
import { as, listOf, type Person } from '../../../../testing/test-calls.ts';
import { addDays, businessDateOf } from '../../platform/policy/index.ts';

let app: TestApp;
let maker: Person;
let checker: Person;
let merchantNo: string;
const TODAY = businessDateOf(new Date());

beforeAll(async () => {
  app = await createTestApp({ content: 'seeded' });
  const { db } = app.database;
  ({ merchantNo } = await db
    .selectFrom('merchant')
    .select('merchantNo')
    .orderBy('merchantNo')
    .executeTakeFirstOrThrow());
  const add = async (name: string, codes: readonly string[]) => {
    const { userNo } = await addPerson(app.database, name, { codes, pages: appConfig.page.access.page });
    await db.insertInto('userMerchant').values({ userNo, merchantNo }).execute();
    return await as(app, name);
  };
  maker = await add('cfg.maker', ['operation:appContent:save', 'operation:appContent:publish']);
  checker = await add('cfg.checker', ['operation:config:audit']);
});
afterAll(async () => await app[Symbol.asyncDispose]());

const save = async (value: Partial<appConfig.AppConfigRule>, effectiveFrom = TODAY) =>
  (
    await maker.post(appConfig.save, {
      merchantNo,
      value: { ruleName: 'payment.retry', os: null, json: '{"times": 3}', ...value },
      effectiveFrom,
      reason: 'Slow networks',
    })
  ).data;
async function agree(ruleId: string): Promise<void> {
  const asked = listOf({
    configKey: 'operation.appConfig',
    subjectNo: `${merchantNo}_${ruleId}`,
    versionStatus: 'PENDING',
  });
  const [{ versionId, version }] = (await checker.post(config.page, asked)).data.rows;
  expect((await checker.post(config.approve, { versionId, version })).code).toBe(0);
}
const told = async (os?: string) =>
  (await maker.get(appConfig.forApp, { merchantNo, ...(os !== undefined && { os }) })).data;

it('is told to the app once it was approved, from its day on and not before', async () => {
  const { ruleId } = await save({});
  expect(await told()).toEqual({});
  await agree(ruleId);
  expect(await told()).toEqual({ 'payment.retry': { times: 3 } });
  const later = await save({ ruleName: 'later', json: '[1, 2]' }, addDays(TODAY, 1));
  await agree(later.ruleId);
  expect(await told()).toEqual({ 'payment.retry': { times: 3 } });
});

it('prefers what is for the app itself, and stops where it is disabled', async () => {
  const { ruleId } = await save({ os: 'IOS', json: '{"times": 5}' });
  await agree(ruleId);
  expect([await told('IOS'), await told('ANDROID')]).toEqual([
    { 'payment.retry': { times: 5 } },
    { 'payment.retry': { times: 3 } },
  ]);
  const { version } = (await maker.get(appConfig.detail, { ruleId })).data;
  await maker.post(appConfig.state, { ruleId, version, isEnabled: false, reason: 'Wrong' });
  expect(await told('IOS')).toEqual({ 'payment.retry': { times: 3 } });
});

it('refuses what is no JSON, no key or there already', async () => {
  expect((await save({ json: '{"times": }' })).fields).toMatchObject([{ field: 'value.json' }]);
  expect((await save({ ruleName: 'Payment retry' })).fields).toMatchObject([{ field: 'value.ruleName' }]);
  expect((await save({})).error).toBe('RULE_OVERLAP');
});
