import { sql } from 'kysely';
import type { Tx } from '../../../db/database.ts';
import { givesWay, type ToldDelivery } from '../gateways/index.ts';
import './tables.ts';

/** Joins what a provider reports to the account that sent it. @returns whether one did */
export async function noteAccountDelivery(tx: Tx, reference: string, told: ToldDelivery): Promise<boolean> {
  const isTold = givesWay({ outcome: sql.ref('delivery'), vendorAt: sql.ref('vendorAt') }, told);
  const noted = await tx
    .updateTable('messageSending')
    .set((eb) => ({
      delivery: eb.case().when(isTold).then(told.outcome).else(eb.ref('delivery')).end(),
      vendorAt: sql`case when ${isTold} then ${told.vendorAt}::timestamptz else vendor_at end`,
    }))
    .where('reference', '=', reference)
    .executeTakeFirst();
  return noted.numUpdatedRows > 0n;
}
