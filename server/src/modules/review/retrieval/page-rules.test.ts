import { retrieval } from '@kituo/sdk/contracts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestApp, type TestApp } from '../../../../testing/test-app.ts';
import { as, listOf } from '../../../../testing/test-calls.ts';
import { narrowable } from '../../staff/menus/testing/narrowed.ts';
import { makeProduct } from '../../lending/orders/testing/lend.ts';
import { refusedOrder } from '../../lending/orders/testing/review.ts';
import { expectRefusal } from '../../payments/payments/testing/every-row.ts';

const BASE = 'loans/audit/retrieval';
let app: TestApp;
beforeAll(async () => {
  app = await createTestApp({ content: 'seeded' });
});
afterAll(async () => await app[Symbol.asyncDispose]());

it('keeps to the rules of its page: a batch of another merchant is neither shown nor decided', async () => {
  const { db } = app.database;
  const order = { productNo: await makeProduct(db), refuseCode: 'R01', byUserNo: 'U000002' };
  const [orderNo, next] = [await refusedOrder(db, order), await refusedOrder(db, order)];
  const lead = await as(app, 'wambui.gitau');
  const request = { targetStatus: 'TO_ALLOCATE', reason: 'A rule was wrong' };
  const { batchNo } = (await lead.post(`${BASE}/submit`, { ...request, orderNos: [orderNo] })).data;
  const { person, narrow } = await narrowable(app, 'retrieval.narrow', 'M0002', {
    codes: ['audit:retrieval:submit', 'audit:retrieval:approve'],
    pages: [retrieval.RETRIEVAL_PAGE],
  });
  const seen = async () =>
    [
      (await person.post(`${BASE}/page`, listOf({ batchNo }))).data.rows.length,
      (await person.get(`${BASE}/${batchNo}`)).status,
    ] as const;
  expect(await seen()).toEqual([1, 200]);
  await narrow();
  expect(await seen()).toEqual([0, 404]);
  const { data } = await person.post(`${BASE}/check`, { targetStatus: 'TO_ALLOCATE', orderNos: [next] });
  expect(data.items[0].fault.error).toBe('ORDER_NOT_FOUND');
  const tables = ['retrieval_batch', 'retrieval_item'];
  const refused = (error: string, path: string, form: object) =>
    expectRefusal(db, tables, error, () => person.post(`${BASE}/${path}`, form));
  await refused('NOT_FOUND', 'approve', { batchNo, version: 1 });
  await refused('NOT_FOUND', 'reject', { batchNo, version: 1, note: 'Not mine' });
  await refused('NOT_FOUND', 'reverse', { batchNo, reason: 'Not mine' });
  await refused('RETRIEVAL_FAULTS', 'submit', { ...request, orderNos: [next] });
});
