import type { Tx } from '../../db/database.ts';
import { businessDateOf } from '../policy/index.ts';
import { keepPromises } from './promises.ts';
import { syncCases } from './sync-cases.ts';

/**
 * What a payment means for the cases of its loan: promises that it makes good are kept, and a case whose bills
 * are all final closes. In the payment's transaction, its order locked.
 */
export async function casesAfterPayment(tx: Tx, orderNo: string, at: Date): Promise<void> {
  await keepPromises(tx, orderNo, at);
  await casesAfterRollback(tx, orderNo, at);
}

/** Cases of bills that are owed again open; those of losses recognised go to the pool of bad debt. */
export async function casesAfterRollback(tx: Tx, orderNo: string, at: Date): Promise<void> {
  await syncCases(tx, [orderNo], { today: businessDateOf(at), at, isEndOfDay: false });
}
