import type { Tx } from '../../../db/database.ts';
import './tables.ts';

/** Joins what a provider reports to the account that sent it. What is on its way does not take back an end. */
export async function noteAccountDelivery(
  tx: Tx,
  reference: string,
  delivery: 'SENT' | 'DELIVERED' | 'FAILED',
): Promise<boolean> {
  const noted = await tx
    .updateTable('messageSending')
    .set((eb) => ({
      delivery: eb.case().when('delivery', 'in', ['DELIVERED', 'FAILED']).then(eb.ref('delivery')).else(delivery).end(),
    }))
    .where('reference', '=', reference)
    .executeTakeFirst();
  return noted.numUpdatedRows > 0n;
}
