import { sql } from 'kysely';
import type { Tx } from '../../../db/database.ts';
import { givesWay, type ToldDelivery } from '../gateways/index.ts';

/**
 * Joins what a gateway reports to the message it is about.
 * @returns its number; null where no message of the outbox has this reference.
 */
export async function keepDelivery(tx: Tx, reference: string, told: ToldDelivery): Promise<string | null> {
  const known = await tx
    .selectFrom('message')
    .select('messageNo')
    .select(givesWay({ outcome: sql.ref('deliveryOutcome'), vendorAt: sql.ref('vendorAt') }, told).as('givesWay'))
    .where('gatewayReference', '=', reference)
    .forNoKeyUpdate()
    .executeTakeFirst();
  if (!known) return null;
  if (!known.givesWay) return known.messageNo;
  await tx
    .updateTable('message')
    .set({ deliveryOutcome: told.outcome, deliveryToldAt: new Date(), vendorAt: told.vendorAt })
    .where('messageNo', '=', known.messageNo)
    .execute();
  return known.messageNo;
}
