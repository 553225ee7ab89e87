import type { Tx } from '../../../db/database.ts';
import { businessDateOf } from '../../platform/policy/index.ts';
import { keepPromises } from './promises.ts';
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

const outsideTheDay = (at: Date): SyncOptions => ({
  today: businessDateOf(at),
  at,
  isEndOfDay: false,
});
