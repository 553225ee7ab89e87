import { performance } from 'node:perf_hooks';
import { sql } from 'kysely';
import { median, quantile } from 'simple-statistics';
import type { Database } from '../../server/src/db/database.ts';
import { applyPayment } from '../../server/src/modules/payments/payments/index.ts';
import { businessDateOf } from '../../server/src/modules/platform/policy/index.ts';
import { BarePayer } from './engine-bare.ts';
import type { EngineStation } from './engine-station.ts';
import { atMost, inMs, inMsFine, type Verdict } from './report.ts';
import type { PayableLoan } from './payable-loan.ts';

const PER_SECOND = 200;
const P95_MS = 100;
const NOT_SERVED_MS = 60_000;
const LANES = 4;
const ROUND_SECONDS = 5;
const LEAST_SHARE = 0.5;

/** So many loans that run, each with a flow of its own that was received by the ledger's rules. */
export async function payableLoans(db: Database, count: number): Promise<PayableLoan[]> {
  const today = businessDateOf(new Date());
  const { rows } = await sql<PayableLoan>`
    with loans as (
      select b.order_no, b.merchant_no from bill b
      join bill_balance x using (bill_no) join loan_order o using (order_no)
      where b.bill_status = 'ACTIVE' and o.order_status = 'DISBURSED'
      group by b.order_no, b.merchant_no
      -- The bare transaction pays the first bill, whatever it still owes after earlier runs.
      having min(x.principal_cents) > 100000
      limit ${count}
    ), flows as (
      insert into payment_flow (merchant_no, payment_channel, payment_code, account_code, amount_cents,
        repay_time, account_reference)
      select merchant_no, 'MPESA', 'B' || replace(gen_random_uuid()::text, '-', ''),
        'BANK.MPESA_PAYBILL', 5000, now(), order_no from loans
      returning flow_no, merchant_no, account_reference, amount_cents
    ), keys as (
      insert into journal_key (idempotency_key, journal_id, business_date, payload_hash)
      select 'receipt/' || flow_no, nextval('journal_number'), ${today}::date, ''::bytea from flows
      returning idempotency_key, journal_id
    ), heads as (
      insert into journal (journal_id, business_date, journal_kind, merchant_no, cause_type, cause_no,
        idempotency_key)
      select journal_id, ${today}::date, 'RECEIPT', merchant_no, 'FLOW', flow_no, idempotency_key
      from flows join keys on idempotency_key = 'receipt/' || flow_no
    ), lines as (
      insert into posting (journal_id, line_no, business_date, merchant_no, account_code, amount_cents,
        flow_no)
      select journal_id, line_no, ${today}::date, merchant_no, account, sign * amount_cents, flow_no
      from flows join keys on idempotency_key = 'receipt/' || flow_no
      cross join (values (1, 'BANK.MPESA_PAYBILL', 1), (2, 'SUSPENSE', -1)) as l (line_no, account, sign)
    )
    select account_reference as order_no, merchant_no, flow_no, amount_cents as cents,
      ${today}::text as today from flows`.execute(db);
  return rows;
}

export async function applyOnce(db: Database, loan: PayableLoan): Promise<void> {
  await db.transaction().execute((tx) =>
    applyPayment(tx, {
      orderNo: loan.orderNo,
      billNo: null,
      repayType: 'GENERIC',
      flowNo: loan.flowNo,
      amountCents: loan.cents,
      acknowledged: ['SURPLUS_TO_CREDIT'],
      idempotencyKey: `bench/${loan.flowNo}`,
    }),
  );
}

/** 200 applications a second whatever becomes of those before; each counts from the moment it was due. */
export async function measureSteady({ opened: { db }, work }: EngineStation, seconds: number): Promise<Verdict[]> {
  // Bills that the end of day has not come to yet are charged by the payment: that is measured apart.
  const warm = await payableLoans(db, 200);
  for (const loan of warm) await applyOnce(db, loan);
  const loans = await payableLoans(db, PER_SECOND * seconds);
  const before = work();
  const startedAt = performance.now();
  const times: Promise<number>[] = [];
  for (const [number, loan] of loans.entries()) {
    const dueAt = startedAt + (number * 1000) / PER_SECOND;
    const wait = dueAt - performance.now();
    if (wait > 0) await new Promise((resolve) => setTimeout(resolve, wait));
    // Where the pool ran dry nobody was served: that is no time at all, and the worst.
    times.push(
      applyOnce(db, loan).then(
        () => performance.now() - dueAt,
        () => NOT_SERVED_MS,
      ),
    );
  }
  const all = await Promise.all(times);
  const elapsed = (performance.now() - startedAt) / 1000;
  const after = work();
  const each = (part: 'engine' | 'database') => inMsFine(((after[part] - before[part]) / all.length) * 1000);
  console.log(
    `\n${all.length} applications at ${PER_SECOND}/s in ${elapsed.toFixed(1)} s: p50 ${inMs(median(all))}, p95 ${inMs(quantile(all, 0.95))}, p99 ${inMs(quantile(all, 0.99))}; processor each: engine ${each('engine')}, database ${each('database')}`,
  );
  return [atMost(`application at ${PER_SECOND}/s, p95`, quantile(all, 0.95), P95_MS, inMs)];
}

/** Engine and bare transaction in turn, A B B A, as fast as four lanes go; the median of the rounds' ratios. */
export async function measureShare(station: EngineStation, rounds: number): Promise<Verdict[]> {
  const { url, opened } = station;
  const { db } = opened;
  const payers = await Promise.all(Array.from({ length: LANES }, () => BarePayer.connect(url)));
  const engine = (loan: PayableLoan) => applyOnce(db, loan);
  const bare = (loan: PayableLoan, lane: number) => payers[lane]?.pay(loan) ?? Promise.resolve();
  const ratios: number[] = [];
  const rates: { engine: number[]; bare: number[] } = { engine: [], bare: [] };
  for (let round = -1; round < rounds; round += 1) {
    const first = await rateOf(station, engine);
    const second = await rateOf(station, bare);
    const third = await rateOf(station, bare);
    const fourth = await rateOf(station, engine);
    // The first round warms both up.
    if (round < 0) continue;
    rates.engine.push(first, fourth);
    rates.bare.push(second, third);
    ratios.push((first + fourth) / (second + third));
  }
  await Promise.all(payers.map((payer) => payer.end()));
  const share = median(ratios);
  console.log(
    `\nApplications a second over ${LANES} connections: engine ${median(rates.engine).toFixed(0)}, bare SQL ${median(rates.bare).toFixed(0)}`,
  );
  return [
    {
      target: `application beside its bare transaction ≥ ${LEAST_SHARE}`,
      measured: share.toFixed(2),
      isMet: share >= LEAST_SHARE,
    },
  ];
}

/** Payments a second over some seconds. */
async function rateOf(
  { opened: { db } }: EngineStation,
  pay: (loan: PayableLoan, lane: number) => Promise<void>,
): Promise<number> {
  const loans = await payableLoans(db, LANES * ROUND_SECONDS * 400);
  const startedAt = performance.now();
  const until = startedAt + ROUND_SECONDS * 1000;
  let done = 0;
  const lane = async (number: number) => {
    for (let at = number; at < loans.length && performance.now() < until; at += LANES) {
      const loan = loans[at];
      if (!loan) return;
      await pay(loan, number);
      done += 1;
    }
  };
  await Promise.all(Array.from({ length: LANES }, (_, number) => lane(number)));
  return done / ((performance.now() - startedAt) / 1000);
}
