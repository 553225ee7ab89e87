import {
  cancelAllocation,
  cancelPromise,
  enterBadDebt,
  retainCase,
  runCaseDay,
} from '../../modules/collections/collections/index.ts';
import { createLogger } from '../../modules/platform/health/index.ts';
import { totalOf } from '../../modules/platform/ledger/index.ts';
import { addDays, businessDateOf } from '../../modules/platform/policy/index.ts';
import { type Desk, type OpenLoan, oldestBill, straysIn, useFlow } from './desk.ts';
import { attachPaper } from '../papers.ts';
import { promiseUnlessSibling } from '../promise.ts';

const DAY_MS = 86_400_000;

type HeldCase = OpenLoan & { readonly caseNo: string; readonly caseScope: 'ORDER' | 'BILL' };

/** @returns fewer where the book has no more that are worked on. */
async function casesOf(desk: Desk, count: number): Promise<HeldCase[]> {
  const held: HeldCase[] = [];
  while (held.length < count) {
    const loan = desk.takeLoan();
    const one = await desk.db
      .selectFrom('collectionCase')
      .select(['caseNo', 'caseScope'])
      .where('orderNo', '=', loan.orderNo)
      .where('caseStatus', '=', 'COLLECTING')
      .executeTakeFirst();
    // Those in collection come first: there are no more.
    if (!one) break;
    held.push({ ...loan, ...one });
  }
  return held;
}

const reachOf = ({ caseScope }: HeldCase, userNo: string) => ({ caseScope, caller: { scope: 'all', userNo } }) as const;

/** All that the loan owes, so that its case closes and its promise is kept. */
async function payOff(desk: Desk, paid: HeldCase): Promise<void> {
  await desk.does(async (tx) => {
    const { loan } = await oldestBill(tx, paid, desk.now);
    const owedCents = loan.open.reduce((sum, { outstanding }) => sum + totalOf(outstanding), 0);
    const amountCents = Math.ceil(owedCents / 100) * 100;
    const flowNo = await straysIn(tx, desk, paid, amountCents);
    await useFlow(tx, desk, {
      orderNo: paid.orderNo,
      billNo: null,
      repayType: 'GENERIC',
      flowNo,
      amountCents,
    });
  });
}

/** Of the cases in work: one back in the pool, one kept, one out of it, one closed by its payment. */
export async function cases(desk: Desk): Promise<void> {
  const { maker, now } = desk;
  const today = businessDateOf(now);
  const held = await casesOf(desk, 6);
  const [pool, retained, lost, paid, broken, cancelled] = held;
  if (!pool || !retained || !lost || !paid || !broken || !cancelled) return;
  const promiseOf = (ago: number, days: number) => {
    const at = new Date(now.getTime() - ago * DAY_MS);
    return {
      amountCents: 10_000,
      promisedOn: addDays(businessDateOf(at), days),
      promiseChannel: 'MPESA',
      by: maker,
      at,
    };
  };
  const drop = (orderNo: string) =>
    desk.db.deleteFrom('promiseToPay').where('orderNo', '=', orderNo).where('promiseStatus', '=', 'OPEN').execute();
  for (const { orderNo } of [paid, broken, cancelled, retained]) await drop(orderNo);
  await desk.does((tx) =>
    cancelAllocation(tx, pool.caseNo, reachOf(pool, maker), {
      by: maker,
      at: now,
      reason: 'Speaks a different language',
    }),
  );
  await desk.does((tx) =>
    retainCase(tx, retained.caseNo, reachOf(retained, maker), {
      by: maker,
      at: now,
      reason: 'Pays weekly',
    }),
  );
  await desk.does(async (tx) =>
    enterBadDebt(tx, lost.caseNo, reachOf(lost, maker), {
      badDebtReason: 'DEATH',
      remark: 'The family sent the certificate',
      evidence: [
        await attachPaper(tx, 'certificate', {
          attachmentNo: `SEED-EVIDENCE-${lost.orderNo}`,
          subjectType: 'order',
          subjectNo: lost.orderNo,
          userNo: maker,
        }),
      ],
      by: maker,
      at: now,
    }),
  );
  await desk.does((tx) => promiseUnlessSibling(tx, broken.caseNo, reachOf(broken, maker), promiseOf(3, 1)));
  await desk.does((tx) => promiseUnlessSibling(tx, retained.caseNo, reachOf(retained, maker), promiseOf(0, 5)));
  const no = await desk.does((tx) =>
    promiseUnlessSibling(tx, cancelled.caseNo, reachOf(cancelled, maker), promiseOf(0, 3)),
  );
  if (no !== null)
    await desk.does((tx) =>
      cancelPromise(tx, no, reachOf(cancelled, maker), {
        by: maker,
        at: now,
        reason: 'Entered for the wrong customer',
      }),
    );
  await desk.does((tx) => promiseUnlessSibling(tx, paid.caseNo, reachOf(paid, maker), promiseOf(0, 2)));
  await payOff(desk, paid);
  await runCaseDay(desk.db, addDays(today, -1), createLogger('silent'));
}
