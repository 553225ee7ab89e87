import { change, home } from '@kituo/sdk/contracts';
import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addPerson, createTestApp, type TestApp } from '../../../../testing/test-app.ts';
import { as, found, type Person } from '../../../../testing/test-calls.ts';
import { addDays, businessDateOf } from '../../platform/policy/index.ts';
import {
  allocateOrder,
  disburseOrder,
  machineReview,
  orderMachine,
  takeApplication,
} from '../../lending/orders/index.ts';
import { makeProduct } from '../../lending/orders/testing/lend.ts';
import { refuseUnlisted } from '../../payments/payments/testing/unlisted-pairs.ts';
import { readSnapshot, snapshotReviewConfig } from '../review-config/index.ts';
import { endIdleReviews, notifyReturnedLater } from './index.ts';
import { notifyReturned } from './notify-returned.ts';

const RIGHTS = ['audit:order:audit', 'audit:order:update', 'audit:attach:upload'];
let app: TestApp;
let productNo: string;
let reviewer: Person;
let other: Person;
let checker: Person;
const userNos: Record<string, string> = {};

async function person(name: string, codes: readonly string[]): Promise<Person> {
  const { userNo } = await addPerson(app.database, name, { codes });
  await app.database.db.insertInto('userMerchant').values({ userNo, merchantNo: 'M0001' }).execute();
  userNos[name] = userNo;
  return await as(app, name);
}

beforeAll(async () => {
  app = await createTestApp({ content: 'seeded' });
  productNo = await makeProduct(app.database.db);
  reviewer = await person('first.reviewer', RIGHTS);
  other = await person('second.reviewer', RIGHTS);
  checker = await person('payout.checker', [...RIGHTS, 'audit:payoutChange:approve']);
});
afterAll(() => app[Symbol.asyncDispose]());

let customers = 0;

/** A new customer's application under review by somebody. */
async function underReview(of = 'first.reviewer', appliedCents = 1_000_000, product = productNo) {
  customers += 1;
  const { db } = app.database;
  const name = `Wanjiku Test${customers}`;
  const phone = `2547${String(10_000_000 + customers)}`;
  const { customerNo } = await db
    .insertInto('customer')
    .values({
      merchantNo: 'M0001',
      customerName: name,
      phone,
      idCardNo: String(30_000_000 + customers),
    })
    .returning('customerNo')
    .executeTakeFirstOrThrow();
  const orderNo = await db.transaction().execute(async (tx) => {
    const made = await takeApplication(tx, {
      customerNo,
      productNo: product,
      appliedCents,
      payee: { phone, name },
    });
    await machineReview(tx, made, { isPassed: true });
    const order = await allocateOrder(tx, made, userNos[of] ?? '');
    await snapshotReviewConfig(tx, order);
    return made;
  });
  return { orderNo, customerNo, phone, name };
}

/** Every step answered by its first answer. */
async function answered(orderNo: string) {
  const snapshot = await readSnapshot(app.database.db, orderNo);
  return (snapshot?.steps ?? []).map(({ stepName, answers }) => ({
    stepName,
    answer: answers[0] ?? null,
  }));
}

const path = (name: string, orderNo: string) => `loans/audit/detail/${name}/${orderNo}`;

async function pass(orderNo: string, more: object = {}) {
  return {
    auditResult: 'PASS',
    approvedAmountCents: 1_000_000,
    faceConsistency: 'CONSISTENT',
    changeBankCard: false,
    changePayoutType: false,
    remark: '',
    steps: await answered(orderNo),
    ...more,
  };
}
const refusal = async (orderNo: string, more: object = {}) => ({
  auditResult: 'REFUSE',
  faceConsistency: 'CONSISTENT',
  refuseCode: 'R05',
  remark: 'Income does not carry it',
  steps: await answered(orderNo),
  ...more,
});

const statusOf = async (orderNo: string) =>
  await app.database.db
    .selectFrom('loanOrder')
    .select(['orderStatus', 'auditorUserNo', 'leaseEndsAt', 'openedAt', 'approvedCents', 'coolOffUntil'])
    .where('orderNo', '=', orderNo)
    .executeTakeFirstOrThrow();

describe('opening a review', () => {
  it('gives the lease to its holder alone and tells others who has it', async () => {
    const { orderNo } = await underReview();
    const { data, code } = await reviewer.post(path('open', orderNo), {});
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
    expect((await statusOf(orderNo)).openedAt).not.toBeNull();
    const refused = await other.post(path('open', orderNo), {});
    expect(refused.data).toMatchObject({
      error: 'REVIEW_TAKEN_OVER',
      facts: { who: 'first.reviewer' },
    });
  });

  it('goes back automatically when nobody does anything, and the draft stays for the next as a note', async () => {
    const { orderNo } = await underReview();
    await reviewer.post(path('open', orderNo), {});
    const content = { auditResult: 'REFUSE', remark: 'Not sure of the employer' };
    expect((await reviewer.post(path('draft', orderNo), { content })).code).toBe(0);
    const later = new Date(Date.now() + 31 * 60_000);
    expect(await endIdleReviews(app.database.db, later)).toBeGreaterThan(0);
    expect(await statusOf(orderNo)).toMatchObject({
      orderStatus: 'TO_ALLOCATE',
      auditorUserNo: null,
    });
    const late = await reviewer.post(path('audit', orderNo), await refusal(orderNo));
    expect(late.data.error).toBe('LEASE_ENDED');
    await app.database.db.transaction().execute((tx) => allocateOrder(tx, orderNo, userNos['second.reviewer'] ?? ''));
    expect((await reviewer.post(path('draft', orderNo), { content })).data.error).toBe('REVIEW_TAKEN_OVER');
    const { data } = await other.post(path('open', orderNo), {});
    expect(data.draft).toBeNull();
    expect(data.leftBehind).toMatchObject({ byName: 'first.reviewer', content });
  });
});

describe('passing', () => {
  it('reserves credit, keeps the answers and waits to be sent where there is no gateway', async () => {
    const { orderNo } = await underReview();
    await reviewer.post(path('open', orderNo), {});
    const { data, code } = await reviewer.post(path('audit', orderNo), await pass(orderNo));
    expect(code).toBe(0);
    expect(data).toMatchObject({
      orderStatus: 'PENDING_DISBURSEMENT',
      waitsFor: null,
      isSent: false,
    });
    expect(await statusOf(orderNo)).toMatchObject({ approvedCents: 1_000_000 });
    const record = await reviewer.get(path('record', orderNo));
    expect(record.data.records[0]).toMatchObject({
      auditResult: 'PASS',
      auditorName: 'first.reviewer',
    });
    expect(record.data.rounds[0].steps.length).toBeGreaterThan(0);
  });

  it('is one decision from two tabs, with one answer', async () => {
    const { orderNo } = await underReview();
    const form = await pass(orderNo);
    const [one, two] = await Promise.all([
      reviewer.post(path('audit', orderNo), form),
      reviewer.post(path('audit', orderNo), form),
    ]);
    expect([one.code, two.code]).toEqual([0, 0]);
    expect(two.data.reviewNo).toBe(one.data.reviewNo);
    const otherwise = await reviewer.post(path('audit', orderNo), await refusal(orderNo));
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
    const { orderNo } = await underReview();
    const { data } = await reviewer.post(path('audit', orderNo), await pass(orderNo, more));
    expect(data.error).toBe('BAD_REQUEST');
    expect(data.fields).toContainEqual({ field, msg });
    expect((await statusOf(orderNo)).orderStatus).toBe('PENDING_REVIEW');
  });

  it('stays within product and credit, above zero, and with one face', async () => {
    const { orderNo, customerNo } = await underReview();
    const tooMuch = await reviewer.post(
      path('audit', orderNo),
      await pass(orderNo, { approvedAmountCents: 5_000_100 }),
    );
    expect(tooMuch.msg).toBe('The approved amount must be above 0 and at most KES 50,000.00');
    const nothing = await reviewer.post(path('audit', orderNo), await pass(orderNo, { approvedAmountCents: 0 }));
    expect(nothing.data.error).toBe('APPROVED_OUT_OF_BOUNDS');
    await app.database.db
      .insertInto('customerCredit')
      .values({ customerNo, creditType: 'REVOLVING', limitCents: 600_050, creditStatus: 'GRANTED' })
      .execute();
    const aboveCredit = await reviewer.post(path('audit', orderNo), await pass(orderNo));
    expect(aboveCredit.msg).toBe('The approved amount must be above 0 and at most KES 6,000.00');
    const face = { approvedAmountCents: 600_000, faceConsistency: 'INCONSISTENT' };
    const faces = await reviewer.post(path('audit', orderNo), await pass(orderNo, face));
    expect(faces.data.error).toBe('FACE_INCONSISTENT');
    const fits = await reviewer.post(path('audit', orderNo), await pass(orderNo, { approvedAmountCents: 600_000 }));
    expect(fits.code).toBe(0);
    const entry = await reviewer.get(path('entry', orderNo));
    expect(entry.data.details.credit.remainingCents).toBe(50);
  });

  it('takes no more than the form holds, and nobody without the right or of another merchant', async () => {
    const { orderNo } = await underReview();
    const form = await pass(orderNo, { reviewerUserNo: 'U000001' });
    expect((await reviewer.post(path('audit', orderNo), form)).data.error).toBe('BAD_REQUEST');
    const reader = await person('just.reader', []);
    expect((await reader.post(path('audit', orderNo), await pass(orderNo))).status).toBe(403);
    const stranger = await addPerson(app.database, 'far.reviewer', { codes: RIGHTS });
    await app.database.db.insertInto('userMerchant').values({ userNo: stranger.userNo, merchantNo: 'M0002' }).execute();
    const far = await as(app, 'far.reviewer');
    expect((await far.post(path('audit', orderNo), await pass(orderNo))).data.error).toBe('ORDER_NOT_FOUND');
    expect((await far.get(path('entry', orderNo))).data.error).toBe('ORDER_NOT_FOUND');
  });
});

describe('refusing and returning', () => {
  it('refuses for good, and the days of the code begin', async () => {
    const { orderNo, customerNo, phone, name } = await underReview();
    const blank = await reviewer.post(path('audit', orderNo), await refusal(orderNo, { remark: '  ' }));
    expect(blank.data.fields).toContainEqual({ field: 'remark', msg: 'Content cannot be blank' });
    const group = await reviewer.post(path('audit', orderNo), await refusal(orderNo, { refuseCode: 'CAPACITY' }));
    expect(group.data.error).toBe('REFERENCE_UNKNOWN');
    const { data } = await reviewer.post(path('audit', orderNo), await refusal(orderNo));
    expect(data.orderStatus).toBe('REFUSED');
    expect((await statusOf(orderNo)).coolOffUntil).not.toBeNull();
    const again = app.database.db
      .transaction()
      .execute((tx) => takeApplication(tx, { customerNo, productNo, appliedCents: 1_000_000, payee: { phone, name } }));
    await expect(again).rejects.toMatchObject({ error: 'COOLING_OFF' });
  });

  it('returns to the customer for the configured days', async () => {
    const { orderNo } = await underReview();
    const { auditResult: _result, ...form } = await refusal(orderNo, { changeBankCard: true });
    const { data } = await reviewer.post(path('reject', orderNo), form);
    expect(data).toMatchObject({ orderStatus: 'RETURNED', auditResult: 'REJECT' });
    const entry = await reviewer.get(path('entry', orderNo));
    const days = (Date.parse(entry.data.header.returnedUntil) - Date.now()) / 86_400_000;
    expect(Math.round(days)).toBe(7);
  });
});

it('decides an order under review alone, and else moves no row', async () => {
  const { db } = app.database;
  const { orderNo } = await underReview();
  const [passing, refusing] = [await pass(orderNo), await refusal(orderNo)];
  const { auditResult: _result, ...returning } = refusing;
  const send = (name: string, form: object) => () => reviewer.post(path(name, orderNo), form);
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

describe('another payout account', () => {
  async function withEvidence() {
    const order = await underReview();
    const attachmentNo = randomUUID();
    const { db } = app.database;
    await db
      .insertInto('storedFile')
      .values({
        contentHash: 'a'.repeat(64),
        contentType: 'application/pdf',
        sizeBytes: 10,
        md5: 'b'.repeat(32),
      })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
    await db
      .insertInto('attachment')
      .values({
        attachmentNo,
        userNo: userNos['first.reviewer'] ?? '',
        contentHash: 'a'.repeat(64),
        subjectType: 'order',
        subjectNo: order.orderNo,
        fileName: 'mpesa.pdf',
      })
      .execute();
    const payee = {
      payoutType: 'MOBILE_MONEY',
      payoutSubType: 'MPESA',
      accountName: order.name.toUpperCase(),
      phone: '254799000111',
      evidenceAttachId: attachmentNo,
    };
    return { ...order, payee };
  }

  it('waits for somebody else, who confirms it; the reviewer cannot', async () => {
    const { orderNo, payee } = await withEvidence();
    await reviewer.post(path('open', orderNo), {});
    const { data } = await reviewer.post(path('audit', orderNo), await pass(orderNo, { changeBankCard: true, payee }));
    expect(data).toMatchObject({ orderStatus: 'PENDING_REVIEW', waitsFor: 'SECOND_PERSON' });
    expect((await statusOf(orderNo)).leaseEndsAt).toBeNull();
    const { changeNo } = data;
    const blocked = await reviewer.post(path('audit', orderNo), await refusal(orderNo));
    expect(blocked.data.error).toBe('PAYOUT_CHANGE_WAITS');
    await app.database.db
      .insertInto('roleCode')
      .columns(['roleNo', 'code'])
      .expression((eb) =>
        eb
          .selectFrom('userRole')
          .select(['roleNo', eb.val('audit:payoutChange:approve').as('code')])
          .where('userNo', '=', userNos['first.reviewer'] ?? ''),
      )
      .execute();
    const own = await reviewer.post(change.changeFamilies.payoutChange.approve, { changeNo });
    expect(own.data.error).toBe('CHANGE_OWN');
    const page = await checker.post(change.changeFamilies.payoutChange.page, {
      filters: { changeState: 'PENDING' },
      page: 1,
      pageSize: 20,
      sort: null,
    });
    const row = found(page.data.rows.find((each) => each.changeNo === changeNo));
    expect(JSON.stringify(row)).not.toContain(payee.phone);
    expect(row.allowedActions).toEqual(['approve', 'reject']);
    const { data: tile } = await checker.get(home.tile, { key: 'changesPayout' });
    expect(tile).toMatchObject({ count: 1, path: '/AdminContent/OrderDetailAudit/OrderAudit' });
    const approved = await checker.post(change.changeFamilies.payoutChange.approve, { changeNo });
    expect(approved.code).toBe(0);
    expect((await statusOf(orderNo)).orderStatus).toBe('PENDING_DISBURSEMENT');
    const entry = await checker.get(path('entry', orderNo));
    expect(entry.data.details.payee.phone).toBe('25*******111');
  });

  it('goes back to the reviewer with the note, and the lease runs again', async () => {
    const { orderNo, payee } = await withEvidence();
    await reviewer.post(path('open', orderNo), {});
    const { data } = await reviewer.post(path('audit', orderNo), await pass(orderNo, { changeBankCard: true, payee }));
    const back = await checker.post(change.changeFamilies.payoutChange.reject, {
      changeNo: data.changeNo,
      reason: 'The statement is of somebody else',
    });
    expect(back.code).toBe(0);
    const state = await statusOf(orderNo);
    expect(state.orderStatus).toBe('PENDING_REVIEW');
    expect(state.leaseEndsAt).not.toBeNull();
    const panel = await reviewer.post(path('open', orderNo), {});
    expect(panel.data).toMatchObject({ sentBackNote: 'The statement is of somebody else', waitingChangeNo: null });
    expect((await reviewer.post(path('audit', orderNo), await pass(orderNo))).code).toBe(0);
  });

  it('keeps with an answer what shows it, of this order alone', async () => {
    const { orderNo, payee } = await withEvidence();
    const { evidenceAttachId: attachId } = await withEvidence().then(({ payee: other }) => other);
    const form = await pass(orderNo);
    const shownBy = (no: string) => ({
      ...form,
      steps: form.steps.map((step, index) =>
        index === 0 ? { ...step, attachment: { attachId: no, fileName: 'typed.png' } } : step,
      ),
    });
    const foreign = await reviewer.post(path('audit', orderNo), shownBy(attachId));
    expect(foreign.data).toMatchObject({ error: 'REFERENCE_UNKNOWN', fields: [{ field: 'steps.0' }] });
    const own = shownBy(payee.evidenceAttachId);
    expect((await reviewer.post(path('draft', orderNo), { content: { steps: own.steps } })).code).toBe(0);
    expect((await reviewer.post(path('audit', orderNo), own)).code).toBe(0);
    const { data } = await reviewer.get(path('record', orderNo));
    expect(data.rounds[0].steps[0].attachment).toEqual({
      attachId: payee.evidenceAttachId,
      fileName: 'mpesa.pdf',
    });
  });

  it('is refused in another name, as it is, and without evidence', async () => {
    const { orderNo, payee, phone } = await withEvidence();
    const tell = async (more: object) => {
      const form = await pass(orderNo, { changeBankCard: true, payee: { ...payee, ...more } });
      return (await reviewer.post(path('audit', orderNo), form)).data;
    };
    expect((await tell({ accountName: 'Otieno Odhiambo' })).error).toBe('PAYEE_NAME_DIFFERS');
    expect((await tell({ phone })).error).toBe('PAYEE_UNCHANGED');
    expect((await tell({ evidenceAttachId: randomUUID() })).error).toBe('REFERENCE_UNKNOWN');
    expect((await tell({ payoutType: 'BANK' })).fields.map((each: { field: string }) => each.field)).toEqual([
      'payee.bankName',
      'payee.bankCardNo',
      'payee.payoutType',
    ]);
    expect((await statusOf(orderNo)).orderStatus).toBe('PENDING_REVIEW');
  });

  it('is an e-wallet with its account and nothing of a bank, masked for whoever decides', async () => {
    const { orderNo, payee } = await withEvidence();
    const wallet = { ...payee, payoutType: 'E_WALLET', payoutSubType: 'SASAPAY', eWalletAccount: 'wanjiku.k@sasa' };
    const tell = async (more: object) => {
      const form = await pass(orderNo, {
        changeBankCard: false,
        changePayoutType: true,
        payee: { ...wallet, ...more },
      });
      const { data } = await reviewer.post(path('audit', orderNo), form);
      return data.fields?.map((each: { field: string }) => each.field) ?? data;
    };
    expect(await tell({ eWalletAccount: undefined })).toEqual(['payee.eWalletAccount']);
    expect(await tell({ eWalletAccount: 'a b' })).toEqual(['payee.eWalletAccount']);
    expect(await tell({ bankName: 'KCB', bankCardNo: '1122334455' })).toEqual(['payee.bankName', 'payee.bankCardNo']);
    expect(await tell({ payoutSubType: 'MPESA' })).toEqual(['payee.payoutType']);
    const { changeNo } = await tell({});
    const page = await checker.post(change.changeFamilies.payoutChange.page, {
      filters: { changeState: 'PENDING' },
      page: 1,
      pageSize: 20,
      sort: null,
    });
    const row = found(page.data.rows.find((each) => each.changeNo === changeNo));
    expect(row.after).toMatchObject({ payoutType: 'E_WALLET', payoutSubType: 'SASAPAY' });
    expect(row.after.account).toContain('*');
    expect(JSON.stringify(row)).not.toContain(wallet.eWalletAccount);
    expect((await checker.post(change.changeFamilies.payoutChange.approve, { changeNo })).code).toBe(0);
    const { data } = await checker.get(path('entry', orderNo));
    expect(data.details.payee).toMatchObject({ payoutType: 'E_WALLET', eWalletAccount: row.after.account });
    // The one gateway pays phones: somebody else sends it by hand.
    expect((await statusOf(orderNo)).orderStatus).toBe('PENDING_DISBURSEMENT');
  });
});

describe('an AI employee', () => {
  it('proposes, and a person confirms', async () => {
    await app.database.db
      .insertInto('personnel')
      .values({
        personnelKind: 'AUDITOR',
        userNo: userNos['second.reviewer'] ?? '',
        isAiEmployee: true,
      })
      .execute();
    const { orderNo } = await underReview('second.reviewer');
    const { data } = await other.post(path('audit', orderNo), await pass(orderNo));
    expect(data).toMatchObject({ orderStatus: 'TO_ALLOCATE', waitsFor: 'A_PERSON' });
    await app.database.db.transaction().execute((tx) => allocateOrder(tx, orderNo, userNos['first.reviewer'] ?? ''));
    const panel = await reviewer.post(path('open', orderNo), {});
    expect(panel.data.proposal).toMatchObject({ auditResult: 'PASS', byName: 'second.reviewer' });
    expect((await reviewer.post(path('audit', orderNo), await pass(orderNo))).data.orderStatus).toBe(
      'PENDING_DISBURSEMENT',
    );
  });
});

describe('reaching the customer', () => {
  const TODAY = businessDateOf(new Date());
  // Around the clock since yesterday; the hours before that are the company's own, from 8 to 19.
  beforeAll(async () => {
    await sql`insert into regulatory_policy (policy_key, effective_from, value)
      values ('contactHours', ${addDays(TODAY, -1)}, '{"from": "00:00", "to": "24:00"}')`.execute(app.database.db);
  });
  const before = (time: string) => new Date(`${addDays(TODAY, -3)}T${time}:00+03:00`);
  const attemptsOn = async (orderNo: string) =>
    await app.database.db
      .selectFrom('contactAttempt')
      .select(['channel', 'purpose', 'refusedFor', 'templateCode', 'content'])
      .where('orderNo', '=', orderNo)
      .orderBy('attemptId')
      .execute();

  it('rings the borrower through the extension of who has the order, past the gate, up to the cap', async () => {
    const { orderNo } = await underReview();
    const gateways = app.services.engine.gateways as { voice: unknown };
    const dialled: string[] = [];
    expect((await reviewer.post(path('call', orderNo), {})).data.error).toBe('CONTACT_CHANNEL_MISSING');
    gateways.voice = {
      dial: async ({ callNo, extension }: { callNo: string; extension: string }) => {
        dialled.push(extension);
        return { callId: `review-${callNo}` };
      },
    };
    const { db } = app.database;
    expect((await reviewer.post(path('call', orderNo), {})).data.error).toBe('CONTACT_EXTENSION_MISSING');
    await db
      .updateTable('appUser')
      .set({ extension: '2042' })
      .where('userNo', '=', userNos['first.reviewer'] ?? '')
      .execute();
    expect((await reviewer.get(path('contact', orderNo))).data).toMatchObject({
      isAllowed: true,
      left: 3,
      phone: expect.stringMatching(/^25\*+\d{3}$/),
    });
    expect((await other.post(path('call', orderNo), {})).data.error).toBe('REVIEW_TAKEN_OVER');
    const answers = await Promise.all(Array.from({ length: 5 }, () => reviewer.post(path('call', orderNo), {})));
    const errors = answers.map(({ data }) => data.error ?? 'done').sort();
    expect(errors).toEqual(['CONTACT_CAP', 'CONTACT_CAP', 'done', 'done', 'done']);
    await expect.poll(() => dialled).toEqual(['2042', '2042', '2042']);
    expect((await reviewer.get(path('contact', orderNo))).data).toMatchObject({
      isAllowed: false,
      text: expect.stringContaining('contacted 3 times'),
    });
    expect(await attemptsOn(orderNo)).toContainEqual(
      expect.objectContaining({ channel: 'CALL', purpose: 'REVIEW', refusedFor: null }),
    );
    gateways.voice = null;
  });

  it('tells who gets an application back by template; outside contact hours, once they begin', async () => {
    const { db } = app.database;
    const sent: string[] = [];
    const gateways = app.services.engine.gateways as { sms: unknown };
    gateways.sms = {
      send: async ({ text }: { text: string }) => {
        sent.push(text);
        return { messageId: `returned-${sent.length}`, costCents: 80 };
      },
    };
    const first = await underReview();
    const { auditResult: _result, ...form } = await refusal(first.orderNo, {
      changeBankCard: true,
    });
    expect((await reviewer.post(path('reject', first.orderNo), form)).code).toBe(0);
    await expect.poll(() => sent).toHaveLength(1);
    expect(sent[0]).toContain(`${first.orderNo}: Ombi lako linahitaji kurekebishwa: kadi ya benki`);
    const { orderNo } = await underReview();
    await sql`update loan_order set order_status = 'RETURNED', audit_time = ${before('05:00')},
      returned_until = ${new Date()} where order_no = ${orderNo}`.execute(db);
    const early = await db.transaction().execute((tx) => notifyReturned(tx, orderNo, before('06:00')));
    expect(early).toBe(false);
    expect(await attemptsOn(orderNo)).toMatchObject([{ refusedFor: 'CONTACT_HOURS', templateCode: 'ORDER_RETURNED' }]);
    expect(await notifyReturnedLater(db, app.services, before('07:59'))).toBe(0);
    expect(await notifyReturnedLater(db, app.services, before('08:00'))).toBe(1);
    expect(await notifyReturnedLater(db, app.services, before('08:01'))).toBe(0);
    expect(sent).toHaveLength(2);
    gateways.sms = null;
  });
});

it('refuses an amount whose payout after fees is no whole shillings, and names the nearest that are', async () => {
  // 5 % and 2 % with 20 % excise of both: 8.4 %.
  const upfront = await makeProduct(app.database.db, { feeTiming: 'UPFRONT' });
  const { orderNo } = await underReview('first.reviewer', 1_000_000, upfront);
  const { data } = await reviewer.post(path('audit', orderNo), await pass(orderNo, { approvedAmountCents: 1_000_100 }));
  expect(data).toMatchObject({ error: 'NET_NOT_PAYABLE', facts: { net: '9160.92' } });
  expect(await statusOf(orderNo)).toMatchObject({ orderStatus: 'PENDING_REVIEW' });
  const nearest = String(data.facts.nearestCents).split(', ').map(Number);
  expect(nearest).toContain(1_000_000);
  const [approvedAmountCents] = nearest;
  expect((await reviewer.post(path('audit', orderNo), await pass(orderNo, { approvedAmountCents }))).code).toBe(0);
  const order = await statusOf(orderNo);
  expect(order.approvedCents).toBe(approvedAmountCents);
  const by = { makerUserNo: userNos['first.reviewer'] ?? '', checkerUserNo: userNos['payout.checker'] ?? '' };
  await app.database.db.transaction().execute(async (tx) => {
    if (order.orderStatus === 'PENDING_DISBURSEMENT') await disburseOrder(tx, orderNo, by);
  });
});
