import { orderAudit } from '@kituo/sdk/contracts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { next, type StateOf, statesOf } from '../../../state-machine/index.ts';
import { addPerson, createTestApp, type TestApp } from '../../../../testing/test-app.ts';
import { as, type Person } from '../../../../testing/test-calls.ts';
import { allocateOrder, rejectReReviewMachine } from '../../lending/orders/index.ts';
import { makeProduct } from '../../lending/orders/testing/lend.ts';
import { waitingOrder } from '../../lending/orders/testing/review.ts';
import { readSnapshot, snapshotReviewConfig } from '../review-config/index.ts';

/* A second look ends by the decision on its order, once: a later decision leaves it as it is. */

type State = StateOf<typeof rejectReReviewMachine>;
const APPLICANT = 'U000012';

let app: TestApp;
let reviewer: Person;
let reviewerNo: string;
let productNo: string;

beforeAll(async () => {
  app = await createTestApp({ content: 'seeded' });
  const { db } = app.database;
  productNo = await makeProduct(db);
  const { userNo } = await addPerson(app.database, 'second.look', { codes: ['audit:order:audit'] });
  await db.insertInto('userMerchant').values({ userNo, merchantNo: 'M0001' }).execute();
  reviewerNo = userNo;
  reviewer = await as(app, 'second.look');
});
afterAll(async () => await app[Symbol.asyncDispose]());

/** An order under review, of which a second look was requested, in a state of that. */
async function underReview(reviewStatus: State): Promise<string> {
  const { db } = app.database;
  const orderNo = await waitingOrder(db, { productNo });
  await db.transaction().execute(async (tx) => {
    await snapshotReviewConfig(tx, await allocateOrder(tx, orderNo, reviewerNo));
    const asked = {
      orderNo,
      merchantNo: 'M0001',
      applicantUserNo: APPLICANT,
      applyReason: 'Once more',
      refuseTime: new Date(),
    };
    const moved = { fromStatus: 'MACHINE_REFUSED', targetStatus: 'PENDING_REVIEW' } as const;
    const decidedAt = reviewStatus === 'IN_REVIEW' ? null : new Date();
    await tx
      .insertInto('reReview')
      .values({ ...asked, ...moved, reviewStatus, decidedAt })
      .execute();
  });
  return orderNo;
}

async function decide(orderNo: string, command: 'pass' | 'refuse' | 'return') {
  const { steps = [] } = (await readSnapshot(app.database.db, orderNo)) ?? {};
  const answered = steps.map(({ stepName, answers }) => ({ stepName, answer: answers[0] ?? null }));
  const form = { faceConsistency: 'CONSISTENT', remark: 'Looked at again', steps: answered };
  const passing = { auditResult: 'PASS', approvedAmountCents: 200_000, changeBankCard: false, changePayoutType: false };
  const refusing = { refuseCode: 'R05' };
  const send = (name: 'audit' | 'reject', more: object) =>
    reviewer.post(orderAudit[name], { orderNo, ...form, ...more });
  if (command === 'pass') return await send('audit', passing);
  if (command === 'refuse') return await send('audit', { ...refusing, auditResult: 'REFUSE' });
  return await send('reject', { ...refusing, changeBankCard: true });
}

const reReviewOf = (orderNo: string) =>
  app.database.db.selectFrom('reReview').selectAll().where('orderNo', '=', orderNo).execute();

const pairs = statesOf(rejectReReviewMachine).flatMap((state) =>
  (['pass', 'refuse', 'return'] as const).map((command) => [state, command] as const),
);
it.each(pairs)('that is %s is met by the decision: %s', async (state, command) => {
  const orderNo = await underReview(state);
  const before = await reReviewOf(orderNo);
  expect((await decide(orderNo, command)).code).toBe(0);
  const after = await reReviewOf(orderNo);
  if (state !== 'IN_REVIEW') return expect(after).toEqual(before);
  const reviewStatus = next(rejectReReviewMachine, state, command);
  expect(after).toMatchObject([{ reviewStatus, secondAuditorUserNo: reviewerNo }]);
});
