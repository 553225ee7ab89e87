import { sql } from 'kysely';
import type { Logger } from 'pino';
import type { Database, Tx } from '../../../db/database.ts';
import type { BusinessDate } from '../../platform/policy/index.ts';
import { behind, type BehindRow, catchUpBill, chargeLocked } from './catch-up-bill.ts';

export interface EndOfDayResult {
  readonly bills: number;
  readonly days: number;
  /** Bills that could not be charged; the next run takes them up again. */
  readonly failed: readonly string[];
}

/** Bills a transaction: their locks are held for some tens of milliseconds, and a repayment waits no longer. */
const BATCH = 100;
/** One batch is reckoned here while the database writes another. */
const LANES = 2;

interface Tally {
  bills: number;
  days: number;
  readonly failed: string[];
}

/**
 * Closes a business date: every active bill gets its charges up to it. Batches take the bills that nobody
 * holds, so no repayment waits for a line of bills; what somebody held or what failed in its batch comes
 * last, a transaction each. Run again, or by two processes at once, it finds what is left; a day that was
 * missed is caught up.
 */
export async function runEndOfDay(db: Database, through: BusinessDate, log: Logger): Promise<EndOfDayResult> {
  const tally: Tally = { bills: 0, days: 0, failed: [] };
  await Promise.all(Array.from({ length: LANES }, () => chargeBatches(db, through, log, tally)));
  await chargeTheRest(db, through, log, tally);
  return tally;
}

/** Where a walk over the bills stands: by what they are charged through, then by number. */
interface Place {
  readonly accruedThrough: BusinessDate;
  readonly billNo: string;
}

const START: Place = { accruedThrough: '0001-01-01', billNo: '' };

const isBehind = (through: BusinessDate, { accruedThrough, billNo }: Place) => sql`
  where b.bill_status = 'ACTIVE' and b.accrued_through < ${through}
    and (b.accrued_through, b.bill_no) > (${accruedThrough}::date, ${billNo})
    and o.order_status = 'DISBURSED'
  order by b.accrued_through, b.bill_no`;

async function chargeBatches(db: Database, through: BusinessDate, log: Logger, tally: Tally): Promise<void> {
  for (let place: Place | undefined = START; place;) {
    const after: Place = place;
    const taken: BehindRow[] = [];
    try {
      await db.transaction().execute(async (tx) => {
        taken.push(...(await takeBatch(tx, through, after)));
        const charges = await chargeLocked(tx, taken, through);
        tally.bills += charges.length;
        tally.days += charges.reduce((sum, { days }) => sum + days.length, 0);
      });
    } catch (error) {
      // Without a row there is nothing to go on from, and the fault is not a bill's.
      if (taken.length === 0) throw error;
      log.warn({ err: error, bills: taken.length }, 'a batch of bills is charged one by one');
    }
    place = taken.at(-1);
  }
}

async function takeBatch(tx: Tx, through: BusinessDate, after: Place): Promise<BehindRow[]> {
  const { rows } = await sql<BehindRow>`
    ${behind} ${isBehind(through, after)} limit ${BATCH} for no key update of b skip locked`.execute(tx);
  return rows;
}

async function chargeTheRest(db: Database, through: BusinessDate, log: Logger, tally: Tally): Promise<void> {
  for (let place: Place | undefined = START; place;) {
    const { rows }: { rows: Place[] } = await sql<Place>`
      select b.accrued_through, b.bill_no from bill b join loan_order o using (order_no)
      ${isBehind(through, place)} limit ${BATCH}`.execute(db);
    for (const { billNo } of rows) {
      try {
        const days = await db.transaction().execute((tx) => catchUpBill(tx, billNo, through));
        tally.bills += days.length > 0 ? 1 : 0;
        tally.days += days.length;
      } catch (error) {
        tally.failed.push(billNo);
        log.error({ err: error, billNo }, 'a bill could not be charged for the day');
      }
    }
    place = rows.at(-1);
  }
}
