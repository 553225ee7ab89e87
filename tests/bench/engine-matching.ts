import { performance } from 'node:perf_hooks';
import { sql } from 'kysely';
import { median } from 'simple-statistics';
import type { Tx } from '../../server/src/db/database.ts';
import { lockDay, oursOf, rematch } from '../../server/src/modules/payments/reconciliation/days.ts';
import type { EngineStation } from './engine-station.ts';
import { atMost, inSeconds, type Verdict } from './report.ts';

const LINES = 50_000;
const MAX_SECONDS = 10;
const MAX_BESIDE_JOIN = 3;
const ROUNDS = 5;
const ACCOUNT = 'BANK.MPESA_PAYBILL';

class Undone extends Error {}

/**
 * A day with 50,000 receipts of the paybill, or all there are, whose statement is what our books say of it: matched by
 * the engine, and joined by bare SQL. Nothing is kept.
 */
export async function measureMatching({ opened: { db } }: Pick<EngineStation, 'opened'>): Promise<Verdict[]> {
  const times: { engine: number[]; bare: number[] } = { engine: [], bare: [] };
  let lines = 0;
  const timed = async (into: number[], work: () => Promise<unknown>) => {
    const startedAt = performance.now();
    await work();
    into.push((performance.now() - startedAt) / 1000);
  };
  const measured = db.transaction().execute(async (tx) => {
    const runId = await statementOf(tx);
    const day = await lockDay(tx, runId, 'all');
    ({ lines } = await tx
      .selectFrom('reconLine')
      .select((eb) => eb.fn.countAll<number>().as('lines'))
      .where('runId', '=', runId)
      .executeTakeFirstOrThrow());
    for (let round = -1; round < ROUNDS; round += 1) {
      // The first round warms both up.
      const into = round < 0 ? { engine: [], bare: [] } : times;
      await timed(into.engine, async () => await rematch(tx, day));
      await timed(into.bare, async () => await joined(tx, runId, day.businessDate));
    }
    throw new Undone();
  });
  await measured.catch((error: unknown) => {
    if (!(error instanceof Undone)) throw error;
  });
  const [engine, bare] = [median(times.engine), median(times.bare)];
  console.log(`\n${lines} lines of a statement: matched in ${inSeconds(engine)}, bare join ${inSeconds(bare)}`);
  return [
    atMost(`${LINES} lines matched`, (engine / lines) * LINES, MAX_SECONDS, inSeconds),
    atMost('matching beside a bare join', engine / bare, MAX_BESIDE_JOIN),
  ];
}

/** A day of the paybill that nobody reconciled, with its own receipts as the statement. */
async function statementOf(tx: Tx): Promise<string> {
  const { rows } = await sql<{ day: string }>`
    select (repay_time at time zone 'Africa/Nairobi')::date::text as day from payment_flow
    where account_code = ${ACCOUNT} group by 1 order by count(*) desc limit 1`.execute(tx);
  const businessDate = rows[0]?.day;
  if (businessDate === undefined) throw new Error('the book has no receipts');
  // As many receipts as the target says, in one day.
  await sql`update payment_flow f set repay_time = ${businessDate}::date::timestamp at time zone 'Africa/Nairobi'
      + n.place * interval '1 second'
    from (select flow_no, row_number() over () as place from payment_flow where account_code = ${ACCOUNT}
      order by repay_time desc limit ${LINES}) n where n.flow_no = f.flow_no`.execute(tx);
  await tx.deleteFrom('reconLine').where('accountCode', '=', ACCOUNT).execute();
  const { runId } = await tx
    .insertInto('reconDay')
    .values({ accountCode: ACCOUNT, businessDate })
    .onConflict((conflict) => conflict.columns(['accountCode', 'businessDate']).doUpdateSet({ reconStatus: 'OPEN' }))
    .returning('runId')
    .executeTakeFirstOrThrow();
  const ours = (await oursOf(tx, await lockDay(tx, runId, 'all'))).filter(({ isFinal }) => isFinal);
  for (let from = 0; from < ours.length; from += 1_000) {
    const some = ours.slice(from, from + 1_000).map(({ kind, serial, amountCents, happenedAt }) => ({
      runId,
      accountCode: ACCOUNT,
      kind,
      serial,
      amountCents,
      happenedAt,
      details: '',
      ownReference: null,
      repeats: null,
      repeatStatus: null,
    }));
    await tx.insertInto('reconLine').values(some).execute();
  }
  await sql`analyze payment_flow, recon_line`.execute(tx);
  return runId;
}

/** What differs between lines and receipts, as one would ask for it without an engine. */
async function joined(tx: Tx, runId: string, businessDate: string): Promise<void> {
  await sql`
    select l.serial, f.payment_code, l.amount_cents, f.amount_cents
    from (select * from recon_line where run_id = ${runId}) l
    full join (select payment_code, amount_cents from payment_flow where account_code = ${ACCOUNT}
      and repay_time >= ${businessDate}::date::timestamp at time zone 'Africa/Nairobi'
      and repay_time < (${businessDate}::date + 1)::timestamp at time zone 'Africa/Nairobi') f
      on f.payment_code = l.serial
    where l.amount_cents is distinct from f.amount_cents`.execute(tx);
}
