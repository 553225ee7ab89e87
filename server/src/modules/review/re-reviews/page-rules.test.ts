import { type Endpoint, reReview } from '@kituo/sdk/contracts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestApp, type TestApp } from '../../../../testing/test-app.ts';
import { as, listOf } from '../../../../testing/test-calls.ts';
import { narrowable } from '../../staff/menus/testing/narrowed.ts';
import { makeProduct } from '../../lending/orders/testing/lend.ts';
import { refusedOrder } from '../../lending/orders/testing/review.ts';
import { expectRefusal } from '../../payments/payments/testing/every-row.ts';
import { businessDateOf } from '../../platform/policy/index.ts';

const RULES = {
  enabled: true,
  dailySubmitLimit: 9,
  perPersonLimit: 9,
  sources: ['REFUSED'],
  refuseCodes: [],
  minDays: 0,
  maxDays: 30,
  targetStatus: 'TO_ALLOCATE',
};
let app: TestApp;
beforeAll(async () => {
  app = await createTestApp({ content: 'seeded' });
});
afterAll(async () => await app[Symbol.asyncDispose]());

it('keeps to the rules of its pages: orders, submitters, figures and rules of another merchant are not there', async () => {
  const { db } = app.database;
  const [lead, admin] = [await as(app, 'wambui.gitau'), await as(app, 'admin')];
  const today = businessDateOf(new Date());
  const form = { merchantNo: 'M0001', rules: RULES, effectiveFrom: today, reason: 'Second looks' };
  const { configNo, version } = (await lead.post(reReview.configSave, form)).data.next;
  const waiting = { merchantNo: 'M0001', configNo, version };
  expect((await admin.post(reReview.configApprove, waiting)).code).toBe(0);
  const order = { productNo: await makeProduct(db), refuseCode: 'R01', byUserNo: 'U000002' };
  const [first, orderNo] = [await refusedOrder(db, order), await refusedOrder(db, order)];
  const request = { applyReason: 'New papers', attachIds: [] };
  expect((await lead.post(reReview.apply, { ...request, orderNo: first })).code).toBe(0);
  const { person, narrow } = await narrowable(app, 'again.narrow', 'M0002', {
    codes: ['page', 'apply', 'config'].map((code) => `audit:orderReview:${code}`),
    pages: [reReview.RE_REVIEW_PAGE, reReview.RE_REVIEW_CONFIG_PAGE],
  });
  const merchants = (rows: { merchantNo: string }[]) => rows.filter(({ merchantNo }) => merchantNo === 'M0001').length;
  const seen = async () => ({
    eligible: (await person.post(reReview.page, listOf({ orderNo }))).data.rows.length,
    submitted: (await person.post(reReview.page, listOf({ tab: 'SUBMITTED', orderNo: first }))).data.rows.length,
    submitters: (await person.get(reReview.applicants)).data.length,
    outcomes: (await person.get(reReview.outcomes)).data.length,
    quotas: merchants((await person.get(reReview.quota)).data),
    rules: merchants((await person.post(reReview.configPage, listOf({}))).data.rows),
    fits: (await person.post(reReview.check, { orderNos: [orderNo] })).data.fitting,
  });
  expect(await seen()).toEqual({ eligible: 1, submitted: 1, submitters: 1, outcomes: 1, quotas: 1, rules: 1, fits: 1 });
  await narrow();
  expect(await seen()).toEqual({ eligible: 0, submitted: 0, submitters: 0, outcomes: 0, quotas: 0, rules: 0, fits: 0 });
  const refused = (error: string, to: Endpoint, asked: object) =>
    expectRefusal(db, ['re_review', 'config_version'], error, () => person.post(to, asked));
  await refused('ORDER_NOT_FOUND', reReview.apply, { ...request, orderNo });
  await refused('NOT_FOUND', reReview.configSave, form);
  await refused('NOT_FOUND', reReview.configCopy, {
    fromMerchantNo: 'M0001',
    merchantNos: ['M0002'],
    effectiveFrom: today,
    reason: 'Alike',
  });
});
