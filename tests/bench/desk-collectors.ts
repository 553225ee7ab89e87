import { performance } from 'node:perf_hooks';
import { collection, type RequestOf } from '@kituo/sdk/contracts';
import { sql } from 'kysely';
import type { Database } from '../../server/src/db/database.ts';
import { distributeCase } from '../../server/src/modules/collections/collections/index.ts';
import { callAs } from '../e2e/support/staff.ts';
import type { Hand, Work } from './desk-work.ts';

/** The user who hands them out: a principal of the demonstration. */
const PRINCIPAL = 'U000020';

/** How many cases there are, of whatever state. */
export async function countCases(db: Database): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*) from collection_case`.execute(db);
  return Number(rows[0]?.count ?? 0);
}

/** As many cases as are wanted: what a book lacks is added as cases that left collection, by one statement. */
export async function addClosedCases(db: Database, wanted: number): Promise<void> {
  const missing = wanted - (await countCases(db));
  if (missing <= 0) return;
  const startedAt = performance.now();
  await sql`with orders as (select order_no, merchant_no, customer_no, collection_scope,
        row_number() over (order by order_no) as n, count(*) over () as of from loan_order where lending_time is not null)
    insert into collection_case (case_scope, order_no, merchant_no, customer_no, case_status, case_level, collection_level,
      oldest_due_on, opened_at, closed_at, out_reason, dpd_at_out, due_at_entry_cents, levelled_on)
    select o.collection_scope, o.order_no, o.merchant_no, o.customer_no, 'CLOSED', 'S1', 'S1',
      current_date - 100 - (o.n % 500)::int, now() - make_interval(days => 103 + (o.n % 500)::int),
      now() - make_interval(days => 95 + (o.n % 500)::int), 'SETTLED', 5, 500000 + o.n % 1000 * 100,
      current_date - 95 - (o.n % 500)::int
    from orders o cross join generate_series(0, (${missing}::bigint / greatest(o.of, 1))::int) as again
    order by again, o.n limit ${missing}`.execute(db);
  await sql`analyze collection_case`.execute(db);
  const seconds = (performance.now() - startedAt) / 1000;
  console.log(`${missing.toLocaleString('en')} closed cases added in ${seconds.toFixed(0)} s`);
}

/** Takes back what an earlier run left in their hands, and fills each with so many cases of the merchant. */
export async function handOut(db: Database, wanted: ReadonlyMap<string, number>, merchantNo: string): Promise<void> {
  await sql`with freed as (update collection_case set case_status = 'POOL', collector_user_no = null
      where case_status = 'COLLECTING' and collector_user_no = any(${[...wanted.keys()]}::text[]) returning case_no)
    update case_assignment a set ended_at = now() from freed
    where a.case_no = freed.case_no and a.ended_at is null`.execute(db);
  for (const [userNo, count] of wanted) {
    // The pool of a book is small: what others of the demonstration have is taken back first.
    const { rows: cases } = await sql<{ caseNo: string }>`with free as (
        select case_no from collection_case c where case_scope = 'ORDER' and merchant_no = ${merchantNo}
          and (case_status = 'POOL' or case_status = 'COLLECTING'
            and collector_user_no <> all(${[...wanted.keys()]}::text[]))
        order by oldest_due_on desc, case_no limit ${count}),
      ended as (update case_assignment a set ended_at = now() from free
        where a.case_no = free.case_no and a.ended_at is null)
      update collection_case c set case_status = 'POOL', collector_user_no = null from free
      where c.case_no = free.case_no returning c.case_no`.execute(db);
    if (cases.length < count) throw new Error(`${merchantNo} has ${cases.length} of ${count} open cases`);
    await db.transaction().execute(async (tx) => {
      const reach = { caseScope: 'ORDER', caller: { scope: 'all', userNo: PRINCIPAL } } as const;
      const handing = { by: PRINCIPAL, at: new Date() };
      for (const { caseNo } of cases) await distributeCase(tx, caseNo, userNo, reach, handing);
    });
  }
}

const { byOrder } = collection;
type FollowUp = RequestOf<typeof byOrder.followUpSave>;
const NOTE: Omit<FollowUp, 'caseId'> = {
  contactPerson: 'BORROWER',
  contactChannel: 'CALL',
  actionCode: 'NO_ANSWER',
  remark: 'Rang twice, no answer',
};

/**
 * One collector's day at MyCollection, by the calls that the page makes: the list and the day's figures, the next best
 * case, its file and its gate, the call, the note, and again. `taken` is told of each case.
 */
export function collector(url: string, token: string, taken: (caseId: string) => void, pace: number): Work {
  const list = { filters: {}, page: 1, pageSize: 20, sort: null } as const;
  return async (hand: Hand) => {
    let skip: string[] = [];
    while (hand.isOn()) {
      await hand.timed('list', () => callAs(url, token, byOrder.selfPage, list));
      await hand.timed('figures', () => callAs(url, token, byOrder.selfSummary, {}));
      const { next } = await hand.timed('next', () => callAs(url, token, byOrder.selfNext, { skip }));
      if (next === null) {
        // All were worked once: from the first again, as on the next day.
        skip = [];
        await hand.think(pace / 4);
        continue;
      }
      const { caseId } = next.row;
      taken(caseId);
      const [, contacts] = await Promise.all([
        hand.timed('file', () => callAs(url, token, byOrder.selfOne, { caseId })),
        hand.timed('gate', () => callAs(url, token, byOrder.contactGate, { caseId })),
      ]);
      await hand.think(pace / 4);
      const isOpen = contacts.some(({ contactPerson, call }) => contactPerson === 'BORROWER' && call.isAllowed);
      if (isOpen) {
        await hand.timed('call', () => callAs(url, token, byOrder.call, { caseId }));
        await hand.think(pace / 2);
      }
      const note = isOpen ? NOTE : { ...NOTE, contactChannel: 'NONE' as const };
      await hand.timed('note', () => callAs(url, token, byOrder.followUpSave, { caseId, ...note }));
      skip = [...skip, caseId].slice(-90);
      await hand.think(pace / 4);
    }
  };
}
