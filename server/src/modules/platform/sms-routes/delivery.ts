import { sql } from 'kysely';
import type { Tx } from '../../../db/database.ts';
import { givesWay, type ToldDelivery } from '../gateways/index.ts';

/** Joins what a provider reports to the account that sent it. */
export async function noteSmsDelivery(tx: Tx, reference: string, told: ToldDelivery): Promise<void> {
  await tx
    .updateTable('smsSending')
    .set({ delivery: told.outcome, vendorAt: told.vendorAt })
    .where('reference', '=', reference)
    .where(givesWay({ outcome: sql.ref('delivery'), vendorAt: sql.ref('vendorAt') }, told))
    .execute();
}
