import { config, maturity } from '@kituo/sdk/contracts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addPerson, createTestApp, type TestApp } from '../../../../testing/test-app.ts';
import { as, listOf, type Person } from '../../../../testing/test-calls.ts';
import { addDays, businessDateOf } from '../../platform/policy/index.ts';
import { lend, makeProduct } from '../orders/testing/lend.ts';
import { dueOn } from './due-date.ts';

const RULE: maturity.MaturityRule = {
  ruleName: 'Weekends',
  productNos: [],
  countFrom: 'DISBURSEMENT_DAY',
  rollRule: 'NEXT_BUSINESS_DAY',
  paydayAlign: 0,
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

describe('a rule in force', () => {
  let app: TestApp;
  let maker: Person;
  let checker: Person;
  let productNo: string;
  let people: { maker: string; checker: string };
  const today = businessDateOf(new Date());

  beforeAll(async () => {
    app = await createTestApp({ content: 'seeded' });
    const pages = ['/AdminContent/MerchantSystem/MaturityConfigManagement'];
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
      maker: await add('due.maker', ['merchant:maturity:save']),
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

  it('moves the due dates of what is disbursed from then on, at no interest', async () => {
    const { db } = app.database;
    const plain = addDays(today, 30);
    const before = await lend(db, { productNo, approvedCents: 300_000, ...people });
    // The plain day becomes a holiday, and so does each of the days before and after but the third.
    for (const step of [0, 1, 2]) {
      const named = { day: addDays(plain, step), dayName: 'Holiday', countsAsBusinessDay: false };
      expect((await maker.post(maturity.calendarSave, named)).code).toBe(0);
    }
    const third = { day: addDays(plain, 3), dayName: 'Working day', countsAsBusinessDay: true };
    expect((await maker.post(maturity.calendarSave, third)).code).toBe(0);
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

  it('shows twelve months of examples, and refuses a day that is none', async () => {
    const { data } = await maker.post(maturity.preview, { value: RULE, termDays: 30 });
    expect(data).toHaveLength(12);
    const refused = await maker.post(maturity.preview, { value: { ...RULE, paydayAlign: 32 }, termDays: 30 });
    expect(refused.data.error).toBe('BAD_REQUEST');
    const nameless = { day: '2027-01-01', dayName: ' ', countsAsBusinessDay: false };
    expect((await maker.post(maturity.calendarSave, nameless)).data.fields).toMatchObject([{ field: 'dayName' }]);
  });
});
