import { config, consumptionPrice, prepaid } from '@kituo/sdk/contracts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { addPerson, createTestApp, type TestApp } from '../../../../testing/test-app.ts';
import { as, listOf, type Person } from '../../../../testing/test-calls.ts';
import { lend, makeProduct } from '../../lending/orders/testing/lend.ts';
import { businessDateOf } from '../../platform/policy/index.ts';
import { chargeMerchant } from './index.ts';
import { chargeDisbursed, priceAfter, priceAt, typeNamesOf } from './prices.ts';

let app: TestApp;
let maker: Person;
let checker: Person;
let people: { maker: string; checker: string };
const PRICE: consumptionPrice.ConsumptionPrice = {
  ruleName: 'Disbursements',
  typeCode: 'PAID_OUT',
  names: { en: 'Loans paid out', zh: '已放款' },
  otherMerchantNos: [],
  isForAll: false,
  consumptionType: 'LOAN_DISBURSED',
  unitPriceCents: 35_00,
  freeQuota: 1,
  tiers: [{ fromCount: 3, priceCents: 30_00 }],
};

beforeAll(async () => {
  app = await createTestApp({ content: 'seeded' });
  const { db } = app.database;
  const add = async (name: string, codes: readonly string[]) => {
    const pages = ['ConsumptionTypeConfig', 'ConsumptionRecord'].map((page) => `/AdminContent/MerchantSystem/${page}`);
    const { userNo } = await addPerson(app.database, name, { pages, codes });
    const merchants = await db.selectFrom('merchant').select('merchantNo').execute();
    await db
      .insertInto('userMerchant')
      .values(merchants.map(({ merchantNo }) => ({ userNo, merchantNo })))
      .execute();
    return userNo;
  };
  people = {
    maker: await add('price.maker', ['merchant:consumptionType:save', 'merchant:consumption:charge']),
    checker: await add('price.checker', ['merchant:config:audit']),
  };
  [maker, checker] = [await as(app, 'price.maker'), await as(app, 'price.checker')];
});
afterAll(async () => await app[Symbol.asyncDispose]());

it('prices by quota and tier', () => {
  expect([0, 1, 2, 9].map((before) => priceAfter(PRICE, before))).toEqual([0, 35_00, 30_00, 30_00]);
});

it('charges each disbursed loan once, at the price that two people agreed to', async () => {
  const { db } = app.database;
  const productNo = await makeProduct(db);
  const loan = async () => await lend(db, { productNo, approvedCents: 300_000, ...people });
  const told = async (orderNo: string) => {
    const events = await db.selectFrom('domainEvent').selectAll().where('subjectNo', '=', orderNo).execute();
    await chargeDisbursed(db).take(events);
    return await db
      .selectFrom('merchantConsumption')
      .select(['amountCents', 'consumptionType'])
      .where('orderNo', '=', orderNo)
      .execute();
  };
  const first = await loan();
  const { merchantNo } = first;
  await db
    .insertInto('merchantPrepaid')
    .values({ merchantNo, creditLineCents: 50_00 })
    .onConflict((conflict) => conflict.column('merchantNo').doUpdateSet({ creditLineCents: 50_00 }))
    .execute();
  expect(await told(first.orderNo)).toEqual([]);

  const save = (value: object) =>
    maker.post(consumptionPrice.save, {
      merchantNo,
      value,
      effectiveFrom: businessDateOf(new Date()),
      reason: 'Contract',
    });
  expect((await save({ ...PRICE, tiers: [...PRICE.tiers, { fromCount: 2, priceCents: 1 }] })).data.error).toBe(
    'BAD_REQUEST',
  );
  const { ruleId } = (await save({ ...PRICE, freeQuota: 0 })).data;
  expect((await save(PRICE)).data.error).toBe('RULE_OVERLAP');
  const asked = listOf({ configKey: 'merchant.consumptionPrice', subjectNo: `${merchantNo}_${ruleId}` });
  const [{ versionId, version }] = (await checker.post(config.page, asked)).data.rows;
  expect((await maker.post(config.approve, { versionId, version })).code).not.toBe(0);
  expect((await checker.post(config.approve, { versionId, version })).code).toBe(0);

  const second = await loan();
  expect(await told(second.orderNo)).toEqual([{ amountCents: 35_00, consumptionType: 'LOAN_DISBURSED' }]);
  expect(await told(second.orderNo)).toHaveLength(1);
  const charged = (await maker.post(prepaid.consumptionPage, listOf({ orderNo: second.orderNo }))).data.rows;
  const { price, exchange } = (await maker.get(prepaid.consumption, { recordNo: charged[0].recordNo })).data;
  expect(price).toEqual({ ruleId, ruleName: 'Disbursements', versionNo: 1 });
  expect(exchange).toBeNull();
  const [pace] = (await maker.get(consumptionPrice.paces, { ruleId })).data;
  expect(pace).toMatchObject({ versionNo: 1, merchants: 1, before: { uses: 0 } });
  expect(pace).toMatchObject({ after: { days: 1, uses: 1, amountCents: 35_00 } });
  // What was charged by a code keeps it, and statements call it as the merchant does.
  const changed = await save({ ...PRICE, typeCode: 'OTHER' });
  expect(changed.data).toMatchObject({ error: 'TYPE_CODE_USED', fields: [{ field: 'value.typeCode' }] });
  const byCode = (await maker.post(consumptionPrice.page, listOf({ typeCode: 'paid_out' }))).data;
  expect(byCode.rows).toMatchObject([{ ruleId, names: { zh: '已放款' } }]);
  expect([...(await typeNamesOf(db, merchantNo))]).toEqual([['LOAN_DISBURSED', 'Loans paid out']]);
  // Who ran dry is not charged, and the loan is out all the same.
  // Last month's uses at the draft's price: the first is free, the second costs 35, the third is in the tier.
  // By the month in Nairobi, which begins three hours before that of UTC.
  const [year = 0, month = 0] = businessDateOf(new Date()).split('-').map(Number);
  const lastMonth = new Date(Date.UTC(year, month - 2, 15));
  await db
    .insertInto('merchantUse')
    .values(
      [1, 2, 3].map((use) => ({
        merchantNo,
        consumptionType: 'LOAN_DISBURSED' as const,
        causeNo: `OLD${use}`,
        orderNo: null,
        usedAt: lastMonth,
        useStatus: 'UNPRICED' as const,
        unitPriceCents: null,
        recordNo: null,
      })),
    )
    .execute();
  const impact = (await maker.post(consumptionPrice.impact, { merchantNo, value: PRICE })).data;
  expect(impact).toHaveLength(1);
  const { months } = impact[0];
  expect(months).toHaveLength(3);
  expect(months[2]).toEqual({
    month: lastMonth.toISOString().slice(0, 7),
    uses: 3,
    chargedCents: 0,
    repricedCents: 65_00,
  });
  const third = await loan();
  expect(await told(third.orderNo)).toEqual([]);

  await db
    .updateTable('merchantPrepaid')
    .set({ creditLineCents: 500_00 })
    .where('merchantNo', '=', merchantNo)
    .execute();
  const byHand = {
    merchantNo,
    consumptionType: 'LOAN_DISBURSED',
    causeNo: third.orderNo,
    quantity: 1,
    remark: 'Ran dry',
  };
  expect((await maker.post(prepaid.consumptionCharge, byHand)).data.amountCents).toBe(35_00);
  const unpriced = { ...byHand, consumptionType: 'SMS_SENT' };
  expect((await maker.post(prepaid.consumptionCharge, unpriced)).data.fields).toMatchObject([
    { field: 'unitPriceCents' },
  ]);
});

it('prices several merchants, or all, by one rule; the most special one counts', async () => {
  const { db } = app.database;
  const [one = '', other = '', third = ''] = (
    await db.selectFrom('merchant').select('merchantNo').orderBy('merchantNo').limit(3).execute()
  ).map(({ merchantNo }) => merchantNo);
  await db.deleteFrom('configRule').where('configKey', '=', 'merchant.consumptionPrice').execute();
  const value = { ...PRICE, consumptionType: 'SMS_SENT' as const, freeQuota: 0, tiers: [] };
  const saved = (merchantNo: string, more: object, who = maker) =>
    who.post(consumptionPrice.save, {
      merchantNo,
      value: { ...value, ...more },
      effectiveFrom: businessDateOf(new Date()),
      reason: 'Contract',
    });
  let narrow = checker;
  const inForce = async (merchantNo: string, more: object, who = maker) => {
    const { versionId, ruleId } = (await saved(merchantNo, more, who)).data;
    const { rows } = (
      await checker.post(
        config.page,
        listOf({ configKey: 'merchant.consumptionPrice', subjectNo: `${merchantNo}_${ruleId}` }),
      )
    ).data;
    const asked = { versionId, version: rows[0].version };
    const isShared = Object.keys(more).some((field) => /^(isForAll|otherMerchantNos)$/.test(field));
    if (isShared) expect((await narrow.refusalOf(config.approve, asked)).error).toBe('FORBIDDEN');
    expect((await checker.post(config.approve, asked)).code).toBe(0);
    return ruleId;
  };
  const priceOf = async (merchantNo: string) => await priceAt(db, merchantNo, 'SMS_SENT', new Date());
  // A price of everybody is for whoever sees everybody.
  expect((await saved(one, { isForAll: true, typeCode: 'SMS_ALL' })).data).toMatchObject({
    error: 'REFERENCE_UNKNOWN',
    fields: [{ field: 'value.isForAll' }],
  });
  await db.updateTable('role').set({ dataScope: 'ALL' }).where('roleNo', 'like', '%').execute();
  const everywhere = await as(app, 'price.maker');
  // Whoever sees one of the merchants alone decides nothing for the others.
  const { userNo } = await addPerson(app.database, 'price.narrow', {
    pages: ['/AdminContent/MerchantSystem/ConsumptionTypeConfig'],
    codes: ['merchant:consumptionType:save', 'merchant:config:audit'],
  });
  await db.insertInto('userMerchant').values({ userNo, merchantNo: one }).execute();
  narrow = await as(app, 'price.narrow');
  await inForce(one, { isForAll: true, typeCode: 'SMS_ALL', unitPriceCents: 90 }, everywhere);
  expect([await priceOf(one), await priceOf(third)]).toEqual([90, 90]);
  const severalId = await inForce(one, { otherMerchantNos: [other], typeCode: 'SMS_SOME', unitPriceCents: 80 });
  expect([await priceOf(one), await priceOf(other), await priceOf(third)]).toEqual([80, 80, 90]);
  expect((await saved(third, { otherMerchantNos: [other], typeCode: 'SMS_X' })).data.error).toBe('RULE_OVERLAP');
  expect((await saved(third, { otherMerchantNos: ['M_NOBODY'], typeCode: 'SMS_X' })).data.error).toBe(
    'REFERENCE_UNKNOWN',
  );
  // What both consumed since counts at its rule, whoever's it is.
  const paceOf = async (who: Person) => (await who.call(consumptionPrice.paces, { ruleId: severalId }))[0];
  for (const merchantNo of [one, other, third]) {
    const used = { merchantNo, consumptionType: 'SMS_SENT' as const, causeNo: `PACE ${merchantNo}`, quantity: 1 };
    await db
      .insertInto('merchantPrepaid')
      .values({ merchantNo, creditLineCents: 10_000_00 })
      .onConflict((conflict) => conflict.column('merchantNo').doUpdateSet({ creditLineCents: 10_000_00 }))
      .execute();
    await db.transaction().execute((tx) => chargeMerchant(tx, { ...used, unitPriceCents: 80, at: new Date() }));
  }
  expect(await paceOf(maker)).toMatchObject({ merchants: 2, after: { uses: 2, amountCents: 160 } });
  // Who sees one of them reads of that one.
  expect(await paceOf(narrow)).toMatchObject({ merchants: 1, after: { uses: 1, amountCents: 80 } });
  await inForce(other, { typeCode: 'SMS_OWN', unitPriceCents: 70 });
  expect(await priceOf(other)).toBe(70);
  const { rows } = await maker.call(consumptionPrice.page, listOf({ ruleId: severalId }));
  expect(rows).toMatchObject([{ otherMerchantNos: [other], otherMerchantNames: [expect.any(String)] }]);
  // Each merchant of a price is repriced, the biggest change first.
  await db
    .insertInto('merchantUse')
    .values({
      merchantNo: other,
      consumptionType: 'SMS_SENT',
      causeNo: 'REPRICED',
      orderNo: null,
      usedAt: new Date(Date.now() - 40 * 86_400_000),
      useStatus: 'UNPRICED',
      unitPriceCents: null,
      recordNo: null,
    })
    .execute();
  const both = { ...value, otherMerchantNos: [other], unitPriceCents: 1_000_000 };
  const impact = await maker.call(consumptionPrice.impact, { merchantNo: third, value: both });
  expect(impact.map(({ merchantNo: of }) => of)[0]).toBe(other);
  expect(impact).toHaveLength(2);
  // Disabled, the use is free, and does not fall to the price of all.
  const [{ version = 0 } = {}] = rows;
  const end = { ruleId: severalId, version, isEnabled: false, reason: 'Ended' };
  expect((await narrow.refusalOf(consumptionPrice.state, end)).error).toBe('FORBIDDEN');
  await maker.call(consumptionPrice.state, end);
  expect([await priceOf(one), await priceOf(other)]).toEqual([null, 70]);
});
