import { intake } from '@kituo/sdk/contracts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Sandbox, startSandbox } from '../../../../../sandbox/src/index.ts';
import { addPerson, createTestApp, type TestApp } from '../../../../testing/test-app.ts';
import { as, type Person } from '../../../../testing/test-calls.ts';
import { makeProduct } from '../../lending/orders/testing/lend.ts';
import { scoreApplied } from './score-applied.ts';

let app: TestApp;
let sandbox: Sandbox;
let channel: Person;
let productNo: string;
let phones = 0;

const MERCHANT = 'M0001';

beforeAll(async () => {
  app = await createTestApp({ content: 'seeded' });
  sandbox = await startSandbox({ seed: 11 });
  const gateways = app.services.engine.gateways as { scorer: unknown };
  gateways.scorer = { url: sandbox.url, apiKey: sandbox.scorerKey };
  const { db } = app.database;
  const { userNo } = await addPerson(app.database, 'app.channel', { codes: ['audit:order:intake'] });
  await db.insertInto('userMerchant').values({ userNo, merchantNo: MERCHANT }).execute();
  channel = await as(app, 'app.channel');
  productNo = await makeProduct(db);
  await decideAtOnceByService(userNo);
});
afterAll(async () => {
  await sandbox.close();
  await app[Symbol.asyncDispose]();
});

/** A set that waits for no verdict, and a service that scores everybody. */
async function decideAtOnceByService(makerUserNo: string): Promise<void> {
  const { db } = app.database;
  const rule = async (configKey: string, value: object): Promise<string> => {
    const made = { configKey, merchantNo: MERCHANT, createdBy: makerUserNo };
    const { ruleId } = await db.insertInto('configRule').values(made).returning('ruleId').executeTakeFirstOrThrow();
    await db
      .insertInto('configVersion')
      .values({
        configKey,
        subjectNo: `${MERCHANT}_${ruleId}`,
        versionNo: 1,
        value: JSON.stringify(value),
        storedStatus: 'IN_FORCE',
        effectiveFrom: '2025-01-01',
        inForceFrom: new Date('2024-12-31T21:00:00Z'),
        makerUserNo,
        editorUserNos: [makerUserNo],
        reason: 'A test',
      })
      .execute();
    return ruleId;
  };
  const condition = { ruleType: 'CREDIT', fieldKey: 'modelLevel', operator: 'EQ', threshold: 'E', coolOffDays: 0 };
  const rules = [{ priority: 1, ruleName: 'Level E', ...condition, decision: 'REFUSE', refuseCode: 'M203' }];
  await rule('risk.ruleSet', { ruleName: 'At once', productNos: [productNo], awaitsScorer: false, rules });
  const ruleId = await rule('risk.model', {
    ruleName: 'Service',
    loanType: 'FIRST',
    scorer: 'HTTP',
    baseScore: 0,
    attributes: [],
    endpoint: 'https://scorer.example/v1/score',
    timeoutMs: 3_000,
    inputSchema: '{"type":"object","properties":{"settledOrders":{}}}',
    levels: [
      { modelLevel: 'A', minScore: 650 },
      { modelLevel: 'E', minScore: 0 },
    ],
    fallbackLevel: null,
  });
  const { trafficId } = await db
    .insertInto('riskTraffic')
    .values({ merchantNo: MERCHANT, loanType: 'FIRST', makerUserNo, checkerUserNo: null })
    .returning('trafficId')
    .executeTakeFirstOrThrow();
  await db
    .insertInto('riskTrafficArm')
    .values({ trafficId, ruleId, modelRole: 'CHAMPION', trafficPercent: 100 })
    .execute();
}

async function applied(): Promise<{ orderNo: string; orderStatus: string }> {
  phones += 1;
  const phone = `25471177${String(phones).padStart(4, '0')}`;
  const person = { merchantNo: MERCHANT, phone, customerName: 'Akinyi Score', idCardNo: `1234567${phones}` };
  const { customerNo } = (await channel.post(intake.customer, person)).data;
  const payee = { payeePhone: phone, payeeName: 'Akinyi Score' };
  return (await channel.post(intake.apply, { customerNo, productNo, appliedCents: 300_000, ...payee })).data;
}
async function take(orderNo: string): Promise<void> {
  const { db } = app.database;
  const stored = await db.selectFrom('domainEvent').selectAll().limit(1).executeTakeFirstOrThrow();
  const event = { ...stored, topic: 'order.applied', subjectType: 'order', subjectNo: orderNo };
  // Events come at least once.
  await scoreApplied(db, app.services).take([event]);
  await scoreApplied(db, app.services).take([event]);
}
const orderOf = async (orderNo: string) =>
  await app.database.db
    .selectFrom('loanOrder')
    .select(['orderStatus', 'refuseCode', 'modelLevel'])
    .where('orderNo', '=', orderNo)
    .executeTakeFirstOrThrow();

it('decides an application once its service has answered', async () => {
  const { orderNo, orderStatus } = await applied();
  expect(orderStatus).toBe('MACHINE_REVIEW');
  await take(orderNo);
  expect(await orderOf(orderNo)).toEqual({ orderStatus: 'MACHINE_REFUSED', refuseCode: 'M203', modelLevel: 'E' });
});

it('sends an application to a person where its service does not answer in time', async () => {
  sandbox.change({ silence: 1 });
  const { orderNo } = await applied();
  await take(orderNo);
  sandbox.change({ silence: 0 });
  expect(await orderOf(orderNo)).toEqual({ orderStatus: 'TO_ALLOCATE', refuseCode: null, modelLevel: null });
  const { decision, decidedBy } = await app.database.db
    .selectFrom('riskEvaluation')
    .select(['decision', 'decidedBy'])
    .where('orderNo', '=', orderNo)
    .executeTakeFirstOrThrow();
  expect([decision, decidedBy]).toEqual(['MANUAL', 'No score from the model']);
});
