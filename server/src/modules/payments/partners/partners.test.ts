import { job, partner } from '@kituo/sdk/contracts';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { addPerson, createTestApp, type TestApp } from '../../../../testing/test-app.ts';
import { as, listOf, type Person } from '../../../../testing/test-calls.ts';
import { previewing } from '../../../../testing/test-previews.ts';
import { createLogger } from '../../platform/health/index.ts';
import { startJobWorker } from '../../platform/jobs/index.ts';
import { trialBalance } from '../../platform/ledger/index.ts';
import { seedPartners } from '../../../seed/partners.ts';
import { hashOf } from '../merchant-services/index.ts';

const PAGES = ['/AdminContent/LoanSupermarketSystem/ReviewDataMaintain'];
const CODES = ['review:save', 'review:confirm', 'review:settle', 'config:audit'].map((code) => `supermarket:${code}`);

let app: TestApp;
let maker: Person;
let checker: Person;
let elsewhere: Person;
let stop: () => Promise<void>;
let products: { cpa: string; cps: string; other: string };
let day = 0;
let serial = 0;

beforeAll(async () => {
  app = await createTestApp({ content: 'seeded' });
  const { db } = app.database;
  stop = await startJobWorker({ db, services: app.services, log: createLogger('silent') });
  const { merchantNo } = await db
    .selectFrom('merchant')
    .select('merchantNo')
    .orderBy('merchantNo')
    .limit(1)
    .executeTakeFirstOrThrow();
  for (const name of ['par.maker', 'par.checker', 'par.elsewhere']) {
    const { userNo } = await addPerson(app.database, name, { codes: CODES, pages: PAGES });
    if (name !== 'par.elsewhere') await db.insertInto('userMerchant').values({ userNo, merchantNo }).execute();
  }
  maker = previewing(app, await as(app, 'par.maker'));
  checker = previewing(app, await as(app, 'par.checker'));
  elsewhere = await as(app, 'par.elsewhere');
  const product = async (platformCode: string, unitPriceCents: number | null, shareBps: number | null) => {
    const settlementMode = unitPriceCents === null ? 'CPS' : 'CPA';
    await db
      .insertInto('partnerPlatform')
      .values({ platformCode, platformName: platformCode, merchantNo, settlementMode })
      .execute();
    return (
      await db
        .insertInto('partnerProduct')
        .values({ platformCode, productName: 'Quick loan', unitPriceCents, shareBps })
        .returning('marketProductNo')
        .executeTakeFirstOrThrow()
    ).marketProductNo;
  };
  products = {
    cpa: await product('PesaNow', 150_00, null),
    cps: await product('Mkopo', null, 125),
    other: await product('Dhamana', 90_00, null),
  };
});
afterAll(async () => {
  expect((await trialBalance(app.database.db)).differenceCents).toBe(0);
  await stop();
  await app[Symbol.asyncDispose]();
});
beforeEach(() => {
  day += 1;
});

const report = (more: object = {}) => ({
  marketProductNo: products.cpa,
  bizDate: `2026-01-${String(day).padStart(2, '0')}`,
  partnerApplied: 40,
  approved: 12,
  rejected: 20,
  disbursedCents: 3_000_000,
  explanation: 'Our clicks are counted by the app alone',
  ...more,
});
const save = async (more: object = {}) => (await maker.post(partner.save, report(more))).data;
const path = (name: string) => `marketProduct/review/${name}`;
const move = (name: string, partnerDayNo: string) =>
  maker.post(path(name), { partnerDayNo, reason: 'Seen on their statement' });
const agree = (changeNo: string, by = checker) => by.post(path('change/approve'), { changeNo });
const pay = (partnerDayNos: string[], amountCents: number, more: object = {}) => {
  serial += 1;
  return maker.post(path('settle'), {
    partnerDayNos,
    amountCents,
    paymentChannel: 'BANK',
    paymentCode: `PT${serial}`,
    paidAt: '2026-02-01T09:00:00.000Z',
    reason: 'Monthly',
    ...more,
  });
};
const done = async (asked: Promise<{ data: { changeNo: string } }>) => await agree((await asked).data.changeNo);

/** Every row that a refused command may not touch. */
async function rows(): Promise<unknown> {
  const { rows: all } =
    await sql`select (select md5(string_agg(d::text, '|' order by partner_day_no)) from partner_day d) as days,
    (select count(*) from partner_payment) as payments, (select count(*) from journal) as journals, (select count(*) from posting) as postings,
    (select count(*) from change_request) as changes, (select count(*) from audit_log) as audits, (select count(*) from domain_event) as events`.execute(
      app.database.db,
    );
  return all[0];
}
async function refused(work: () => Promise<{ data: { error: string } }>, error: string) {
  const before = await rows();
  expect((await work()).data.error).toBe(error);
  expect(await rows()).toEqual(before);
}
const owed = async () =>
  (await trialBalance(app.database.db)).accounts.find(({ accountCode }) => accountCode === 'PARTNER_RECEIVABLE')
    ?.balanceCents ?? 0;

it('a difference is traced by the single applications that were sent on, with phones masked', async () => {
  const { db } = app.database;
  const { partnerDayNo, bizDate } = { ...(await save()), ...report() };
  const { merchantNo } = await db
    .selectFrom('merchant')
    .select('merchantNo')
    .orderBy('merchantNo')
    .limit(1)
    .executeTakeFirstOrThrow();
  const { customerNo } = await db
    .insertInto('customer')
    .values({ merchantNo, phone: '254712000987', customerName: 'Wanjiku Njeri', idCardNo: '38100998' })
    .returning('customerNo')
    .executeTakeFirstOrThrow();
  const applied = { eventKind: 'APPLIED' as const, marketProductNo: products.cpa, customerNo, bizDate };
  await db
    .insertInto('marketEvent')
    .values([
      { ...applied, partnerReference: 'PN-1' },
      { ...applied, partnerReference: null },
      { ...applied, partnerReference: 'PN-3', marketProductNo: products.other },
      { ...applied, eventKind: 'CLICKED' },
    ])
    .execute();
  const read = async (filters: object = {}, who = maker) =>
    (await who.post(partner.applications, listOf({ partnerDayNo, ...filters }))).data.rows;
  expect(await read()).toMatchObject([
    { partnerReference: 'PN-1', customerNo, phone: '25*******987', slotCode: null },
    { partnerReference: null },
  ]);
  expect(await read({ hasReference: false })).toMatchObject([{ partnerReference: null }]);
  expect(await read({}, elsewhere)).toEqual([]);
});

it('keeps what a partner’s own system reports, and traces its references to what was sent on', async () => {
  const { db } = app.database;
  const apiKey = 'kpk_of_mkopo';
  const { userNo } = await db
    .selectFrom('appUser')
    .select('userNo')
    .where('userName', '=', 'par.maker')
    .executeTakeFirstOrThrow();
  await db
    .insertInto('partnerKey')
    .values({ platformCode: 'Mkopo', keyHash: hashOf(apiKey), keyTail: 'kopo', createdBy: userNo })
    .execute();
  const { customerNo } = await db.selectFrom('customer').select('customerNo').limit(1).executeTakeFirstOrThrow();
  const bizDate = `2025-10-${String(day).padStart(2, '0')}`;
  const sent = { eventKind: 'APPLIED' as const, marketProductNo: products.cps, customerNo, bizDate };
  await db
    .insertInto('marketEvent')
    .values(['MK-1', 'MK-2'].map((partnerReference) => ({ ...sent, partnerReference })))
    .execute();
  const of = { marketProductNo: products.cps, bizDate, partnerApplied: 2, approved: 1, rejected: 1 };
  const send = async (more: object = {}, key = apiKey) =>
    (
      await maker.post(partner.apiReport, {
        apiKey: key,
        days: [{ ...of, disbursedCents: 100_000, decisionMinutes: 45, partnerReferences: ['MK-1', 'MK-9'], ...more }],
      })
    ).data;
  expect((await send({}, 'kpk_wrong')).error).toBe('MERCHANT_KEY_WRONG');
  expect(await send({ partnerApplied: 1 })).toMatchObject({ error: 'BAD_REQUEST' });
  expect((await send({ marketProductNo: products.cpa })).refused).toMatchObject([{ error: 'REFERENCE_UNKNOWN' }]);
  expect((await send({ bizDate: '2999-01-01' })).refused).toMatchObject([{ error: 'BAD_REQUEST' }]);
  expect(await send()).toEqual({ saved: 1, refused: [] });
  // Each application's result, where the partner says it: one of them, never both.
  const both = { approvedReferences: ['MK-1'], rejectedReferences: ['MK-1'] };
  expect((await send(both)).refused).toMatchObject([{ error: 'BAD_REQUEST' }]);
  expect(await send({ approvedReferences: ['MK-1'], rejectedReferences: ['MK-9'] })).toMatchObject({ saved: 1 });
  const results = app.database.db.selectFrom('partnerReference').select(['partnerReference', 'isApproved']);
  expect(await results.where('partnerReference', 'in', ['MK-1', 'MK-9']).orderBy('partnerReference').execute()).toEqual(
    [
      { partnerReference: 'MK-1', isApproved: true },
      { partnerReference: 'MK-9', isApproved: false },
    ],
  );
  expect(await send({ approved: 2, rejected: 0 })).toEqual({ saved: 1, refused: [] });
  const [row] = (await maker.post(partner.page, listOf({ marketProductNo: products.cps, reviewSource: 'API' }))).data
    .rows;
  expect(row).toMatchObject({ bizDate, approved: 2, decisionMinutes: 45, reviewSource: 'API', dayStatus: 'OPEN' });
  const { partnerDayNo } = row;
  expect((await maker.call(partner.one, { partnerDayNo })).unknownReferences).toEqual(['MK-9']);
  const missing = (await maker.post(partner.applications, listOf({ partnerDayNo, isReported: false }))).data.rows;
  expect(missing).toMatchObject([{ partnerReference: 'MK-2', isReported: false }]);
  // What staff wrote over it is theirs from then on.
  const over = { ...of, partnerDayNo, disbursedCents: 0, remark: 'As their statement has it' };
  expect((await maker.post(partner.save, over)).code).toBe(0);
  expect((await send()).refused).toMatchObject([{ error: 'PARTNER_DAY_EXISTS' }]);
});

it('closes a day by two people, opens it again, and settles it with the partner’s money', async () => {
  const before = await owed();
  const { partnerDayNo, dueCents } = await save();
  expect(dueCents).toBe(12 * 150_00);
  await refused(() => move('reopen', partnerDayNo), 'ILLEGAL_TRANSITION');
  await refused(() => pay([partnerDayNo], dueCents), 'ILLEGAL_TRANSITION');
  const { changeNo } = (await move('confirm', partnerDayNo)).data;
  expect(await owed()).toBe(before);
  await refused(() => agree(changeNo, maker), 'CHANGE_OWN');
  await refused(() => agree(changeNo, elsewhere), 'CHANGE_NOT_FOUND');
  expect((await agree(changeNo)).data.result).toEqual({ partnerDayNo, dayStatus: 'CONFIRMED' });
  expect(await owed()).toBe(before + dueCents);
  await refused(() => maker.post(path('save'), report({ partnerDayNo })), 'ILLEGAL_TRANSITION');
  await refused(() => move('confirm', partnerDayNo), 'ILLEGAL_TRANSITION');

  await done(move('reopen', partnerDayNo));
  expect(await owed()).toBe(before);
  const lower = await maker.post(path('save'), report({ partnerDayNo, approved: 10 }));
  expect(lower.data.dueCents).toBe(10 * 150_00);
  await done(move('confirm', partnerDayNo));
  await refused(() => pay([partnerDayNo], 10 * 150_00 - 1), 'PARTNER_AMOUNT_DIFFERS');
  expect((await done(pay([partnerDayNo], 10 * 150_00))).data.result.paymentNo).toMatch(/^PP/);
  expect(await owed()).toBe(before);
  const { row, journalIds } = (await maker.get(path(partnerDayNo))).data;
  expect(row).toMatchObject({ dayStatus: 'PAID', allowedActions: [], difference: 40 });
  expect(journalIds).toHaveLength(4);
  for (const name of ['reopen', 'confirm']) await refused(() => move(name, partnerDayNo), 'ILLEGAL_TRANSITION');
  await refused(() => pay([partnerDayNo], 10 * 150_00), 'ILLEGAL_TRANSITION');
  await refused(() => maker.post(path('save'), report({ partnerDayNo })), 'ILLEGAL_TRANSITION');
});

it('refuses by name what cannot be, and writes nothing', async () => {
  const { partnerDayNo } = await save({ explanation: '' });
  await refused(() => maker.post(path('save'), report()), 'PARTNER_DAY_EXISTS');
  await refused(() => move('confirm', partnerDayNo), 'PARTNER_DIFFERENCE');
  for (const [more, field] of [
    [{ approved: 21 }, 'approved'],
    [{ rejected: -1 }, 'rejected'],
    [{ bizDate: '2999-01-01' }, 'bizDate'],
    [{ marketProductNo: 'MP-none' }, 'marketProductNo'],
  ] as const) {
    const answer = await maker.post(path('save'), report(more));
    expect(answer.data.fields).toMatchObject([{ field }]);
  }
  await refused(() => elsewhere.post(path('save'), report({ marketProductNo: products.other })), 'REFERENCE_UNKNOWN');
  await refused(() => elsewhere.post(path('confirm'), { partnerDayNo, reason: 'x' }), 'PARTNER_DAY_NOT_FOUND');
  expect((await elsewhere.post(path('page'), listOf())).data.rows).toEqual([]);
  expect((await elsewhere.get(path(partnerDayNo))).data.error).toBe('PARTNER_DAY_NOT_FOUND');
  await app.database.db
    .updateTable('partnerDay')
    .set({ reviewSource: 'API' })
    .where('partnerDayNo', '=', partnerDayNo)
    .execute();
  const overridden = await maker.post(path('save'), report({ partnerDayNo }));
  expect(overridden.data.fields).toMatchObject([{ field: 'remark' }]);
  const said = report({ partnerDayNo, remark: 'Their API counted twice' });
  expect((await maker.post(path('save'), said)).code).toBe(0);
});

it('closes many days in one batch, and takes a payment of one partner once', async () => {
  const first = await save({ marketProductNo: products.cps });
  expect(first.dueCents).toBe(37_500);
  const second = await save({ marketProductNo: products.cps, bizDate: `2025-12-${10 + day}`, disbursedCents: 0 });
  const other = await save({ marketProductNo: products.other });
  const partnerDayNos = [first, second, other].map((one) => one.partnerDayNo);
  const asked = await maker.post(path('batchConfirm'), { partnerDayNos, reason: 'Month’s end' });
  expect(asked.data.items.map(({ error }: { error: null }) => error)).toEqual([null, null, null]);
  const { jobNo } = (await agree(asked.data.changeNo)).data.result;
  const status = async () => (await checker.get(job.detail, { jobNo })).data.jobStatus;
  await expect.poll(status).toBe('SUCCESS');
  await refused(() => pay(partnerDayNos, 37_500 + other.dueCents), 'PARTNERS_MIXED');
  const both = [first.partnerDayNo, second.partnerDayNo];
  await refused(() => pay(both, 37_500, { paidAt: '2999-01-01T00:00:00.000Z' }), 'BAD_REQUEST');
  await done(pay(both, 37_500, { paymentCode: 'ONCE' }));
  await refused(() => pay([other.partnerDayNo], other.dueCents, { paymentCode: 'ONCE' }), 'SERIAL_REPEATED');
  const { data } = await maker.post(path('page'), listOf({ dayStatus: 'PAID', platformCode: 'Mkopo' }));
  expect(data.rows.map((row: { dueCents: number }) => row.dueCents)).toEqual([37_500, 0]);
});

it('settles a day once, however many payments of it are agreed to at once', async () => {
  const before = await owed();
  const { partnerDayNo, dueCents } = await save();
  await done(move('confirm', partnerDayNo));
  const asked = await Promise.all([1, 2, 3].map(() => pay([partnerDayNo], dueCents)));
  const answers = await Promise.all(asked.map(({ data }) => agree(data.changeNo)));
  expect(answers.filter(({ code }) => code === 0)).toHaveLength(1);
  expect(
    answers
      .map(({ data }) => data.error)
      .filter(Boolean)
      .every((error) => ['STALE', 'ILLEGAL_TRANSITION'].includes(error)),
  ).toBe(true);
  expect(await owed()).toBe(before);
});

it('shows beforehand what agreeing will post', async () => {
  const { partnerDayNo, dueCents } = await save();
  const reply = await app.http.inject({
    method: 'POST',
    url: '/api/hc/web/marketProduct/review/confirm',
    payload: { partnerDayNo, reason: 'x' },
    headers: { 'auth-token': maker.token, 'kituo-dry-run': '1' },
  });
  const { postings, before, after } = reply.json().data;
  expect(postings).toMatchObject([
    { accountCode: 'PARTNER_RECEIVABLE', amountCents: dueCents },
    { accountCode: 'SERVICE_INCOME', amountCents: -dueCents },
  ]);
  expect(before).toContainEqual({ subjectType: 'partnerDay', subjectNo: partnerDayNo, facts: { dayStatus: 'OPEN' } });
  expect(after).toContainEqual({
    subjectType: 'partnerDay',
    subjectNo: partnerDayNo,
    facts: { dayStatus: 'CONFIRMED', dueCents },
  });
});

it('has a demonstration: days that wait, are confirmed and paid', async () => {
  const { db } = app.database;
  await sql`truncate partner_reference, partner_day, partner_payment, partner_product, partner_platform, partner_key, partner_callback,
    market_event, partner_link_check cascade`.execute(db);
  await seedPartners(db, new Date());
  await seedPartners(db, new Date());
  const { rows: states } = await sql`select day_status, count(*)::int from partner_day group by 1 order by 1`.execute(
    db,
  );
  expect(states).toEqual([
    { dayStatus: 'CONFIRMED', count: 12 },
    { dayStatus: 'OPEN', count: 9 },
    { dayStatus: 'PAID', count: 21 },
  ]);
});
