import { feedback, home, job, serviceCoupon } from '@kituo/sdk/contracts';
import { createLogger } from '../../platform/health/index.ts';
import { startJobWorker } from '../../platform/jobs/index.ts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { addPerson, createTestApp, type TestApp } from '../../../../testing/test-app.ts';
import { attachCertificate } from '../../../../testing/test-attachments.ts';
import { as, listOf, type Person } from '../../../../testing/test-calls.ts';
import { moveTemplate, saveTemplate } from './index.ts';

let app: TestApp;
let agent: Person;
let lead: Person;
let other: Person;
let elsewhere: Person;
let merchantNo: string;
let couponTemplateNo: string;
const phones = ['254744400001', '254744400002', '254744400003'];
const CODES = ['apply', 'audit', 'config'].map((action) => `customerService:coupon:${action}`);
const PAGES = [
  'CustomerServiceCouponConfig',
  'CustomerServiceCouponAudit',
  'MyCustomerServiceCouponApply',
  'CustomerFeedback',
].map((page) => `/AdminContent/CustomerServiceSystem/${page}`);
const { configSave, configApprove, submit, approve, reject, own, toAudit } = serviceCoupon;

beforeAll(async () => {
  app = await createTestApp({ content: 'seeded' });
  const { db } = app.database;
  ({ merchantNo } = await db
    .selectFrom('merchant')
    .select('merchantNo')
    .orderBy('merchantNo')
    .limit(1)
    .executeTakeFirstOrThrow());
  const userNos: string[] = [];
  for (const name of ['sc.agent', 'sc.lead', 'sc.other', 'sc.elsewhere']) {
    const { userNo } = await addPerson(app.database, name, { codes: CODES, pages: PAGES, dailyRevealBudget: 20 });
    userNos.push(userNo);
    if (name !== 'sc.elsewhere') await db.insertInto('userMerchant').values({ userNo, merchantNo }).execute();
  }
  const [maker = '', checker = ''] = userNos;
  const certificate = { attachmentNo: 'AT000001', subjectType: 'serviceVoucher', subjectNo: merchantNo, userNo: maker };
  await attachCertificate(db, certificate);
  for (const phone of phones) {
    const customer = { merchantNo, customerName: 'Njeri Coupon', phone, idCardNo: '34567891' };
    await db.insertInto('customer').values(customer).execute();
  }
  couponTemplateNo = await db.transaction().execute(async (tx) => {
    const what = { couponContent: 'KES 100 off', couponType: 'DISCOUNT', amountCents: 10_000 } as const;
    const no = await saveTemplate(
      tx,
      { ...what, merchantNo, validityDays: 7, useRule: {} },
      { userNo: maker, scope: 'all' },
    );
    await moveTemplate(tx, no, 'approve', { userNo: checker, scope: 'all', at: new Date() });
    return no;
  });
  [agent, lead] = [await as(app, 'sc.agent'), await as(app, 'sc.lead')];
  [other, elsewhere] = [await as(app, 'sc.other'), await as(app, 'sc.elsewhere')];
});
afterAll(async () => await app[Symbol.asyncDispose]());

it('takes two people to offer a coupon, keeps to its limits, and issues what a third agrees to', async () => {
  const limits = { perSendLimit: 2, perDayLimit: 5, perApplicationLimit: 2 };
  const form = { couponTemplateNo, couponContent: 'Sorry', ...limits };
  const tooMany = await lead.post(configSave.path, { ...form, perSendLimit: 6 });
  expect(tooMany.data.fields).toMatchObject([{ field: 'perSendLimit' }]);
  expect((await elsewhere.post(configSave.path, form)).data.error).toBe('COUPON_TEMPLATE_NOT_FOUND');
  const { configNo } = (await lead.post(configSave.path, form)).data;
  expect((await lead.post(configSave.path, form)).data.error).toBe('COUPON_CONFIG_EXISTS');
  const asked = { configNo, phones: [phones[0]], quantity: 2, reason: 'Charged twice', voucherIds: ['AT000001'] };
  expect((await agent.post(submit.path, asked)).data.error).toBe('COUPON_CONFIG_OFF');
  expect((await lead.post(configApprove.path, { configNo })).data.error).toBe('MAKER_IS_CHECKER');
  expect((await other.post(configApprove.path, { configNo })).data.configStatus).toBe('ENABLED');

  expect((await agent.post(submit.path, { ...asked, voucherIds: [] })).data.fields).toMatchObject([
    { field: 'voucherIds', msg: 'Certificate (voucher) cannot be empty' },
  ]);
  expect((await agent.post(submit.path, { ...asked, voucherIds: ['AT999999'] })).data.error).toBe(
    'ATTACHMENT_NOT_FOUND',
  );
  expect((await agent.post(submit.path, { ...asked, quantity: 3 })).data).toMatchObject({
    error: 'COUPON_LIMIT',
    facts: { most: 2 },
  });
  expect((await agent.post(submit.path, { ...asked, phones })).data.error).toBe('COUPON_LIMIT');
  const { couponApplicationNo } = (await agent.post(submit.path, asked)).data;
  const both = await Promise.all([1, 2].map(async () => await agent.post(submit.path, asked)));
  expect(both.map(({ code }) => code === 0).sort()).toEqual([false, true]);
  expect(both.find(({ code }) => code !== 0)?.data).toMatchObject({ error: 'COUPON_DAY_LIMIT', facts: { left: 1 } });
  const second = both.find(({ code }) => code === 0)?.data.couponApplicationNo;

  expect((await agent.post(approve.path, { couponApplicationNo })).data.error).toBe('MAKER_IS_CHECKER');
  expect((await elsewhere.post(approve.path, { couponApplicationNo })).data.error).toBe('COUPON_APPLICATION_NOT_FOUND');
  expect((await lead.post(approve.path, { couponApplicationNo })).data).toMatchObject({ issued: 2 });
  expect((await lead.post(approve.path, { couponApplicationNo })).data.error).toBe('ILLEGAL_TRANSITION');
  const left = async () => (await agent.get(serviceCoupon.remaining)).data.map((one: { left: number }) => one.left);
  expect(await left()).toEqual([1]);
  await lead.post(reject.path, { couponApplicationNo: second, reason: 'Twice' });
  expect(await left()).toEqual([3]);

  const mine = await agent.post(own.page.path, listOf());
  expect(mine.data.rows).toMatchObject([
    { applicationStatus: 'REJECTED', couponNo: null, allowedActions: ['again', 'read'] },
    {
      couponApplicationNo,
      applicationStatus: 'APPROVED',
      issuedCount: 2,
      totalCents: 20_000,
      allowedActions: ['read'],
    },
  ]);
  expect(mine.data.rows[0].phone).not.toBe(phones[0]);
  expect(mine.data.rows[1]).toMatchObject({ couponNo: expect.any(String), couponStatus: 'AVAILABLE' });
  const [rejected = '', approved = ''] = mine.data.rows.map(
    (row: { couponApplicationNo: string }) => row.couponApplicationNo,
  );
  const found = async (filters: object) =>
    (await lead.post(toAudit.page.path, listOf(filters))).data.rows.map(
      (row: { couponApplicationNo: string }) => row.couponApplicationNo,
    );
  expect(await found({ phone: phones[0] })).toEqual(expect.arrayContaining([rejected, approved]));
  expect(await found({ phone: phones[1] })).toEqual([]);
  const [applicant] = await lead.call(serviceCoupon.applicants, {});
  expect(applicant?.label).toBe('sc.agent');
  expect(await found({ applicantUserNo: applicant?.value })).toHaveLength(2);
  expect((await lead.post(own.page.path, listOf())).data.rows).toEqual([]);
  expect((await lead.post(toAudit.page.path, listOf())).data.total).toBe(2);
  const one = await lead.get(toAudit.detail.path.replace('{couponApplicationNo}', couponApplicationNo));
  expect(one.data).toMatchObject({ recentCoupons: 0, coupons: [{ couponStatus: 'AVAILABLE' }, {}] });
  const strangers = { configNo, phones: ['254744499999', phones[1]] };
  expect((await agent.post(serviceCoupon.checkPhones, strangers)).data).toMatchObject({
    found: [{ customerName: 'Nj********on' }],
    unknown: [expect.stringMatching(/999$/)],
  });
});

it('decides several by a job, one’s own refused one by one', async () => {
  const { db } = app.database;
  const stop = await startJobWorker({ db, services: app.services, log: createLogger('silent') });
  try {
    const { configNo } = await db.selectFrom('serviceCouponConfig').select('configNo').executeTakeFirstOrThrow();
    const asked = { configNo, quantity: 1, reason: 'Charged twice', voucherIds: ['AT000001'] };
    const theirs = (await agent.post(submit.path, { ...asked, phones: [phones[1]] })).data.couponApplicationNo;
    const mine = (await lead.post(submit.path, { ...asked, phones: [phones[2]] })).data.couponApplicationNo;
    const ended = async (jobNo: string, who: Person) => {
      const request = { filters: {}, page: 1, pageSize: 20, sort: null } as const;
      const one = async () => (await who.call(job.page, request)).rows.find((row) => row.jobNo === jobNo)?.jobStatus;
      await expect.poll(one, { timeout: 20_000 }).toBe('PARTIAL_SUCCESS');
    };
    await ended((await lead.call(serviceCoupon.approveMany, { couponApplicationNos: [theirs, mine] })).jobNo, lead);
    const status = async (couponApplicationNo: string) =>
      (await lead.post(toAudit.page.path, listOf({ couponApplicationNo }))).data.rows[0]?.applicationStatus;
    expect([await status(theirs), await status(mine)]).toEqual(['APPROVED', 'PENDING']);
    const rejection = { couponApplicationNos: [theirs, mine], reason: 'Not needed' };
    await ended((await other.call(serviceCoupon.rejectMany, rejection)).jobNo, other);
    expect([await status(theirs), await status(mine)]).toEqual(['APPROVED', 'REJECTED']);
  } finally {
    await stop();
  }
});

it('tells nobody whose numbers they are by what it refuses', async () => {
  const { db } = app.database;
  const { userNo } = await addPerson(app.database, 'sc.blind', { codes: CODES, pages: PAGES });
  await db.insertInto('userMerchant').values({ userNo, merchantNo }).execute();
  const blind = await as(app, 'sc.blind');
  const { configNo } = await db.selectFrom('serviceCouponConfig').select('configNo').executeTakeFirstOrThrow();
  for (const phone of [phones[0], '254744499999']) {
    const asked = { configNo, phones: [phone], quantity: 1, reason: 'Charged twice', voucherIds: ['AT000001'] };
    expect((await blind.post(submit.path, asked)).data.error).toBe('REVEAL_BUDGET');
  }
});

it('changes limits by a version that another person approves; coupons asked for count on', async () => {
  const { configs, configDetail, configDisable, configEnable } = serviceCoupon;
  const inForce = async () =>
    (await lead.call(configs, listOf({ configStatus: 'ENABLED' }))).rows.find(
      (one) => one.couponTemplateNo === couponTemplateNo,
    );
  const before = await inForce();
  if (before === undefined) throw new Error('no setting in force');
  const { configNo } = before;
  const limits = { perSendLimit: 3, perDayLimit: 9, perApplicationLimit: 3 };
  const next = { configNo, couponTemplateNo, couponContent: 'Sorry again', ...limits };
  const made = await lead.call(configSave, next);
  expect((await lead.refusalOf(configSave, next)).error).toBe('COUPON_CONFIG_EXISTS');
  expect((await inForce())?.configNo).toBe(configNo);
  const asked = before.appliedToday;
  expect((await other.call(configApprove, { configNo: made.configNo })).configStatus).toBe('ENABLED');
  expect(await inForce()).toMatchObject({ configNo: made.configNo, versionNo: 2, ...limits, appliedToday: asked });
  expect((await lead.refusalOf(configEnable, { configNo })).error).toBe('COUPON_CONFIG_OFF');
  const { versions, use } = await lead.call(configDetail, { configNo: made.configNo });
  expect(versions.map(({ versionNo, configStatus }) => [versionNo, configStatus])).toEqual([
    [2, 'ENABLED'],
    [1, 'DISABLED'],
  ]);
  expect(use.issued).toBeGreaterThan(0);
  expect(use).toMatchObject({ used: 0, costCents: 0 });
  const [offer] = (await agent.call(serviceCoupon.remaining, {})).filter((one) => one.configNo === made.configNo);
  expect(offer?.left).toBe(9 - asked);
  await lead.call(configDisable, { configNo: made.configNo });
  await lead.call(configEnable, { configNo: made.configNo });
});

it('issues nothing to a closed account, and the rest once it is open again', async () => {
  const { db } = app.database;
  const [offer] = await agent.call(serviceCoupon.remaining, {});
  const setOpen = async (accountStatus: 'OPEN' | 'CLOSE_PENDING') =>
    await db
      .updateTable('customer')
      .set({ accountStatus })
      .where('phone', '=', phones[1] ?? '')
      .execute();
  const form = { configNo: offer?.configNo ?? '', quantity: 1, reason: 'Long wait', voucherIds: ['AT000001'] };
  const { couponApplicationNo } = await agent.call(submit, { ...form, phones: phones.slice(0, 2) });
  await setOpen('CLOSE_PENDING');
  expect((await lead.call(approve, { couponApplicationNo })).issued).toBe(1);
  const rowOf = async () => (await lead.call(toAudit.page, listOf({ couponApplicationNo }))).rows[0];
  expect(await rowOf()).toMatchObject({ issuedCount: 1, failedCount: 1, allowedActions: ['retryIssue'] });
  const { failures, habits } = await lead.call(toAudit.detail, { couponApplicationNo });
  expect(failures).toMatchObject([{ missing: 1, isClosed: true }]);
  const results = async (filters: object) =>
    (await lead.call(serviceCoupon.issueResults, listOf({ couponApplicationNo, ...filters }))).rows;
  expect(await results({})).toMatchObject([
    { issueStatus: 'NOT_ISSUED', issued: 0, quantity: 1, couponNos: [], isClosed: true },
    { issueStatus: 'ISSUED', issued: 1, couponNos: [expect.stringMatching(/^CN|^C/)], isClosed: false },
  ]);
  expect(await results({ issueStatus: 'NOT_ISSUED' })).toHaveLength(1);
  expect((await elsewhere.call(serviceCoupon.issueResults, listOf({ couponApplicationNo }))).rows).toEqual([]);
  expect(habits.sameCustomers).toBeGreaterThan(0);
  const { retryIssue } = serviceCoupon;
  expect((await lead.refusalOf(retryIssue, { couponApplicationNo })).error).toBe('NOTHING_CHANGES');
  await setOpen('OPEN');
  expect((await agent.refusalOf(retryIssue, { couponApplicationNo })).error).toBe('MAKER_IS_CHECKER');
  expect((await lead.call(retryIssue, { couponApplicationNo })).issued).toBe(1);
  expect(await rowOf()).toMatchObject({ issuedCount: 2, failedCount: 0, allowedActions: [] });
});

it('applies for the customer of a feedback, whose number the agent need not know', async () => {
  const { db } = app.database;
  const { customerNo } = await db
    .selectFrom('customer')
    .select('customerNo')
    .where('phone', '=', phones[2] ?? '')
    .executeTakeFirstOrThrow();
  const { userNo } = await addPerson(app.database, 'sc.writer', { codes: CODES, pages: PAGES });
  const said = { customerNo, source: 'CALL', category: 'CHARGES', severity: 'LOW', content: 'Charged twice' } as const;
  const { feedbackNo } = await db
    .insertInto('feedback')
    .values({ ...said, merchantNo, createdBy: userNo, dueAt: new Date() })
    .returning('feedbackNo')
    .executeTakeFirstOrThrow();
  const [offer] = await agent.call(serviceCoupon.remaining, {});
  const form = { configNo: offer?.configNo ?? '', quantity: 1, reason: 'Charged twice', voucherIds: ['AT000001'] };
  expect((await agent.refusalOf(submit, { ...form, phones: [] })).fields).toEqual(['phones']);
  const unknown = { ...form, phones: [], feedbackNo: 'FB99999999' };
  expect(await agent.refusalOf(submit, unknown)).toMatchObject({
    error: 'FEEDBACK_NOT_FOUND',
    fields: ['feedbackNo'],
  });
  const { couponApplicationNo } = await agent.call(submit, { ...form, phones: [], feedbackNo });
  const [row] = (await lead.call(toAudit.page, listOf({ couponApplicationNo }))).rows;
  expect(row).toMatchObject({ feedbackNo, customerCount: 1 });
  const { coupons } = await lead.call(feedback.one, { feedbackNo });
  expect(coupons).toMatchObject([{ couponApplicationNo, applicationStatus: 'PENDING' }]);
});

it('applies for the customer of a call, and tells the applicant of the decision until it is read', async () => {
  const { db } = app.database;
  const { customerNo } = await db
    .selectFrom('customer')
    .select('customerNo')
    .where('phone', '=', phones[2] ?? '')
    .executeTakeFirstOrThrow();
  const call = { merchantNo, phone: phones[2] ?? '', isMissed: true };
  const { recordNo } = await db
    .insertInto('inCallRecord')
    .values({ ...call, customerNo })
    .returning('recordNo')
    .executeTakeFirstOrThrow();
  const stranger = await db.insertInto('inCallRecord').values(call).returning('recordNo').executeTakeFirstOrThrow();
  const [offer] = await agent.call(serviceCoupon.remaining, {});
  const form = {
    configNo: offer?.configNo ?? '',
    quantity: 1,
    reason: 'Long wait',
    voucherIds: ['AT000001'],
    phones: [],
  };
  expect(await agent.refusalOf(submit, { ...form, recordNo: stranger.recordNo })).toMatchObject({
    error: 'NOT_FOUND',
    fields: ['recordNo'],
  });
  const { couponApplicationNo } = await agent.call(submit, { ...form, recordNo });
  const [row] = (await lead.call(toAudit.page, listOf({ couponApplicationNo }))).rows;
  expect(row).toMatchObject({ recordNo, customerCount: 1 });
  const counted = async () =>
    (await agent.call(home.summary, {})).tiles.find(({ key }) => key === 'serviceCoupons.decided')?.count ?? 0;
  const unread = async () => (await agent.call(own.page, listOf({ isUnread: true }))).total;
  const before = await counted();
  expect((await agent.refusalOf(serviceCoupon.read, { couponApplicationNo })).error).toBe(
    'COUPON_APPLICATION_NOT_FOUND',
  );
  await lead.call(reject, { couponApplicationNo, reason: 'No proof' });
  expect([await counted(), await unread()]).toEqual([before + 1, before + 1]);
  expect((await lead.refusalOf(serviceCoupon.read, { couponApplicationNo })).error).toBe(
    'COUPON_APPLICATION_NOT_FOUND',
  );
  await agent.call(serviceCoupon.read, { couponApplicationNo });
  expect([await counted(), await unread()]).toEqual([before, before]);
  expect((await agent.refusalOf(serviceCoupon.read, { couponApplicationNo })).error).toBe('NOTHING_CHANGES');
});
