import { businessConfig, job, reveal } from '@kituo/sdk/contracts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestApp, type TestApp } from '../../../../testing/test-app.ts';
import { as, listOf, type Person } from '../../../../testing/test-calls.ts';
import { createLogger } from '../../platform/health/index.ts';
import { startJobWorker } from '../../platform/jobs/index.ts';
import { allocateOrder, closeReReview, orderMachine, passOrder } from '../../lending/orders/index.ts';
import { makeProduct } from '../../lending/orders/testing/lend.ts';
import { refusedOrder } from '../../lending/orders/testing/review.ts';
import { expectRefusal } from '../../payments/payments/testing/every-row.ts';
import { refuseUnlisted } from '../../payments/payments/testing/unlisted-pairs.ts';
import { addDays, businessDateOf, shownDay } from '../../platform/policy/index.ts';

const BASE = 'loans/audit/orderReview';
let app: TestApp;
let lead: Person;
let admin: Person;
let reviewer: Person;
let productNo: string;
let stop: () => Promise<void>;

beforeAll(async () => {
  app = await createTestApp({ content: 'seeded' });
  [lead, admin, reviewer] = [await as(app, 'wambui.gitau'), await as(app, 'admin'), await as(app, 'reviewer')];
  productNo = await makeProduct(app.database.db);
  const { db } = app.database;
  stop = await startJobWorker({ db, services: app.services, log: createLogger('silent') });
});
afterAll(async () => {
  await stop();
  await app[Symbol.asyncDispose]();
});

const refused = async (refuseCode = 'R01', byUserNo = 'U000002', daysAgo = 0) =>
  await refusedOrder(app.database.db, { productNo, refuseCode, byUserNo, daysAgo });
const apply = async (orderNo: string, who: Person = lead) =>
  await who.post(`${BASE}/apply`, { orderNo, applyReason: 'A new picture came by mail' });

const RULES = {
  enabled: true,
  dailySubmitLimit: 30,
  perPersonLimit: 10,
  sources: ['MACHINE_REFUSED', 'REFUSED'],
  refuseCodes: [],
  minDays: 0,
  maxDays: 30,
  targetStatus: 'TO_ALLOCATE',
};
/** Rules of a merchant from today on, requested by the lead and agreed to by the administrator. */
async function configure(merchantNo: string, rules: object, day = businessDateOf(new Date())) {
  const asked = await lead.post(`${BASE}/config/save`, {
    merchantNo,
    rules: {
      ...RULES,
      ...rules,
    },
    effectiveFrom: day,
    reason: 'Tried for a week',
  });
  expect(asked.code).toBe(0);
  const { configNo, version } = asked.data.next;
  return { asked, waiting: { merchantNo, configNo, version } };
}

describe('a submission', () => {
  it('brings the order up once, and its decision ends it; neither refuser nor applicant gets it', async () => {
    const orderNo = await refused();
    const { data } = await apply(orderNo);
    expect(data).toMatchObject({ orderStatus: 'TO_ALLOCATE' });
    expect((await apply(orderNo)).msg).toBe('A re-review of this order is already in progress');
    const { db } = app.database;
    await db.transaction().execute(async (tx) => {
      await allocateOrder(tx, orderNo, 'U000013', { userNo: 'U000012' });
      const passed = await passOrder(tx, orderNo, { approvedCents: 200_000 }, { userNo: 'U000013' });
      await closeReReview(tx, passed);
    });
    const { data: page } = await lead.post(`${BASE}/page`, listOf({ tab: 'SUBMITTED', orderNo }));
    expect(page.rows[0]).toMatchObject({
      reviewStatus: 'PASSED',
      firstAuditorName: 'Otieno Odhiambo',
      secondAuditorName: 'Odinga Owino',
      applicantName: 'Wambui Gitau',
      refuseCode: 'R01',
    });
    // Whoever submitted is found again, reviewer or not; people of other merchants are not told who.
    const me = { userNo: 'U000012', realName: 'Wambui Gitau' };
    expect((await lead.get(`${BASE}/applicants`)).data).toEqual([me]);
    const foreign = await as(app, 'halima.yusuf');
    expect((await foreign.get(`${BASE}/applicants`)).data).toEqual([]);
  });

  it('is refused by rule, window, cool-off and scope, each with its date; nothing is written', async () => {
    const machine = await refused('M101');
    expect((await apply(machine)).msg).toContain('do not allow a re-review');
    const cooling = await refused('R05', 'U000002', 3);
    expect((await apply(cooling)).msg).toBe(
      `Cooling-off period until ${shownDay(addDays(businessDateOf(new Date()), 27))}`,
    );
    const late = await refused('R01', 'U000002', 40);
    expect((await apply(late)).msg).toBe(
      `The submission deadline was ${shownDay(addDays(businessDateOf(new Date()), -10))}`,
    );
    const foreign = await refused();
    const other = await as(app, 'halima.yusuf');
    const answer = await apply(foreign, other);
    expect([answer.status, answer.msg]).toEqual([404, 'Order not found']);
    const eligible = await lead.post(`${BASE}/page`, listOf({}));
    const shown: string[] = eligible.data.rows.map((row: { orderNo: string }) => row.orderNo);
    expect(shown).toContain(foreign);
    for (const orderNo of [machine, cooling, late]) expect(shown).not.toContain(orderNo);
    expect(eligible.data.rows[0].phone).toMatch(/^25\*+\d{3}$/);
  });

  it('keeps the quota under submissions at once, and says before what fits', async () => {
    const merchantNo = 'M0001';
    const quota = async () =>
      (await reviewer.get(`${BASE}/quota`)).data.find((row: { merchantNo: string }) => row.merchantNo === merchantNo);
    const { used } = await quota();
    const { waiting } = await configure(merchantNo, {
      dailySubmitLimit: used + 2,
      perPersonLimit: 2,
    });
    expect((await admin.post(`${BASE}/config/approve`, waiting)).code).toBe(0);
    const orders = await Promise.all([1, 2, 3, 4].map(() => refused()));
    const preview = await reviewer.post(`${BASE}/check`, { orderNos: orders });
    expect(preview.data).toMatchObject({ fitting: 2, remainingAfter: 0 });
    const answers = await Promise.all(orders.map((orderNo) => apply(orderNo, reviewer)));
    expect(answers.filter(({ code }) => code === 0)).toHaveLength(2);
    expect(answers.find(({ code }) => code !== 0)?.msg).toBe('Remaining submissions today are insufficient (0 left)');
    expect(await quota()).toMatchObject({ remaining: 0, remainingForMe: 0 });
    const begun = await reviewer.post(`${BASE}/applyMany`, {
      orderNos: orders,
      applyReason: 'All of them',
    });
    const state = async () => (await reviewer.get(job.detail, { jobNo: begun.data.jobNo })).data;
    await expect.poll(async () => (await state()).jobStatus).toBe('FAILURE');
    expect((await state()).failed).toBe(4);
  });
});

it('names each refusal of a submission, and moves no row', async () => {
  const { db } = app.database;
  const { terms } = await db
    .selectFrom('loanProductVersion')
    .select('terms')
    .where('productNo', '=', productNo)
    .executeTakeFirstOrThrow();
  const { productNo: other } = await db
    .insertInto('loanProduct')
    .values({ merchantNo: 'M0002', productName: 'Other loan' })
    .returning('productNo')
    .executeTakeFirstOrThrow();
  const version = { productNo: other, versionNo: 1, effectiveFrom: '2020-01-01' };
  await db
    .insertInto('loanProductVersion')
    .values({ ...version, terms: JSON.stringify(terms) })
    .execute();
  const { waiting } = await configure('M0002', { minDays: 2, dailySubmitLimit: 1, perPersonLimit: 1 });
  expect((await admin.post(`${BASE}/config/approve`, waiting)).code).toBe(0);
  const made = async (refuseCode: string, daysAgo: number) =>
    await refusedOrder(db, { productNo: other, refuseCode, byUserNo: 'U000002', daysAgo });
  const [live, next] = [await made('R01', 3), await made('R01', 3)];
  const refusals = [
    ['RE_REVIEW_OFF', await made('M101', 3)],
    ['RE_REVIEW_COOL_OFF', await made('R05', 3)],
    ['RE_REVIEW_EARLY', await made('R01', 1)],
    ['RE_REVIEW_LATE', await made('R01', 40)],
    ['RE_REVIEW_LIVE', live],
    ['RE_REVIEW_QUOTA', next],
  ] as const;
  expect((await apply(live)).code).toBe(0);
  const tables = ['re_review', 'order_allotment', 'attachment'];
  for (const [error, orderNo] of refusals) {
    await expectRefusal(db, tables, error, () => apply(orderNo));
  }
});

it('takes a refused order alone, in whatever state the others are', async () => {
  const { db } = app.database;
  const orderNo = await refused();
  const count = await refuseUnlisted({
    db,
    machine: orderMachine,
    tables: ['re_review', 'order_allotment'],
    put: async (orderStatus) =>
      await db.updateTable('loanOrder').set({ orderStatus }).where('orderNo', '=', orderNo).execute(),
    commands: {
      apply: { gives: ['reReviewToAllocate', 'reReviewToReview'], call: () => apply(orderNo) },
    },
  });
  expect(count).toBe(10);
});

describe('the rules of a merchant', () => {
  it('wait for another person; a limit below today’s use begins tomorrow', async () => {
    const { rows } = (await lead.post(`${BASE}/config/page`, listOf({ merchantNo: 'M0001' }))).data;
    expect(rows[0].usedToday).toBeGreaterThan(0);
    const today = businessDateOf(new Date());
    const { asked, waiting } = await configure('M0001', { dailySubmitLimit: 0, perPersonLimit: 0 });
    expect(asked.data.next).toMatchObject({
      versionStatus: 'PENDING',
      effectiveFrom: addDays(today, 1),
    });
    expect((await lead.post(`${BASE}/config/approve`, waiting)).status).toBe(403);
    const other = { ...waiting, merchantNo: 'M0002' };
    expect((await admin.post(`${BASE}/config/approve`, other)).status).toBe(404);
    const refusedIt = await admin.post(`${BASE}/config/reject`, { ...waiting, reason: 'Not yet' });
    expect(refusedIt.data).toMatchObject({ next: null });
  });

  it('have defaults of the company behind them, requested and agreed to like they are', async () => {
    const key = { configKey: 'ORDER_REVIEW' };
    const held = await lead.post(businessConfig.getConfigByKey, key);
    expect(held.data).toMatchObject({ versionNo: 1, value: { enabled: false } });
    const form = { ...key, effectiveFrom: addDays(businessDateOf(new Date()), 1), reason: 'More' };
    const asked = await lead.post(businessConfig.updateConfig, { ...form, value: RULES });
    expect(asked.data).toMatchObject({ versionNo: 2, versionStatus: 'PENDING' });
    const wrong = await lead.post(businessConfig.updateConfig, {
      ...form,
      value: { ...RULES, sources: [] },
    });
    expect(wrong.data.fields).toMatchObject([{ field: 'value.sources', msg: 'At least one source' }]);
    expect((await reviewer.post(businessConfig.getConfigByKey, key)).status).toBe(403);
  });

  it('say beside the field what is wrong', async () => {
    const send = async (rules: object) =>
      await lead.post(`${BASE}/config/save`, {
        merchantNo: 'M0002',
        rules: {
          ...RULES,
          ...rules,
        },
        effectiveFrom: businessDateOf(new Date()),
        reason: 'x',
      });
    const days = await send({ minDays: 9, maxDays: 3 });
    expect(days.data.fields).toEqual([{ field: 'rules.maxDays', msg: 'Minimum days exceed maximum days' }]);
    const sources = await send({ sources: [] });
    expect(sources.data.fields).toEqual([{ field: 'rules.sources', msg: 'At least one source' }]);
    const codes = await send({ refuseCodes: ['IDENTITY'] });
    expect(codes.data.fields[0].field).toBe('value.refuseCodes');
    const admits = await lead.post(`${BASE}/config/simulate`, { merchantNo: 'M0001', rules: RULES });
    expect(admits.data.admitted).toBeLessThanOrEqual(admits.data.refusals);
  });
});

describe('the phone as first submitted', () => {
  it('stays with the order when the customer’s is corrected, and is revealed with a purpose', async () => {
    const orderNo = await refused();
    const { db } = app.database;
    const { customerNo, originalPhone } = await db
      .selectFrom('loanOrder')
      .select(['customerNo', 'originalPhone'])
      .where('orderNo', '=', orderNo)
      .executeTakeFirstOrThrow();
    await db.updateTable('customer').set({ phone: '254799000111' }).where('customerNo', '=', customerNo).execute();
    const masked = await lead.get(`${BASE}/originalPhone?orderNo=${orderNo}`);
    expect(masked.data).toMatchObject({ isCorrected: true });
    expect(masked.data.phone).toMatch(/^25\*+\d{3}$/);
    const what = { kind: 'reReview.originalPhone', subjectNo: orderNo, purpose: 'VERIFY_IDENTITY' };
    expect((await lead.post(reveal.show, what)).data.value).toBe(originalPhone);
    expect((await reviewer.post(reveal.show, what)).status).toBe(403);
  });
});
