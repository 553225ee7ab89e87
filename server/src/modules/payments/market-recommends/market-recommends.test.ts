import { config, marketProduct, marketRecommend } from '@kituo/sdk/contracts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { addPerson, createTestApp, type TestApp } from '../../../../testing/test-app.ts';
import { as, listOf, type Person } from '../../../../testing/test-calls.ts';
import { seedPartners } from '../../../seed/partners.ts';
import { lend, makeProduct } from '../../lending/orders/testing/lend.ts';
import { businessDateOf } from '../../platform/policy/index.ts';
import { speaksTo } from './recommend.ts';

const RULE: marketRecommend.RecommendRule = {
  ruleName: 'Home, best',
  scene: 'HOME',
  modelLevels: [],
  vipLevelNos: [],
  refuseCodes: [],
  marketProductNos: [],
  maxShown: 3,
  rotation: 'FIXED',
  sort: 1,
  startAt: null,
  endAt: null,
};
let app: TestApp;
let maker: Person;
let checker: Person;
let people: { maker: string; checker: string };
let merchantNo: string;
let products: string[];
beforeAll(async () => {
  app = await createTestApp({ content: 'seeded' });
  const { db } = app.database;
  await seedPartners(db, new Date());
  const shelved = await db
    .selectFrom('partnerProduct')
    .select('marketProductNo')
    .where('productStatus', '=', 'ON_SHELF')
    .orderBy('sort')
    .execute();
  products = shelved.map(({ marketProductNo }) => marketProductNo);
  ({ merchantNo } = await db.selectFrom('partnerPlatform').select('merchantNo').limit(1).executeTakeFirstOrThrow());
  const add = async (name: string, codes: readonly string[]) => {
    const { userNo } = await addPerson(app.database, name, { codes, pages: marketRecommend.products.access.page });
    await db.insertInto('userMerchant').values({ userNo, merchantNo }).execute();
    return userNo;
  };
  people = {
    maker: await add('rec.maker', ['supermarket:recommend:save', 'supermarket:recommend:publish']),
    checker: await add('rec.checker', ['supermarket:config:audit']),
  };
  [maker, checker] = [await as(app, 'rec.maker'), await as(app, 'rec.checker')];
});
afterAll(async () => await app[Symbol.asyncDispose]());

const save = async (value: Partial<marketRecommend.RecommendRule>, more: object = {}) =>
  (
    await maker.post(marketRecommend.save.path, {
      merchantNo,
      value: { ...RULE, ...value },
      effectiveFrom: businessDateOf(new Date()),
      reason: 'November',
      ...more,
    })
  ).data;
const agree = async (ruleId: string) => {
  const asked = listOf({ configKey: 'supermarket.recommend', subjectNo: `${merchantNo}_${ruleId}` });
  const [{ versionId, version }] = (await checker.post(config.page.path, asked)).data.rows;
  return (await checker.post(config.approve, { versionId, version })).code;
};
const shown = async (scene = 'HOME') =>
  (await maker.get(marketRecommend.forApp, { merchantNo, scene })).data.map(
    ({ marketProductNo }: { marketProductNo: string }) => marketProductNo,
  );
const rows = async () => (await maker.post(marketRecommend.page.path, listOf({}))).data.rows;
const preview = async (orderNo: string) => (await maker.get(marketRecommend.preview, { orderNo, scene: 'HOME' })).data;

it('speaks to whom its audience names, while its days last', () => {
  const customer = { modelLevel: 'A', vipLevelNo: 1, refuseCode: null };
  const at = new Date('2026-11-20T08:00:00Z');
  const says = (more: Partial<marketRecommend.RecommendRule>) => speaksTo({ ...RULE, ...more }, customer, at);
  expect([says({}), says({ modelLevels: ['A', 'B'] }), says({ modelLevels: ['B'] })]).toEqual([true, true, false]);
  expect([says({ vipLevelNos: [1] }), says({ vipLevelNos: [2] }), says({ refuseCodes: ['R1'] })]).toEqual([
    true,
    false,
    false,
  ]);
  expect([says({ startAt: '2026-11-21T00:00:00Z' }), says({ endAt: '2026-11-20T08:00:00Z' })]).toEqual([false, false]);
});

it('tells customers what partners approved on confirmed days, and nothing of a day that is open', async () => {
  const { db } = app.database;
  const cards = (await maker.get(marketRecommend.forApp, { merchantNo, scene: 'HOME' })).data;
  const [card] = cards;
  const days = await db
    .selectFrom('partnerDay')
    .select(['approved', 'partnerApplied', 'dayStatus', 'bizDate'])
    .where('marketProductNo', '=', card.marketProductNo)
    .execute();
  const sum = (all: typeof days, of: 'approved' | 'partnerApplied') => all.reduce((total, day) => total + day[of], 0);
  const confirmed = days.filter(({ dayStatus }) => dayStatus !== 'OPEN');
  const rateOf = (all: typeof days) => Math.floor((100 * sum(all, 'approved')) / sum(all, 'partnerApplied'));
  expect(confirmed.length).toBeLessThan(days.length);
  expect(card.approvalPercent).toBe(rateOf(confirmed));
  expect(card.decisionMinutes).toBeNull();
  const [first, second] = confirmed.toSorted((one, other) => one.bizDate.localeCompare(other.bizDate));
  for (const [of, decisionMinutes] of [
    [first, 30],
    [second, 60],
  ] as const) {
    await db
      .updateTable('partnerDay')
      .set({ decisionMinutes })
      .where('marketProductNo', '=', card.marketProductNo)
      .where('bizDate', '=', of?.bizDate ?? '')
      .execute();
  }
  const [few, many] = [first?.partnerApplied ?? 0, second?.partnerApplied ?? 0];
  const minutes = Math.round((30 * few + 60 * many) / (few + many));
  const shelf = (await maker.get(marketProduct.forApp, { merchantNo })).data;
  expect(shelf.find(({ marketProductNo }) => marketProductNo === card.marketProductNo)).toMatchObject({
    approvalPercent: card.approvalPercent,
    decisionMinutes: minutes,
  });
});

it('changes what customers see once another person approved it, and not before', async () => {
  const before = await shown();
  expect(before).toEqual(products);
  const home = (await rows()).find(({ scene }: { scene: string }) => scene === 'HOME');
  const { ruleId } = await save({ marketProductNos: products.toReversed(), maxShown: 2 }, { ruleId: home.ruleId });
  expect(await shown()).toEqual(products);
  expect(await agree(ruleId)).toBe(0);
  expect(await shown()).toEqual(products.toReversed().slice(0, 2));
  // A product that leaves the shelf leaves the slot.
  const { db } = app.database;
  const [, , last = ''] = products;
  await db
    .updateTable('partnerProduct')
    .set({ productStatus: 'OFF_SHELF' })
    .where('marketProductNo', '=', last)
    .execute();
  expect(await shown()).toEqual([products[1], products[0]]);
  expect((await save({ marketProductNos: [last], scene: 'SETTLED' })).error).toBe('MARKET_PRODUCT_OFF');
  const current = (await rows()).find((one: { ruleId: string }) => one.ruleId === ruleId);
  expect(current).toMatchObject({ productNames: expect.any(Array), clicks: expect.any(Number) });
  const stated = { ruleId, version: current.version, isEnabled: false, reason: 'Wrong' };
  expect((await maker.post(marketRecommend.state.path, stated)).code).toBe(0);
  expect(await shown()).toEqual([]);
});

it('finds slots by place, product and audience', async () => {
  const of = async (filters: object) =>
    (await maker.post(marketRecommend.page.path, listOf(filters))).data.rows.map(
      (one: { ruleId: string }) => one.ruleId,
    );
  const { ruleId } = await save({
    ruleName: 'Refused, level C',
    scene: 'REFUSED',
    modelLevels: ['C'],
    vipLevelNos: [3],
    refuseCodes: ['R05'],
    marketProductNos: products.slice(0, 1),
  });
  const audiences = await Promise.all(['C', '3', 'R05'].map((audience) => of({ audience })));
  expect(audiences).toEqual([[ruleId], [ruleId], [ruleId]]);
  expect(await of({ audience: 'D' })).toEqual([]);
  expect(await of({ scene: 'REFUSED', marketProductNo: products[0] })).toContain(ruleId);
  expect(await of({ scene: 'REFUSED', marketProductNo: products[1] })).not.toContain(ruleId);
  expect(await of({ slotCode: ruleId })).toEqual([ruleId]);
});

it('shows nothing to those who are overdue, and says so', async () => {
  const { db } = app.database;
  const productNo = await makeProduct(db);
  const { orderNo, customerNo } = await lend(db, { productNo, approvedCents: 300_000, ...people });
  const named = async () =>
    await app.services.recommendedProduct(db, { customerNo, scene: 'HOME', language: 'en' }, new Date());
  expect(await named()).toBeNull();
  const { ruleId } = await save({
    ruleName: 'By rate',
    marketProductNos: products.slice(0, 2),
    rotation: 'BY_APPROVAL',
  });
  expect((await preview(orderNo)).block).toBe('NO_SLOT');
  expect(await agree(ruleId)).toBe(0);
  const { cards, ...told } = await preview(orderNo);
  expect(told).toMatchObject({ ruleName: 'By rate', block: null, vipLevelNo: null });
  expect(told).toMatchObject({ rotation: 'BY_APPROVAL', matched: { modelLevel: null, vipLevelNo: null }, hidden: [] });
  const rates = cards.map(({ approvalPercent }: { approvalPercent: number }) => approvalPercent);
  expect(rates).toEqual(rates.toSorted((one: number, other: number) => other - one));
  const name = `${cards[0].productName} (${cards[0].platformName})`;
  expect(await named()).toEqual({ marketProductNo: cards[0].marketProductNo, name });
  await db.updateTable('bill').set({ dueDate: '2020-01-01' }).where('orderNo', '=', orderNo).execute();
  expect(await preview(orderNo)).toMatchObject({ block: 'OVERDUE', cards: [] });
  expect(await named()).toBeNull();
  expect((await maker.get(marketRecommend.preview, { orderNo: 'LO0', scene: 'HOME' })).data.error).toBe('NOT_FOUND');
});

it('orders by what became of customers like this one, where enough of them were decided', async () => {
  const { db } = app.database;
  const productNo = await makeProduct(db);
  const { orderNo, customerNo } = await lend(db, { productNo, approvedCents: 300_000, ...people });
  await db.updateTable('loanOrder').set({ modelLevel: 'K' }).where('orderNo', '=', orderNo).execute();
  const { cards, alike } = await preview(orderNo);
  expect(alike).toEqual([]);
  const last: string = cards.at(-1)?.marketProductNo ?? '';
  expect(cards.length).toBeGreaterThan(1);
  const { partnerDayNo } = await db
    .selectFrom('partnerDay')
    .select('partnerDayNo')
    .where('marketProductNo', '=', last)
    .where('dayStatus', '<>', 'OPEN')
    .orderBy('bizDate', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow();
  const decide = async (from: number, to: number) => {
    for (let count = from; count < to; count += 1) {
      const partnerReference = `ALIKE-${count}`;
      const event = {
        eventKind: 'APPLIED' as const,
        marketProductNo: last,
        customerNo,
        ruleId: null,
        partnerReference,
      };
      await db
        .insertInto('marketEvent')
        .values({ ...event, bizDate: businessDateOf(new Date()) })
        .execute();
      await db.insertInto('partnerReference').values({ partnerDayNo, partnerReference, isApproved: true }).execute();
    }
  };
  await decide(0, 9);
  expect((await preview(orderNo)).alike).toEqual([]);
  await decide(9, 10);
  const then = await preview(orderNo);
  expect(then.alike).toEqual([{ marketProductNo: last, decided: 10, approvedPercent: 100 }]);
  expect(then.cards[0].marketProductNo).toBe(last);
  // Of another level nobody was decided.
  const { orderNo: unlike } = await lend(db, { productNo, approvedCents: 300_000, ...people });
  await db.updateTable('loanOrder').set({ modelLevel: 'L' }).where('orderNo', '=', unlike).execute();
  expect((await preview(unlike)).alike).toEqual([]);
});

it('replaces a product in every slot that names it, by versions that await approval', async () => {
  const [first = '', second = ''] = products;
  const { db } = app.database;
  await db
    .updateTable('partnerProduct')
    .set({ productStatus: 'ON_SHELF' })
    .where('marketProductNo', 'in', products)
    .execute();
  const ask = async (more: object = {}) =>
    (
      await maker.post(marketRecommend.replace.path, {
        fromProductNo: second,
        toProductNo: first,
        effectiveFrom: businessDateOf(new Date()),
        reason: 'Contract ended',
        ...more,
      })
    ).data;
  expect((await ask({ toProductNo: second })).fields).toMatchObject([{ field: 'toProductNo' }]);
  const before = await shown('MACHINE_REFUSED');
  const { slots } = await ask();
  expect(slots).toContain('By rate');
  expect(await shown('MACHINE_REFUSED')).toEqual(before);
  const named = (await rows()).filter(({ ruleName }: { ruleName: string }) => slots.includes(ruleName));
  expect(named.every(({ hasPending }: { hasPending: boolean }) => hasPending)).toBe(true);
  expect((await ask()).error).toBe('CONFIG_OPEN');
});

it('refuses what is empty, twice there or upside down', async () => {
  const marketProductNos = products.slice(0, 1);
  expect((await save({ marketProductNos: [] })).fields).toMatchObject([{ field: 'value.marketProductNos' }]);
  expect((await save({ marketProductNos: [...marketProductNos, ...marketProductNos] })).error).toBe('BAD_REQUEST');
  const unknown = await save({ marketProductNos, refuseCodes: ['R05', 'NOBODY'] });
  expect(unknown).toMatchObject({ error: 'REFERENCE_UNKNOWN', fields: [{ field: 'value.refuseCodes' }] });
  expect((await save({ marketProductNos, maxShown: 11 })).fields).toMatchObject([{ field: 'value.maxShown' }]);
  const days = { startAt: '2026-12-02T00:00:00Z', endAt: '2026-12-01T00:00:00Z' };
  expect((await save({ marketProductNos, ...days })).fields).toMatchObject([{ field: 'value.endAt' }]);
  expect((await save({ marketProductNos, scene: 'MACHINE_REFUSED' })).error).toBe('RULE_OVERLAP');
});

it('recommends by the level of a customer, counts what they do by slot, and says why others are hidden', async () => {
  const { db } = app.database;
  const productNo = await makeProduct(db);
  const { orderNo, customerNo } = await lend(db, { productNo, approvedCents: 300_000, ...people });
  await addPerson(app.database, 'rec.app', { codes: ['audit:order:intake'] });
  await db
    .insertInto('userMerchant')
    .columns(['userNo', 'merchantNo'])
    .expression((eb) =>
      eb
        .selectFrom('appUser')
        .select(['userNo', (e) => e.val(merchantNo).as('merchantNo')])
        .where('userName', '=', 'rec.app'),
    )
    .execute();
  const server = await as(app, 'rec.app');
  const [first = '', second = '', third = ''] = products;
  await db.updateTable('partnerProduct').set({ productStatus: 'ON_SHELF' }).execute();
  const { ruleId } = await save({
    ruleName: 'Gold, settled',
    scene: 'SETTLED',
    vipLevelNos: [2],
    marketProductNos: [first, second, third],
    maxShown: 1,
  });
  expect(await agree(ruleId)).toBe(0);
  const asked = { customerNo, scene: 'SETTLED' };
  const show = async () => (await server.post(marketRecommend.forCustomer.path, asked)).data;
  expect(await show()).toEqual({ slotCode: null, cards: [] });
  await db
    .insertInto('vipMember')
    .values({ customerNo, merchantNo, levelNo: 2, vipSource: 'MANUAL', expiresAt: new Date(Date.now() + 86_400_000) })
    .execute();
  await db.updateTable('partnerProduct').set({ linkHealth: 'BROKEN' }).where('marketProductNo', '=', first).execute();
  expect(await show()).toMatchObject({ slotCode: ruleId, cards: [{ marketProductNo: second }] });
  const event = { customerNo, slotCode: ruleId, marketProductNo: second };
  for (const eventKind of ['CLICKED', 'APPLIED']) {
    expect((await server.post(marketRecommend.event.path, { ...event, eventKind })).code).toBe(0);
  }
  const strange = { ...event, slotCode: 'R999999', eventKind: 'CLICKED' };
  expect((await server.post(marketRecommend.event.path, strange)).data.error).toBe('REFERENCE_UNKNOWN');
  const told = (await maker.get(marketRecommend.preview, { orderNo, scene: 'SETTLED' })).data;
  expect(told).toMatchObject({ matched: { vipLevelNo: 2 }, cards: [{ marketProductNo: second }] });
  expect(told.hidden).toEqual([
    expect.objectContaining({ marketProductNo: first, reason: 'LINK_BROKEN' }),
    expect.objectContaining({ marketProductNo: third, reason: 'OVER_MAX' }),
  ]);
  const today = businessDateOf(new Date());
  const statistics = await maker.call(marketRecommend.statPage, { slotCode: ruleId, from: today, to: today });
  expect(statistics).toMatchObject([
    { marketProductNo: second, shown: 1, clicks: 1, clickPercent: 100, applied: 1, applyPercent: 100 },
  ]);
  const row = (await rows()).find((one: { ruleId: string }) => one.ruleId === ruleId);
  expect(row).toMatchObject({ shown: 1, clicks: 1, clickPercent: 100, applyPercent: 100 });
});
