import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addPerson } from '../../../../testing/test-app.ts';
import { as } from '../../../../testing/test-calls.ts';
import { allocateOrder, disburseOrder, orderMachine, takeApplication } from '../../lending/orders/index.ts';
import { makeProduct } from '../../lending/orders/testing/lend.ts';
import { refuseUnlisted } from '../../payments/payments/testing/unlisted-pairs.ts';
import { endIdleReviews } from './index.ts';
import { openReviewDesk, path, type ReviewDesk, RIGHTS } from './testing/review-desk.ts';

let desk: ReviewDesk;
beforeAll(async () => {
  desk = await openReviewDesk();
});
afterAll(() => desk.app[Symbol.asyncDispose]());

describe('opening a review', () => {
  it('gives the lease to its holder alone and tells others who has it', async () => {
    const { orderNo } = await desk.underReview();
    const { data, code } = await desk.reviewer.post(path('open', orderNo), {});
    expect(code).toBe(0);
    expect(data.bounds).toEqual({
      loanAmountCents: 1_000_000,
      productMaximumCents: 5_000_000,
      merchantMinimumCents: null,
      merchantMaximumCents: null,
      remainingCreditCents: null,
      maximumCents: 5_000_000,
    });
    expect(data.payee.account).toMatch(/^25\*+\d{3}$/);
    expect((await desk.statusOf(orderNo)).openedAt).not.toBeNull();
    const refused = await desk.other.post(path('open', orderNo), {});
    expect(refused.data).toMatchObject({
      error: 'REVIEW_TAKEN_OVER',
      facts: { who: 'first.reviewer' },
    });
  });

  it('goes back automatically when nobody does anything, and the draft stays for the next as a note', async () => {
    const { orderNo } = await desk.underReview();
    await desk.reviewer.post(path('open', orderNo), {});
    const content = { auditResult: 'REFUSE', remark: 'Not sure of the employer' };
    expect((await desk.reviewer.post(path('draft', orderNo), { content })).code).toBe(0);
    const later = new Date(Date.now() + 31 * 60_000);
    expect(await endIdleReviews(desk.app.database.db, later)).toBeGreaterThan(0);
    expect(await desk.statusOf(orderNo)).toMatchObject({
      orderStatus: 'TO_ALLOCATE',
      auditorUserNo: null,
    });
    const late = await desk.reviewer.post(path('audit', orderNo), await desk.refusal(orderNo));
    expect(late.data.error).toBe('LEASE_ENDED');
    await desk.app.database.db
      .transaction()
      .execute((tx) => allocateOrder(tx, orderNo, desk.userNos['second.reviewer'] ?? ''));
    expect((await desk.reviewer.post(path('draft', orderNo), { content })).data.error).toBe('REVIEW_TAKEN_OVER');
    const { data } = await desk.other.post(path('open', orderNo), {});
    expect(data.draft).toBeNull();
    expect(data.leftBehind).toMatchObject({ byName: 'first.reviewer', content });
  });
});

describe('passing', () => {
  it('reserves credit, keeps the answers and waits to be sent where there is no gateway', async () => {
    const { orderNo } = await desk.underReview();
    await desk.reviewer.post(path('open', orderNo), {});
    const { data, code } = await desk.reviewer.post(path('audit', orderNo), await desk.pass(orderNo));
    expect(code).toBe(0);
    expect(data).toMatchObject({
      orderStatus: 'PENDING_DISBURSEMENT',
      waitsFor: null,
      isSent: false,
    });
    expect(await desk.statusOf(orderNo)).toMatchObject({ approvedCents: 1_000_000 });
    const record = await desk.reviewer.get(path('record', orderNo));
    expect(record.data.records[0]).toMatchObject({
      auditResult: 'PASS',
      auditorName: 'first.reviewer',
    });
    expect(record.data.rounds[0].steps.length).toBeGreaterThan(0);
  });

  it('is one decision from two tabs, with one answer', async () => {
    const { orderNo } = await desk.underReview();
    const form = await desk.pass(orderNo);
    const [one, two] = await Promise.all([
      desk.reviewer.post(path('audit', orderNo), form),
      desk.reviewer.post(path('audit', orderNo), form),
    ]);
    expect([one.code, two.code]).toEqual([0, 0]);
    expect(two.data.reviewNo).toBe(one.data.reviewNo);
    const otherwise = await desk.reviewer.post(path('audit', orderNo), await desk.refusal(orderNo));
    expect(otherwise.data).toMatchObject({
      error: 'ALREADY_DECIDED',
      facts: { who: 'first.reviewer' },
    });
  });

  it.each([
    ['no amount', { approvedAmountCents: undefined }, 'approvedAmountCents', 'All options must be filled'],
    ['parts of a shilling', { approvedAmountCents: 100_050 }, 'approvedAmountCents', 'Whole shillings only'],
    ['no word on the card', { changeBankCard: undefined }, 'changeBankCard', 'All options must be filled'],
    ['no word on the payout type', { changePayoutType: undefined }, 'changePayoutType', 'All options must be filled'],
    ['an unanswered step', { steps: [] }, 'steps.0', 'All options must be filled'],
    ['a change without an account', { changeBankCard: true }, 'payee', 'All options must be filled'],
  ])('is refused beside the field: %s', async (_what, more, field, msg) => {
    const { orderNo } = await desk.underReview();
    const { data } = await desk.reviewer.post(path('audit', orderNo), await desk.pass(orderNo, more));
    expect(data.error).toBe('BAD_REQUEST');
    expect(data.fields).toContainEqual({ field, msg });
    expect((await desk.statusOf(orderNo)).orderStatus).toBe('PENDING_REVIEW');
  });

  it('stays within product and credit, above zero, and with one face', async () => {
    const { orderNo, customerNo } = await desk.underReview();
    const tooMuch = await desk.reviewer.post(
      path('audit', orderNo),
      await desk.pass(orderNo, { approvedAmountCents: 5_000_100 }),
    );
    expect(tooMuch.msg).toBe('The approved amount must be above 0 and at most KES 50,000.00');
    const nothing = await desk.reviewer.post(
      path('audit', orderNo),
      await desk.pass(orderNo, { approvedAmountCents: 0 }),
    );
    expect(nothing.data.error).toBe('APPROVED_OUT_OF_BOUNDS');
    await desk.app.database.db
      .insertInto('customerCredit')
      .values({ customerNo, creditType: 'REVOLVING', limitCents: 600_050, creditStatus: 'GRANTED' })
      .execute();
    const aboveCredit = await desk.reviewer.post(path('audit', orderNo), await desk.pass(orderNo));
    expect(aboveCredit.msg).toBe('The approved amount must be above 0 and at most KES 6,000.00');
    const face = { approvedAmountCents: 600_000, faceConsistency: 'INCONSISTENT' };
    const faces = await desk.reviewer.post(path('audit', orderNo), await desk.pass(orderNo, face));
    expect(faces.data.error).toBe('FACE_INCONSISTENT');
    const fits = await desk.reviewer.post(
      path('audit', orderNo),
      await desk.pass(orderNo, { approvedAmountCents: 600_000 }),
    );
    expect(fits.code).toBe(0);
    const entry = await desk.reviewer.get(path('entry', orderNo));
    expect(entry.data.details.credit.remainingCents).toBe(50);
  });

  it('takes no more than the form holds, and nobody without the right or of another merchant', async () => {
    const { orderNo } = await desk.underReview();
    const form = await desk.pass(orderNo, { reviewerUserNo: 'U000001' });
    expect((await desk.reviewer.post(path('audit', orderNo), form)).data.error).toBe('BAD_REQUEST');
    const reader = await desk.person('just.reader', []);
    expect((await reader.post(path('audit', orderNo), await desk.pass(orderNo))).status).toBe(403);
    const stranger = await addPerson(desk.app.database, 'far.reviewer', { codes: RIGHTS });
    await desk.app.database.db
      .insertInto('userMerchant')
      .values({ userNo: stranger.userNo, merchantNo: 'M0002' })
      .execute();
    const far = await as(desk.app, 'far.reviewer');
    expect((await far.post(path('audit', orderNo), await desk.pass(orderNo))).data.error).toBe('ORDER_NOT_FOUND');
    expect((await far.get(path('entry', orderNo))).data.error).toBe('ORDER_NOT_FOUND');
  });
});

describe('refusing and returning', () => {
  it('refuses for good, and the days of the code begin', async () => {
    const { orderNo, customerNo, phone, name } = await desk.underReview();
    const blank = await desk.reviewer.post(path('audit', orderNo), await desk.refusal(orderNo, { remark: '  ' }));
    expect(blank.data.fields).toContainEqual({ field: 'remark', msg: 'Content cannot be blank' });
    const group = await desk.reviewer.post(
      path('audit', orderNo),
      await desk.refusal(orderNo, { refuseCode: 'CAPACITY' }),
    );
    expect(group.data.error).toBe('REFERENCE_UNKNOWN');
    const { data } = await desk.reviewer.post(path('audit', orderNo), await desk.refusal(orderNo));
    expect(data.orderStatus).toBe('REFUSED');
    expect((await desk.statusOf(orderNo)).coolOffUntil).not.toBeNull();
    const again = desk.app.database.db
      .transaction()
      .execute((tx) =>
        takeApplication(tx, { customerNo, productNo: desk.productNo, appliedCents: 1_000_000, payee: { phone, name } }),
      );
    await expect(again).rejects.toMatchObject({ error: 'COOLING_OFF' });
  });

  it('returns to the customer for the configured days', async () => {
    const { orderNo } = await desk.underReview();
    const { auditResult: _result, ...form } = await desk.refusal(orderNo, { changeBankCard: true });
    const { data } = await desk.reviewer.post(path('reject', orderNo), form);
    expect(data).toMatchObject({ orderStatus: 'RETURNED', auditResult: 'REJECT' });
    const entry = await desk.reviewer.get(path('entry', orderNo));
    const days = (Date.parse(entry.data.header.returnedUntil) - Date.now()) / 86_400_000;
    expect(Math.round(days)).toBe(7);
  });
});

it('decides an order under review alone, and else moves no row', async () => {
  const { db } = desk.app.database;
  const { orderNo } = await desk.underReview();
  const [passing, refusing] = [await desk.pass(orderNo), await desk.refusal(orderNo)];
  const { auditResult: _result, ...returning } = refusing;
  const send = (name: string, form: object) => () => desk.reviewer.post(path(name, orderNo), form);
  const refused = await refuseUnlisted({
    db,
    machine: orderMachine,
    tables: ['order_allotment', 'order_review_draft', 'change_request'],
    put: async (orderStatus) =>
      await db.updateTable('loanOrder').set({ orderStatus }).where('orderNo', '=', orderNo).execute(),
    commands: {
      pass: { gives: ['pass'], call: send('audit', passing) },
      refuse: { gives: ['refuse'], call: send('audit', refusing) },
      reject: { gives: ['reject'], call: send('reject', returning) },
    },
  });
  expect(refused).toBe(33);
});
describe('an AI employee', () => {
  it('proposes, and a person confirms', async () => {
    await desk.app.database.db
      .insertInto('personnel')
      .values({
        personnelKind: 'AUDITOR',
        userNo: desk.userNos['second.reviewer'] ?? '',
        isAiEmployee: true,
      })
      .execute();
    const { orderNo } = await desk.underReview('second.reviewer');
    const { data } = await desk.other.post(path('audit', orderNo), await desk.pass(orderNo));
    expect(data).toMatchObject({ orderStatus: 'TO_ALLOCATE', waitsFor: 'A_PERSON' });
    await desk.app.database.db
      .transaction()
      .execute((tx) => allocateOrder(tx, orderNo, desk.userNos['first.reviewer'] ?? ''));
    const panel = await desk.reviewer.post(path('open', orderNo), {});
    expect(panel.data.proposal).toMatchObject({ auditResult: 'PASS', byName: 'second.reviewer' });
    expect((await desk.reviewer.post(path('audit', orderNo), await desk.pass(orderNo))).data.orderStatus).toBe(
      'PENDING_DISBURSEMENT',
    );
  });
});

it('refuses an amount whose payout after fees is no whole shillings, and names the nearest that are', async () => {
  // 5 % and 2 % with 20 % excise of both: 8.4 %.
  const upfront = await makeProduct(desk.app.database.db, { feeTiming: 'UPFRONT' });
  const { orderNo } = await desk.underReview('first.reviewer', 1_000_000, upfront);
  const { data } = await desk.reviewer.post(
    path('audit', orderNo),
    await desk.pass(orderNo, { approvedAmountCents: 1_000_100 }),
  );
  expect(data).toMatchObject({ error: 'NET_NOT_PAYABLE', facts: { net: '9160.92' } });
  expect(await desk.statusOf(orderNo)).toMatchObject({ orderStatus: 'PENDING_REVIEW' });
  const nearest = String(data.facts.nearestCents).split(', ').map(Number);
  expect(nearest).toContain(1_000_000);
  const [approvedAmountCents] = nearest;
  expect(
    (await desk.reviewer.post(path('audit', orderNo), await desk.pass(orderNo, { approvedAmountCents }))).code,
  ).toBe(0);
  const order = await desk.statusOf(orderNo);
  expect(order.approvedCents).toBe(approvedAmountCents);
  const by = { makerUserNo: desk.userNos['first.reviewer'] ?? '', checkerUserNo: desk.userNos['payout.checker'] ?? '' };
  await desk.app.database.db.transaction().execute(async (tx) => {
    if (order.orderStatus === 'PENDING_DISBURSEMENT') await disburseOrder(tx, orderNo, by);
  });
});
