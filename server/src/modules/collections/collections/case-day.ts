import { sql } from 'kysely';
import type { Logger } from 'pino';
import type { Database, Tx } from '../../../db/database.ts';
import { addDays, type BusinessDate } from '../../platform/policy/index.ts';
import { lowerAiShares } from './ai-share-cuts.ts';
import { proposeBadDebt } from './bad-debt-proposals.ts';
import { judgePromises } from './promises.ts';
import { syncCases } from './sync-cases.ts';

const ORDERS_A_TURN = 200;
/** The earliest reminder is three days before a bill is due. */
const DAYS_AHEAD = 3;
/** As early as a due-date rule may remind of one. */
const MOST_DAYS_AHEAD = 7;

export interface CaseDayResult {
  /** Cases that began, moved or changed their level. */
  readonly cases: number;
  readonly promises: number;
}

/** A day of a book that is lived through: when it was, and of which orders. Else it is now, and of all. */
interface LivedDay {
  readonly at?: Date;
  readonly among?: ReadonlySet<string>;
}

/**
 * The cases' part of an end of day: what was promised for the day is judged, and every case has the level of
 * the day that begins. Once a bill and day; some orders a transaction, those that a payment holds come last.
 */
export async function runCaseDay(
  db: Database,
  through: BusinessDate,
  log: Logger,
  { at = new Date(), among }: LivedDay = {},
): Promise<CaseDayResult> {
  const promises = await judgePromises(db, through);
  const found = await ordersOfDay(db, through);
  const orderNos = among === undefined ? found : found.filter((orderNo) => among.has(orderNo));
  let cases = 0;
  const busy: string[] = [];
  for (let from = 0; from < orderNos.length; from += ORDERS_A_TURN) {
    const batch = orderNos.slice(from, from + ORDERS_A_TURN);
    const done = await turn(db, batch, { through, at }, 'skip', log);
    cases += done.changes;
    busy.push(...batch.filter((orderNo) => !done.orderNos.includes(orderNo)));
  }
  for (const orderNo of busy) {
    cases += (await turn(db, [orderNo], { through, at }, 'wait', log)).changes;
  }
  // The book of a day that is lived through is not all of it; its last night proposes.
  if (among === undefined) {
    await proposeBadDebt(db, addDays(through, 1));
    await lowerAiShares(db, addDays(through, 1), log);
  }
  return { cases, promises };
}

async function turn(
  db: Database,
  batch: readonly string[],
  { through, at }: { readonly through: BusinessDate; readonly at: Date },
  locked: 'skip' | 'wait',
  log: Logger,
): Promise<{ readonly changes: number; readonly orderNos: readonly string[] }> {
  try {
    return await db.transaction().execute(async (tx) => {
      const orderNos = await lockOrders(tx, batch, locked);
      if (orderNos.length === 0) return { changes: 0, orderNos };
      const today = addDays(through, 1);
      const changes = await syncCases(tx, orderNos, { today, at, isEndOfDay: true });
      await markDone(tx, orderNos, through);
      return { changes, orderNos };
    });
  } catch (error) {
    // The next run takes them up again; others are not kept waiting by them.
    log.error({ err: error, orders: batch.length }, 'cases could not be brought in line');
    return { changes: 0, orderNos: batch };
  }
}

async function lockOrders(tx: Tx, orderNos: readonly string[], locked: 'skip' | 'wait'): Promise<string[]> {
  const query = tx
    .selectFrom('loanOrder')
    .select('orderNo')
    .where(sql<boolean>`order_no = any(${orderNos})`)
    .orderBy('orderNo')
    .forNoKeyUpdate();
  const rows = await (locked === 'skip' ? query.skipLocked() : query).execute();
  return rows.map(({ orderNo }) => orderNo);
}

async function ordersOfDay(db: Database, through: BusinessDate): Promise<string[]> {
  const { rows } = await sql<{ orderNo: string }>`
    select order_no from bill b
    where bill_status in ('ACTIVE', 'CHARGED_OFF') and due_date <= ${addDays(through, 1 + DAYS_AHEAD)}
      and not exists (select from bill_step s
        where s.business_date = ${through} and s.step = 'CASE' and s.bill_no = b.bill_no)
    union select b.order_no from bill b join loan_order o on o.order_no = b.order_no
      where b.bill_status = 'ACTIVE' and o.reminder_days is not null
        and b.due_date between ${addDays(through, 2 + DAYS_AHEAD)} and ${addDays(through, 1 + MOST_DAYS_AHEAD)}
        and not exists (select from bill_step s
          where s.business_date = ${through} and s.step = 'CASE' and s.bill_no = b.bill_no)
    union select order_no from collection_case
      where case_status <> 'CLOSED' and levelled_on < ${addDays(through, 1)}
    order by order_no`.execute(db);
  return rows.map(({ orderNo }) => orderNo);
}

async function markDone(tx: Tx, orderNos: readonly string[], through: BusinessDate): Promise<void> {
  await sql`insert into bill_step (bill_no, business_date, step)
    select bill_no, ${through}::date, 'CASE' from bill
    where order_no = any(${orderNos}) and bill_status in ('ACTIVE', 'CHARGED_OFF')
      and due_date <= ${addDays(through, 1 + MOST_DAYS_AHEAD)}
    on conflict do nothing`.execute(tx);
  await sql`update collection_case set levelled_on = ${addDays(through, 1)}::date
    where order_no = any(${orderNos}) and case_status <> 'CLOSED'
      and levelled_on < ${addDays(through, 1)}`.execute(tx);
}
