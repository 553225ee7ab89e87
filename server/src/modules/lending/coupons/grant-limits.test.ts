import { randomUUID } from 'node:crypto';
import { coupon, DRY_RUN_HEADER, imports, job, SEEN_HEADER, serviceCoupon } from '@kituo/sdk/contracts';
import { type RawBuilder, sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { addPerson, createTestApp, type TestApp } from '../../../../testing/test-app.ts';
import { as, listOf, type Person } from '../../../../testing/test-calls.ts';
import { createLogger } from '../../platform/health/index.ts';
import { startJobWorker } from '../../platform/jobs/index.ts';
import { moveTemplate, saveTemplate } from './index.ts';

const merchantNo = 'M0001';
const PHONES = [1, 2, 3, 4, 5].map((no) => `25474450000${no}`);
const PAGES = ['OperationSystem/CouponCodeManagement', 'CustomerServiceSystem/CustomerServiceCouponConfig'].map(
  (page) => `/AdminContent/${page}`,
);
let app: TestApp;
let maker: Person;
let checker: Person;
let stop: () => Promise<void>;
let limited: string;
let free: string;

beforeAll(async () => {
  app = await createTestApp({ content: 'seeded' });
  const { db } = app.database;
  const codes = ['operation:coupon:grant', 'operation:couponConfig:audit', 'customerService:coupon:config'];
  const userNos: string[] = [];
  for (const name of ['grant.maker', 'grant.checker']) {
    const { userNo } = await addPerson(app.database, name, { codes, pages: PAGES });
    await db.insertInto('userMerchant').values({ userNo, merchantNo }).execute();
    userNos.push(userNo);
  }
  const [makerNo = '', checkerNo = ''] = userNos;
  for (const phone of PHONES) {
    const customer = { merchantNo, customerName: 'Njeri Coupon', phone, idCardNo: '34567891' };
    await db.insertInto('customer').values(customer).execute();
  }
  const template = async (couponContent: string) =>
    await db.transaction().execute(async (tx) => {
      const what = {
        couponContent,
        couponType: 'DISCOUNT',
        amountCents: 10_000,
        validityDays: 7,
        useRule: {},
      } as const;
      const no = await saveTemplate(tx, { ...what, merchantNo }, { userNo: makerNo, scope: 'all' });
      await moveTemplate(tx, no, 'approve', { userNo: checkerNo, scope: 'all', at: new Date() });
      return no;
    });
  [limited, free] = [await template('Limited'), await template('Free')];
  [maker, checker] = [await as(app, 'grant.maker'), await as(app, 'grant.checker')];
  stop = await startJobWorker({ db, services: app.services, log: createLogger('silent') });
});
afterAll(async () => {
  await stop();
  await app[Symbol.asyncDispose]();
});

const grant = (couponTemplateNo: string, phones: string[]) => ({ couponTemplateNo, phones, reason: 'Apology' });

it('grants within the limits of the coupon’s setting in customer service, from its approval on', async () => {
  const limits = { perSendLimit: 1, perDayLimit: 4, perApplicationLimit: 3 };
  const setting = { couponTemplateNo: limited, couponContent: 'Sorry', ...limits };
  const { configNo } = await maker.call(serviceCoupon.configSave, setting);
  // A setting that nobody approved binds nobody.
  await maker.call(coupon.couponGrant, grant(free, PHONES));
  await checker.call(serviceCoupon.configApprove, { configNo });
  expect((await maker.post(coupon.couponGrant, grant(limited, PHONES))).data).toMatchObject({
    error: 'COUPON_LIMIT',
    fields: [{ field: 'phones' }],
    facts: { most: 3 },
  });
  const { couponApplicationNo } = await maker.call(coupon.couponGrant, grant(limited, PHONES.slice(0, 3)));
  expect((await maker.post(coupon.couponGrant, grant(limited, PHONES.slice(0, 2)))).data).toMatchObject({
    error: 'COUPON_DAY_LIMIT',
    fields: [{ field: 'phones' }],
    facts: { left: 1 },
  });
  // A rejected application gives its share of the day back.
  await checker.call(coupon.couponAudit, { couponApplicationNo, isApproved: false, reason: 'Twice' });
  await maker.call(coupon.couponGrant, grant(limited, PHONES.slice(0, 2)));
  await maker.call(coupon.couponGrant, grant(free, PHONES));
});

it('grants by a file: one application a coupon, day and reason, rows over a limit refused beside their reason', async () => {
  const row = (couponTemplateNo: string, phone: string | undefined, reason = 'By file') => ({
    couponTemplateNo,
    phone: phone ?? '',
    effectiveOn: '',
    reason,
  });
  const rows = [
    row(free, PHONES[0]),
    row(free, PHONES[1]),
    row(free, '254799999999'),
    row(limited, PHONES[0]),
    row(limited, PHONES[1]),
    // Two of the day’s four were granted above.
    row(limited, PHONES[2]),
    row('CT999999999', PHONES[3]),
  ];
  const { data } = await maker.post(imports.apply, { kind: 'coupon.import', rows });
  const read = async () => await maker.call(job.detail, { jobNo: data.jobNo });
  await expect.poll(async () => (await read()).jobStatus, { timeout: 20_000 }).toBe('PARTIAL_SUCCESS');
  const items = await app.database.db
    .selectFrom('jobItem')
    .select(['itemNo', 'itemStatus', 'field', 'reason'])
    .where('jobNo', '=', data.jobNo)
    .orderBy('itemNo')
    .execute();
  const failed = items.filter(({ itemStatus }) => itemStatus === 'FAILURE');
  expect(failed.map(({ itemNo, field }) => [itemNo - (items[0]?.itemNo ?? 0), field])).toEqual([
    [2, 'phone'],
    [5, 'phone'],
    [6, 'couponTemplateNo'],
  ]);
  for (const { reason } of failed) expect(reason).not.toBe('');
  const { rows: asked } = await checker.call(coupon.applicationPage, listOf({ applicationStatus: 'PENDING' }));
  const listed = asked.filter(({ reason }) => reason === 'By file');
  expect(listed.map(({ couponTemplateNo, customers }) => [couponTemplateNo, customers]).toSorted()).toEqual(
    [
      [limited, 2],
      [free, 2],
    ].toSorted(),
  );
  const ofFree = listed.find(({ couponTemplateNo }) => couponTemplateNo === free);
  const decision = { couponApplicationNo: ofFree?.couponApplicationNo ?? '', isApproved: true };
  expect((await maker.refusalOf(coupon.couponAudit, decision)).error).toBe('MAKER_IS_CHECKER');
  // A row of the file that comes after somebody looked is not agreed to with the rest.
  const { db } = app.database;
  const { data: looked } = await checker.post(coupon.couponAudit, decision, randomUUID(), { [DRY_RUN_HEADER]: '1' });
  const joins = async (numbers: RawBuilder<string[]>) =>
    await db
      .updateTable('couponApplication')
      .set({ customerNos: numbers })
      .where('couponApplicationNo', '=', decision.couponApplicationNo)
      .execute();
  await joins(sql<string[]>`customer_nos || array[(select min(customer_no) from customer)]`);
  const seen = { [SEEN_HEADER]: z.object({ seen: z.string() }).parse(looked).seen };
  expect((await checker.post(coupon.couponAudit, decision, randomUUID(), seen)).data).toMatchObject({
    error: 'STATE_MOVED',
  });
  await joins(sql<string[]>`customer_nos[1:2]`);
  expect((await checker.call(coupon.couponAudit, decision)).issued).toBe(2);
});
