import { product } from '@kituo/sdk/contracts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { addPerson, createTestApp, type TestApp } from '../../../../testing/test-app.ts';
import { as, type Person } from '../../../../testing/test-calls.ts';
import { lend, makeProduct } from '../orders/testing/lend.ts';

let app: TestApp;
let reader: Person;
let productNo: string;
let terms: product.ProductTerms;
beforeAll(async () => {
  app = await createTestApp({ content: 'seeded' });
  const { db } = app.database;
  productNo = await makeProduct(db);
  const { merchantNo } = await db
    .selectFrom('loanProduct')
    .select('merchantNo')
    .where('productNo', '=', productNo)
    .executeTakeFirstOrThrow();
  const { userNo } = await addPerson(app.database, 'compare.reader', {
    pages: ['/AdminContent/OperationSystem/ProductConfig'],
  });
  await db.insertInto('userMerchant').values({ userNo, merchantNo }).execute();
  reader = await as(app, 'compare.reader');
  const held = await db
    .selectFrom('loanProductVersion')
    .select('terms')
    .where('productNo', '=', productNo)
    .executeTakeFirstOrThrow();
  terms = product.productTerms.parse(held.terms);
  const { userNo: maker } = await addPerson(app.database, 'compare.maker', {});
  const { userNo: checker } = await addPerson(app.database, 'compare.checker', {});
  for (const approvedCents of [300_000, 500_000]) await lend(db, { productNo, approvedCents, maker, checker });
});
afterAll(async () => await app[Symbol.asyncDispose]());

const compared = async (more: Partial<product.ProductTerms>) =>
  await reader.call(product.compare, { productNo, terms: { ...terms, ...more } });

it('prices the same loan and the last month under both terms', async () => {
  const same = await compared({});
  expect(same.examples?.after).toEqual(same.examples?.before);
  expect(same.month).toMatchObject({ orders: 2, notOffered: 0, dearer: 0, cheaper: 0 });
  expect(same.month.afterCostCents).toBe(same.month.beforeCostCents);
  const dearer = await compared({ serviceFeeBps: terms.serviceFeeBps + 100 });
  const { before, after } = dearer.examples ?? { before: null, after: null };
  expect(after?.totalCostCents).toBeGreaterThan(before?.totalCostCents ?? Infinity);
  expect(dearer.month).toMatchObject({ dearer: 2, cheaper: 0 });
  // One percent of 8,000 shillings lent, with the excise on it.
  const more = dearer.month.afterCostCents - dearer.month.beforeCostCents;
  expect(more).toBe(8_000 + (8_000 * terms.exciseBps) / 10_000);
});

it('leaves out what the terms no longer offer, and refuses terms that no version may have', async () => {
  const small = await compared({ maxPrincipalCents: 300_000 });
  expect(small.month).toMatchObject({ orders: 2, notOffered: 1 });
  expect(small.examples?.after.principalCents).toBe(300_000);
  const faulty = { productNo, terms: { ...terms, termDays: 2, installments: 3 } };
  expect((await reader.refusalOf(product.compare, faulty)).fields).toEqual(['terms.installments']);
});
