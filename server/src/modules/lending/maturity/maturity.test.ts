import { change, config, maturity, merchantService, type RequestOf } from '@kituo/sdk/contracts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addPerson, createTestApp, type TestApp } from '../../../../testing/test-app.ts';
import { as, listOf, type Person } from '../../../../testing/test-calls.ts';
import { catchUpLoan } from '../end-of-day/index.ts';
import { applyPayment, receiveFlow } from '../../payments/payments/index.ts';
import { addDays, businessDateOf, daysBetween } from '../../platform/policy/index.ts';
import { lend, makeProduct } from '../orders/testing/lend.ts';
import { dueOn, paymentDay } from './due-date.ts';
import { dueRuleAt, namedDays } from './rules.ts';

const RULE: maturity.MaturityRule = {
  ruleName: 'Weekends',
  productNos: [],
  countFrom: 'DISBURSEMENT_DAY',
  rollRule: 'NEXT_BUSINESS_DAY',
  paydayAlign: 0,
  termDays: [],
  dueCutoff: '23:59',
  graceDays: 0,
  reminderDays: [-3],
};
// 2026-12-12 is a Saturday, 25 and 26 December a Friday and a Saturday.
const HOLIDAYS = new Map([
  ['2026-12-25', false],
  ['2026-12-26', false],
]);
const due = (plain: string, more: Partial<maturity.MaturityRule> = {}, named = HOLIDAYS) =>
  dueOn(plain, { ...RULE, ...more }, named);

describe('a due date', () => {
  it('stays on a business day, and leaves weekends and holidays', () => {
    expect(due('2026-12-10')).toBe('2026-12-10');
    expect(due('2026-12-12')).toBe('2026-12-14');
    expect(due('2026-12-12', { rollRule: 'NONE' })).toBe('2026-12-12');
    expect(due('2026-12-12', { rollRule: 'PREVIOUS_BUSINESS_DAY' })).toBe('2026-12-11');
    expect(due('2026-12-25')).toBe('2026-12-28');
    expect(due('2026-12-12', {}, new Map([['2026-12-12', true]]))).toBe('2026-12-12');
  });

  it('moves by three days at most', () => {
    const long = new Map(['21', '22', '23', '24', '25'].map((day) => [`2026-12-${day}`, false] as const));
    expect(due('2026-12-21', {}, long)).toBe('2026-12-18');
    expect(due('2026-12-12', { countFrom: 'NEXT_DAY' })).toBe('2026-12-14');
  });

  it('moves on to a pay day that is near, and leaves one that is far', () => {
    expect(due('2026-12-28', { paydayAlign: 30 })).toBe('2026-12-30');
    expect(due('2026-12-14', { paydayAlign: 30 })).toBe('2026-12-14');
    expect(due('2027-02-26', { paydayAlign: 31, rollRule: 'NONE' })).toBe('2027-02-28');
  });
});

describe('the day that a payment counts for', () => {
  it('is the day itself up to the minute of the cut-off, and the next one after it', () => {
    // 17:30:59 and 17:31:00 in Nairobi.
    const [last, after] = [new Date('2026-12-10T14:30:59Z'), new Date('2026-12-10T14:31:00Z')];
    expect(paymentDay(last, '17:30')).toBe('2026-12-10');
    expect(paymentDay(after, '17:30')).toBe('2026-12-11');
    expect(paymentDay(after, null)).toBe('2026-12-10');
    expect(paymentDay(new Date('2026-12-10T20:59:59Z'), '23:59')).toBe('2026-12-10');
  });
});

describe('a rule in force', () => {
  let app: TestApp;
  let maker: Person;
  let checker: Person;
  let productNo: string;
  let people: { maker: string; checker: string };
  const today = businessDateOf(new Date());

  beforeAll(async () => {
    app = await createTestApp({ content: 'seeded' });
    const pages = ['MaturityConfigManagement', 'MerchantConfigManagement'].map(
      (page) => `/AdminContent/MerchantSystem/${page}`,
    );
    const add = async (name: string, codes: readonly string[]) => {
      const { userNo } = await addPerson(app.database, name, { pages, codes });
      const { db } = app.database;
      const merchants = await db.selectFrom('merchant').select('merchantNo').execute();
      await db
        .insertInto('userMerchant')
        .values(merchants.map(({ merchantNo }) => ({ userNo, merchantNo })))
        .execute();
      return userNo;
    };
    people = {
      maker: await add('due.maker', ['merchant:maturity:save', 'merchant:config:save']),
      checker: await add('due.checker', ['merchant:config:audit']),
    };
    [maker, checker] = [await as(app, 'due.maker'), await as(app, 'due.checker')];
    productNo = await makeProduct(app.database.db, { termDays: 30 });
  });
  afterAll(async () => await app[Symbol.asyncDispose]());

  const billOf = async (orderNo: string) =>
    await app.database.db
      .selectFrom('bill')
      .select(['dueDate', 'interestThrough'])
      .where('orderNo', '=', orderNo)
      .executeTakeFirstOrThrow();

  const nameOf = async (day: string) =>
    (await app.database.db.selectFrom('businessCalendar').select('dayName').where('day', '=', day).executeTakeFirst())
      ?.dayName;
  /** A day is named once another person agreed. */
  const name = async (day: { day: string; dayName: string; countsAsBusinessDay: boolean }) => {
    const { approve } = change.changeFamilies.maturityCalendar;
    const { changeNo } = await maker.call(maturity.calendarSave, { ...day, reason: 'Gazette notice' });
    expect(await nameOf(day.day)).not.toBe(day.dayName);
    expect((await maker.post(approve, { changeNo })).code).not.toBe(0);
    expect((await checker.post(approve, { changeNo })).code).toBe(0);
    expect(await nameOf(day.day)).toBe(day.dayName);
    expect((await namedDays(app.database.db)).get(day.day)).toBe(day.countsAsBusinessDay);
  };

  it('moves the due dates of what is disbursed from then on, at no interest', async () => {
    const { db } = app.database;
    const plain = addDays(today, 30);
    const before = await lend(db, { productNo, approvedCents: 300_000, ...people });
    // The plain day becomes a holiday, and so does each of the days before and after but the third.
    for (const step of [0, 1, 2]) {
      const named = { day: addDays(plain, step), dayName: 'Holiday', countsAsBusinessDay: false };
      await name(named);
    }
    const third = { day: addDays(plain, 3), dayName: 'Working day', countsAsBusinessDay: true };
    await name(third);
    const saved = (
      await maker.post(maturity.save, {
        merchantNo: before.merchantNo,
        value: { ...RULE, productNos: [productNo] },
        effectiveFrom: today,
        reason: 'Nobody pays on a holiday',
      })
    ).data;
    const subjectNo = `${before.merchantNo}_${saved.ruleId}`;
    const { rows } = (await checker.post(config.page, listOf({ configKey: 'merchant.maturity', subjectNo }))).data;
    const [{ versionId, version }] = rows;
    // Not before somebody else approved it.
    const meanwhile = await lend(db, { productNo, approvedCents: 300_000, ...people });
    expect(await billOf(meanwhile.orderNo)).toEqual({ dueDate: plain, interestThrough: null });
    expect((await checker.post(config.approve, { versionId, version, reason: 'Seen' })).code).toBe(0);

    const after = await lend(db, { productNo, approvedCents: 300_000, ...people });
    expect(await billOf(after.orderNo)).toEqual({ dueDate: addDays(plain, 3), interestThrough: plain });
    expect(await billOf(before.orderNo)).toEqual({ dueDate: plain, interestThrough: null });
  });

  it('moves the due date of the bill that an extension begins', async () => {
    const { db } = app.database;
    const { orderNo } = await lend(db, { productNo, approvedCents: 300_000, ...people });
    const { merchantNo, billNo, dueDate, principalCents, outstandingCents } = await db
      .selectFrom('bill as b')
      .innerJoin('billBalance as s', 's.billNo', 'b.billNo')
      .select(['b.merchantNo', 'b.billNo', 'b.dueDate', 's.principalCents', 's.outstandingCents'])
      .where('b.orderNo', '=', orderNo)
      .executeTakeFirstOrThrow();
    const plain = addDays(dueDate, 14);
    const named = { day: plain, dayName: 'Holiday', countsAsBusinessDay: false };
    await name(named);
    // 50 bps of the principal for each of 14 days, and all that is due but the principal.
    const amountCents = outstandingCents - principalCents + Math.floor(principalCents * 0.005 * 14);
    const at = new Date();
    await db.transaction().execute(async (tx) => {
      const { flowNo } = await receiveFlow(tx, {
        merchantNo,
        paymentChannel: 'MPESA',
        paymentCode: 'EXT1',
        account: 'BANK.MPESA_PAYBILL' as const,
        amountCents,
        repayTime: at,
        receivedAt: at,
      });
      const extension = { billNo, repayType: 'EXTENSION', idempotencyKey: 'extension/1' } as const;
      await applyPayment(tx, { orderNo, flowNo, amountCents, ...extension, at });
    });
    const successor = await db
      .selectFrom('bill')
      .select('dueDate')
      .where('predecessorBillNo', '=', billNo)
      .executeTakeFirstOrThrow();
    expect(successor.dueDate > plain).toBe(true);
    expect(successor.dueDate).toBe(dueOn(plain, RULE, await namedDays(db)));
  });

  const saveRule = async (value: Partial<maturity.MaturityRule>, merchantNo: string, of = productNo) => {
    const whole = { ...RULE, rollRule: 'NONE' as const, productNos: [of], ...value };
    return await maker.post(maturity.save, {
      merchantNo,
      value: whole,
      effectiveFrom: today,
      reason: 'Pay days differ',
    });
  };
  const approve = async (subjectNo: string) => {
    const { rows } = (await checker.post(config.page, listOf({ configKey: 'merchant.maturity', subjectNo }))).data;
    const [{ versionId, version }] = rows;
    expect((await checker.post(config.approve, { versionId, version, reason: 'Seen' })).code).toBe(0);
  };
  const chargedTo = async (orderNo: string, day: string) => {
    const { db } = app.database;
    await db.transaction().execute((tx) => catchUpLoan(tx, orderNo, day));
    return await db
      .selectFrom('bill as b')
      .innerJoin('billBalance as s', 's.billNo', 'b.billNo')
      .select([
        'b.billNo',
        'b.merchantNo',
        'b.accruedThrough',
        's.lateFeeCents',
        's.interestCents',
        's.outstandingCents',
      ])
      .where('b.orderNo', '=', orderNo)
      .executeTakeFirstOrThrow();
  };

  it('gives days of grace, a cut-off and reminder days to loans of its term, which keep them', async () => {
    const { db } = app.database;
    const ofTerm = await makeProduct(db, { termDays: 20 });
    const before = await lend(db, { productNo: ofTerm, approvedCents: 300_000, ...people });
    const { merchantNo } = before;
    const strange = await saveRule({ termDays: [20, 21] }, merchantNo, ofTerm);
    expect(strange.data).toMatchObject({ error: 'MATURITY_TERM', fields: [{ field: 'value.termDays' }] });
    const special = {
      ruleName: 'Twenty days',
      termDays: [20],
      graceDays: 2,
      dueCutoff: '12:00',
      reminderDays: [-1, 0],
    };
    const twice = await saveRule({ ...special, reminderDays: [-1, -1] }, merchantNo, ofTerm);
    expect(twice.data).toMatchObject({ error: 'BAD_REQUEST', fields: [{ field: 'value.reminderDays' }] });
    await approve(`${merchantNo}_${(await saveRule(special, merchantNo, ofTerm)).data.ruleId}`);
    const after = await lend(db, { productNo: ofTerm, approvedCents: 300_000, ...people });
    const dueDate = addDays(today, 20);
    // One day late: the loan of before pays for it, the one of after is in its grace.
    expect((await chargedTo(before.orderNo, addDays(dueDate, 2))).lateFeeCents).toBeGreaterThan(0);
    expect((await chargedTo(after.orderNo, addDays(dueDate, 2))).lateFeeCents).toBe(0);
    expect((await chargedTo(after.orderNo, addDays(dueDate, 3))).lateFeeCents).toBeGreaterThan(0);

    // A later version without grace changes nothing of what runs.
    const { reminderDays, dueCutoff, dueGraceDays } = await db
      .selectFrom('loanOrder')
      .select(['reminderDays', 'dueCutoff', 'dueGraceDays'])
      .where('orderNo', '=', after.orderNo)
      .executeTakeFirstOrThrow();
    expect({ reminderDays, dueCutoff, dueGraceDays }).toEqual({
      reminderDays: [-1, 0],
      dueCutoff: '12:00',
      dueGraceDays: 2,
    });
  });

  it('counts a payment after its cut-off for the next day', async () => {
    const { db } = app.database;
    const ofTerm = await makeProduct(db, { termDays: 25 });
    const { merchantNo } = await lend(db, { productNo: ofTerm, approvedCents: 300_000, ...people });
    const saved = await saveRule({ ruleName: 'Noon', dueCutoff: '12:00' }, merchantNo, ofTerm);
    await approve(`${merchantNo}_${saved.data.ruleId}`);
    const paidAt = async (clock: string) => {
      const { orderNo } = await lend(db, { productNo: ofTerm, approvedCents: 300_000, ...people });
      const day = addDays(today, 5);
      const at = new Date(`${day}T${clock}:00+03:00`);
      await db.transaction().execute(async (tx) => {
        const { flowNo } = await receiveFlow(tx, {
          merchantNo,
          paymentChannel: 'MPESA',
          paymentCode: `CUT${clock}`,
          account: 'BANK.MPESA_PAYBILL' as const,
          amountCents: 100_000,
          repayTime: at,
          receivedAt: at,
        });
        const whole = { billNo: null, repayType: 'GENERIC', idempotencyKey: `cut-off/${clock}` } as const;
        await applyPayment(tx, { orderNo, flowNo, amountCents: 100_000, ...whole, at });
      });
      const { accruedThrough } = await db
        .selectFrom('bill')
        .select('accruedThrough')
        .where('orderNo', '=', orderNo)
        .executeTakeFirstOrThrow();
      return daysBetween(accruedThrough, day);
    };
    expect(await paidAt('12:00')).toBe(1);
    expect(await paidAt('12:01')).toBe(0);
  });

  it('is followed by a merchant without one of its own, whose service account names it', async () => {
    const { db } = app.database;
    const { merchantNo } = await db
      .selectFrom('loanProduct')
      .select('merchantNo')
      .where('productNo', '=', productNo)
      .executeTakeFirstOrThrow();
    const follower = await db
      .selectFrom('merchant')
      .select('merchantNo')
      .where('merchantNo', '<>', merchantNo)
      .orderBy('merchantNo', 'desc')
      .executeTakeFirstOrThrow();
    const value = { ...RULE, ruleName: 'Shared', termDays: [30], graceDays: 9 };
    const saved = await maker.call(maturity.save, { merchantNo, value, effectiveFrom: today, reason: 'For all' });
    const subjectNo = `${merchantNo}_${saved.ruleId}`;
    const [open] = (await checker.call(config.page, listOf({ configKey: 'merchant.maturity', subjectNo }))).rows;
    const lent = { ...follower, productNo: 'LP999999', terms: { termDays: 30 } };
    const graceOf = async () => (await dueRuleAt(db, lent, new Date()))?.graceDays;
    const form: RequestOf<typeof merchantService.save> = {
      ...follower,
      services: ['ORDER_ACQUIRE'],
      billingModel: 'PREPAID',
      callbackUrl: null,
      ipAllowList: [],
      contactPhone: '254700000001',
      contactEmail: 'ops@merchant.example',
      alarmAtCents: null,
      maturityCode: saved.ruleId,
      version: 0,
      reason: 'No rule of its own',
    };
    // No rule before it is in force.
    expect((await maker.refusalOf(merchantService.save, form)).fields).toEqual(['maturityCode']);
    await checker.call(config.approve, { versionId: open?.versionId ?? '', version: open?.version ?? 0 });
    const { changeNo } = await maker.call(merchantService.save, form);
    expect(await graceOf()).toBeUndefined();
    expect((await checker.post(change.changeFamilies.merchantConfig.approve, { changeNo })).code).toBe(0);
    expect(await graceOf()).toBe(9);
    expect(await dueRuleAt(db, { ...lent, terms: { termDays: 14 } }, new Date())).toBeNull();
    const [known] = (await maker.call(merchantService.maturityRules, {})).filter(
      ({ maturityCode }) => maturityCode === saved.ruleId,
    );
    expect(known?.ruleName).toBe('Shared');
  });

  it('shows twelve months of examples, and refuses a day that is none', async () => {
    const { data } = await maker.post(maturity.preview, { value: RULE, termDays: 30 });
    expect(data).toHaveLength(12);
    const refused = await maker.post(maturity.preview, { value: { ...RULE, paydayAlign: 32 }, termDays: 30 });
    expect(refused.data.error).toBe('BAD_REQUEST');
    const nameless = { day: '2027-01-01', dayName: ' ', countsAsBusinessDay: false, reason: 'New year' };
    expect((await maker.post(maturity.calendarSave, nameless)).data.fields).toMatchObject([{ field: 'dayName' }]);
  });
});
