import { performance } from 'node:perf_hooks';
import { sql } from 'kysely';
import { quantile } from 'simple-statistics';
import { runEndOfDay } from '../../server/src/modules/lending/end-of-day/index.ts';
import { createLogger } from '../../server/src/modules/platform/health/index.ts';
import { driftedBills, trialBalance } from '../../server/src/modules/platform/ledger/index.ts';
import { lend, makeProduct } from '../../server/src/modules/lending/orders/testing/lend.ts';
import { applyPayment, receiveFlow, rollBack } from '../../server/src/modules/payments/payments/index.ts';
import { addDays, businessDateOf } from '../../server/src/modules/platform/policy/index.ts';
import { applyOnce, payableLoans } from './engine-payments.ts';
import type { EngineStation } from './engine-station.ts';
import { atMost, inMs, inSeconds, type Verdict } from './report.ts';

const TEN_MILLION = 10_000_000;
const BILLS_PER_SECOND = 2_000;
const LOAN_POSTINGS = 2_400;
const REPAYMENTS_PER_SECOND = 20;

/** Debits and credits of every account, over all postings there are. */
export async function measureTrialBalance({ opened: { db } }: EngineStation): Promise<Verdict[]> {
  const { rows } = await sql<{ count: number }>`select count(*) from posting`.execute(db);
  const postings = rows[0]?.count ?? 0;
  const times: number[] = [];
  for (let run = 0; run < 3; run += 1) {
    const startedAt = performance.now();
    const { differenceCents } = await trialBalance(db);
    times.push((performance.now() - startedAt) / 1000);
    if (differenceCents !== 0) throw new Error(`the trial balance is off by ${differenceCents}`);
  }
  const seconds = quantile(times, 0.5);
  const ofTenMillion = (seconds * TEN_MILLION) / postings;
  console.log(`\nTrial balance over ${postings.toLocaleString('en')} postings: ${inSeconds(seconds)}, and 0`);
  return [atMost('trial balance, 10M postings', ofTenMillion, 3, inSeconds)];
}

/** One more business date for every running bill, while repayments come in. */
export async function measureEndOfDay({ opened: { db }, work }: EngineStation): Promise<Verdict[]> {
  const { rows } = await sql<{ through: string }>`
    select max(accrued_through)::text as through from bill where bill_status = 'ACTIVE'`.execute(db);
  const yesterday = addDays(businessDateOf(new Date()), -1);
  const last = rows[0]?.through ?? yesterday;
  // What lies before is not what a night has to do.
  await runEndOfDay(db, last, createLogger('warn'));
  const loans = await payableLoans(db, 2_000);
  let isOver = false;
  const waits: number[] = [];
  const repayments = (async () => {
    for (const loan of loans) {
      if (isOver) return;
      const startedAt = performance.now();
      await applyOnce(db, loan);
      waits.push(performance.now() - startedAt);
      await new Promise((resolve) => setTimeout(resolve, 1000 / REPAYMENTS_PER_SECOND));
    }
  })();
  const before = work();
  const startedAt = performance.now();
  const { bills, failed } = await runEndOfDay(db, addDays(last, 1), createLogger('warn'));
  const seconds = (performance.now() - startedAt) / 1000;
  const after = work();
  isOver = true;
  await repayments;
  if (failed.length > 0) throw new Error(`${failed.length} bills failed`);
  const rate = bills / seconds;
  const each = (part: 'engine' | 'database') => (((after[part] - before[part]) / bills) * 1000).toFixed(2);
  console.log(
    `\nEnd of day: ${bills} bills in ${inSeconds(seconds)}, processor a bill: engine ${each('engine')} ms, database ${each('database')} ms; ${waits.length} repayments meanwhile, p95 ${inMs(quantile(waits, 0.95))}`,
  );
  return [
    {
      target: `end of day ≥ ${BILLS_PER_SECOND} bills/s`,
      measured: `${rate.toFixed(0)} bills/s`,
      isMet: rate >= BILLS_PER_SECOND,
    },
  ];
}

/** A loan paid back in hundreds of small payments, and all of them undone at once. */
export async function measureRollback({ opened: { db } }: EngineStation): Promise<Verdict[]> {
  const { rows } = await sql<{ userNo: string }>`
    select user_no from app_user order by user_no limit 2`.execute(db);
  const [maker = '', checker = ''] = rows.map(({ userNo }) => userNo);
  const productNo = await makeProduct(db, { maxPrincipalCents: 100_000_000 });
  const loan = await lend(db, { productNo, approvedCents: 50_000_000, maker, checker });
  const at = new Date();
  for (let number = 0; number < LOAN_POSTINGS / 4; number += 10) {
    await db.transaction().execute(async (tx) => {
      for (let part = 0; part < 10; part += 1) {
        const key = `bench/${loan.orderNo}/${number + part}`;
        const { flowNo } = await receiveFlow(tx, {
          merchantNo: loan.merchantNo,
          paymentChannel: 'MPESA',
          paymentCode: key,
          account: 'BANK.MPESA_PAYBILL',
          amountCents: 10_000,
          repayTime: at,
        });
        await applyPayment(tx, {
          orderNo: loan.orderNo,
          billNo: null,
          repayType: 'GENERIC',
          flowNo,
          amountCents: 10_000,
          idempotencyKey: key,
        });
      }
    });
  }
  const { rows: counted } = await sql<{ count: number }>`
    select count(*) from posting where flow_no in (
      select flow_no from payment_flow where order_no = ${loan.orderNo})`.execute(db);
  const startedAt = performance.now();
  const undone = await db
    .transaction()
    .execute((tx) =>
      rollBack(tx, { orderNo: loan.orderNo, kind: 'FULL_ROLLBACK', idempotencyKey: `bench/${loan.orderNo}/back` }),
    );
  const seconds = (performance.now() - startedAt) / 1000;
  console.log(`\nRollback of ${undone.length} payments, ${counted[0]?.count} postings: ${inSeconds(seconds)}`);
  return [atMost(`rollback of a loan with ${LOAN_POSTINGS} postings`, seconds, 1, inSeconds)];
}

/** After all of it: the books still balance. */
export async function refuseDrift({ opened: { db } }: EngineStation): Promise<void> {
  const drifted = await driftedBills(db);
  const { differenceCents } = await trialBalance(db);
  if (differenceCents !== 0 || drifted.length > 0) {
    throw new Error(`off by ${differenceCents}, ${drifted.length} bills drifted`);
  }
}
