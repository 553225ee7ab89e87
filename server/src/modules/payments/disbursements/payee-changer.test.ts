import { payout } from '@kituo/sdk/contracts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { addPerson, createTestApp, type TestApp } from '../../../../testing/test-app.ts';
import { as, type Person } from '../../../../testing/test-calls.ts';
import { approved, makeProduct } from '../../lending/orders/testing/lend.ts';

const PAGE = '/AdminContent/AfterLoanSystem/LoanManagement';
const CODES = ['afterLoan:payout:send', 'afterLoan:payoutBatch:run'];

let app: TestApp;
let orderNo: string;
let reviewerNo: string;
const operators = new Map<string, { readonly userNo: string; readonly calls: Person }>();

beforeAll(async () => {
  app = await createTestApp({ content: 'seeded' });
  const { db } = app.database;
  for (const name of ['payee.changer', 'payee.other']) {
    const { userNo, roleNo } = await addPerson(app.database, name, { pages: [PAGE], codes: CODES });
    await db.updateTable('role').set({ dataScope: 'ALL' }).where('roleNo', '=', roleNo).execute();
    operators.set(name, { userNo, calls: await as(app, name) });
  }
  reviewerNo = (await addPerson(app.database, 'payee.reviewer')).userNo;
  const checker = (await addPerson(app.database, 'payee.allocator')).userNo;
  const productNo = await makeProduct(db);
  ({ orderNo } = await approved(db, { productNo, approvedCents: 500_000, maker: reviewerNo, checker }));
});
afterAll(async () => await app[Symbol.asyncDispose]());

const of = (name: string) => {
  const found = operators.get(name);
  if (!found) throw new Error(name);
  return found;
};
it('has an order sent by somebody other than whoever changed its payee last', async () => {
  const { db } = app.database;
  const changed = (makerUserNo: string, minutesAgo: number, changeState: 'APPROVED' | 'REJECTED' = 'APPROVED') => ({
    family: 'payeeChange',
    kind: 'payeeChange.change',
    subjectNo: orderNo,
    subjectName: orderNo,
    after: '{}',
    makerUserNo,
    changeState,
    decidedBy: reviewerNo,
    decidedAt: new Date(Date.now() - minutesAgo * 60_000),
  });
  const { userNo: changerNo, calls: changer } = of('payee.changer');
  const { userNo: otherNo, calls: other } = of('payee.other');
  const rows = [changed(otherNo, 20), changed(changerNo, 10), changed(otherNo, 5, 'REJECTED')];
  await db.insertInto('changeRequest').values(rows).execute();
  expect((await changer.refusalOf(payout.disburse, { orderNo })).error).toBe('MAKER_IS_CHECKER');
  // Nor may they ask for it in a batch.
  const batch = { orderNos: [orderNo], reason: 'Float was empty overnight' };
  expect((await changer.refusalOf(payout.batchDisburse, batch)).error).toBe('MAKER_IS_CHECKER');
  expect((await other.call(payout.disburse, { orderNo })).orderStatus).toBe('DISBURSING');
});
