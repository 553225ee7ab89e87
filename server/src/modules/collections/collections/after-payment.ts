import { sql } from 'kysely';
import type { Queryable, Tx } from '../../../db/database.ts';
import { businessDateOf } from '../../platform/policy/index.ts';
import { keepPromises, type PromiseToPay } from './promises.ts';
import { lockCasesOf, syncCases, type SyncOptions } from './sync-cases.ts';

/**
 * What a payment means for the cases of its loan: promises that it makes good are kept, and a case whose bills
 * are all final closes. In the payment's transaction, its order locked.
 */
export async function casesAfterPayment(tx: Tx, orderNo: string, at: Date): Promise<void> {
  // Before its promises, as who takes a promise back locks them. A loan without a case has neither.
  const cases = await lockCasesOf(tx, [orderNo]);
  if (cases.length === 0) return;
  await keepPromises(tx, orderNo, at);
  await syncCases(tx, [orderNo], outsideTheDay(at), cases);
}

/** Cases of bills that are owed again open; those of losses recognised go to the pool of bad debt. */
export async function casesAfterRollback(tx: Tx, orderNo: string, at: Date): Promise<void> {
  await syncCases(tx, [orderNo], outsideTheDay(at));
}

/** The cases of an order, as they stand. */
export async function casesOfOrder(db: Queryable, orderNo: string) {
  return await db
    .selectFrom('collectionCase')
    .select(['caseNo', 'caseStatus', 'caseLevel'])
    .where('orderNo', '=', orderNo)
    .orderBy('caseNo')
    .execute();
}

type LessPaid = {
  readonly promiseNo: string;
  readonly promisedOn: string;
  readonly promiseStatus: Exclude<PromiseToPay['promiseStatus'], 'CANCELLED'>;
  readonly amountCents: number;
  readonly paidCents: number;
};

/**
 * The promises that these rolled back payments had counted for, with what is paid of each without them. A promise that
 * was kept stays so: the customer kept their word, whatever became of the money.
 */
export async function promisesLessPaid(
  db: Queryable,
  orderNo: string,
  applicationNos: readonly string[],
): Promise<LessPaid[]> {
  const { rows } = await sql<LessPaid>`
    select p.promise_no, p.promised_on, p.promise_status, p.amount_cents,
      coalesce(sum(a.applied_cents) filter (where a.application_status = 'LIVE'), 0)::bigint as paid_cents
    from collection_case c join promise_to_pay p on p.case_no = c.case_no
    join payment_application a on a.order_no = c.order_no and a.applied_at >= p.made_at and a.paid_on <= p.promised_on
    where c.order_no = ${orderNo} and p.promise_status <> 'CANCELLED'
    group by p.promise_no
    having bool_or(a.application_no = any(${[...applicationNos]}::text[]))
    order by p.promise_no`.execute(db);
  return rows;
}

const outsideTheDay = (at: Date): SyncOptions => ({
  today: businessDateOf(at),
  at,
  isEndOfDay: false,
});
