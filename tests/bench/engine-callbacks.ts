import { performance } from 'node:perf_hooks';
import { sql } from 'kysely';
import { median } from 'simple-statistics';
import { c2bBody } from '../../sandbox/src/mpesa-bodies.ts';
import type { Database } from '../../server/src/db/database.ts';
import { receiptTopics } from '../../server/src/modules/payments/payments/index.ts';
import { createCallbackProcessor } from '../../server/src/modules/platform/gateways/callbacks/process.ts';
import { storeCallback } from '../../server/src/modules/platform/gateways/callbacks/store.ts';
import { createLogger } from '../../server/src/modules/platform/health/index.ts';
import { businessDateOf } from '../../server/src/modules/platform/policy/index.ts';
import { BarePayer } from './engine-bare.ts';
import type { EngineStation } from './engine-station.ts';
import type { Verdict } from './report.ts';

const LEAST_SHARE = 0.5;
const CENTS = 5_000;
const PAYBILL = '600100';

interface Loan {
  readonly orderNo: string;
  readonly merchantNo: string;
  readonly repaymentCode: string;
}

/** So many loans that run, owe more than all rounds pay and have no draft of a person, which payments would wait for. */
async function loansOf(db: Database, count: number): Promise<Loan[]> {
  const { rows } = await sql<Loan>`
    select o.order_no, o.merchant_no, o.repayment_code from loan_order o
    join bill b using (order_no) join bill_balance x using (bill_no)
    where b.bill_status = 'ACTIVE' and o.order_status = 'DISBURSED'
      and not exists (select from write_off_task t where t.order_no = o.order_no and t.task_status = 'UNFINISHED')
    group by o.order_no having min(x.principal_cents) > 200000 order by random() limit ${count}`.execute(db);
  return rows;
}

let serial = Date.now() % 1_000_000;
const nextCode = () => `BC${String((serial += 1)).padStart(10, '0')}`;

/** Confirmations of different loans, worked off from the store as a server does: how many a second. */
async function engineRate({ opened: { db } }: EngineStation, loans: readonly Loan[]): Promise<number> {
  const topics = receiptTopics({ paybill: PAYBILL });
  const topic = 'mpesa/c2b/confirmation';
  const about = topics[topic]?.about;
  const codes = loans.map(() => nextCode());
  for (const [index, { repaymentCode }] of loans.entries()) {
    const body = c2bBody({
      receipt: codes[index] ?? '',
      phone: '254712345678',
      amount: String(CENTS / 100),
      reference: repaymentCode,
      shortCode: PAYBILL,
      at: new Date(),
    });
    const content = Buffer.from(JSON.stringify(body));
    await storeCallback(db, { topic, content, contentType: 'application/json' }, about && { about });
  }
  const processor = createCallbackProcessor({ db, log: createLogger('silent'), topics });
  const startedAt = performance.now();
  processor.wake();
  await processor.settled();
  const seconds = (performance.now() - startedAt) / 1000;
  await processor.close();
  const { rows } = await sql<{ booked: number }>`select count(*)::int as booked from payment_flow
    where payment_code = any(${codes}) and applied_cents = amount_cents`.execute(db);
  if (rows[0]?.booked !== loans.length) throw new Error(`${rows[0]?.booked} of ${loans.length} were booked`);
  return loans.length / seconds;
}

/** The same two journals, as bare SQL in one commit, on one connection. */
async function bareRate({ url }: EngineStation, loans: readonly Loan[]): Promise<number> {
  const payer = await BarePayer.connect(url);
  const today = businessDateOf(new Date());
  const startedAt = performance.now();
  for (const { orderNo, merchantNo } of loans) {
    await payer.receiveAndPay(nextCode(), { orderNo, merchantNo, cents: CENTS, today });
  }
  const seconds = (performance.now() - startedAt) / 1000;
  await payer.end();
  return loans.length / seconds;
}

/** Callbacks and their bare control in turn, A B B A; the median of the rounds' ratios. */
export async function measureCallbacks(station: EngineStation, rounds: number, each: number): Promise<Verdict[]> {
  const [ratios, engine, bare] = [[] as number[], [] as number[], [] as number[]];
  for (let round = -1; round < rounds; round += 1) {
    const loans = await loansOf(station.opened.db, each);
    const first = await engineRate(station, loans);
    const second = await bareRate(station, loans);
    const third = await bareRate(station, loans);
    const fourth = await engineRate(station, loans);
    // The first round warms both up.
    if (round < 0) continue;
    engine.push(first, fourth);
    bare.push(second, third);
    ratios.push((first + fourth) / (second + third));
  }
  const share = median(ratios);
  console.log(
    `\nCallbacks worked off a second: engine ${median(engine).toFixed(0)}, bare SQL on one connection ${median(bare).toFixed(0)}`,
  );
  return [
    {
      target: `callbacks beside the bare commit on one connection ≥ ${LEAST_SHARE}`,
      measured: share.toFixed(2),
      isMet: share >= LEAST_SHARE,
    },
  ];
}
