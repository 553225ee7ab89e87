import type { Tx } from '../../../db/database.ts';

export type DeliveryOutcome = 'SENT' | 'DELIVERED' | 'FAILED';

/**
 * Joins what a gateway reports to the message it is about. Reports come in any order: what says that a message
 * is on its way does not take back how it ended.
 * @returns its number; null where no message of the outbox has this reference.
 */
export async function keepDelivery(tx: Tx, reference: string, outcome: DeliveryOutcome): Promise<string | null> {
  const known = await tx
    .selectFrom('message')
    .select(['messageNo', 'deliveryOutcome'])
    .where('gatewayReference', '=', reference)
    .forNoKeyUpdate()
    .executeTakeFirst();
  if (!known) return null;
  const isOver = known.deliveryOutcome === 'DELIVERED' || known.deliveryOutcome === 'FAILED';
  if (isOver) return known.messageNo;
  await tx
    .updateTable('message')
    .set({ deliveryOutcome: outcome, deliveryToldAt: new Date() })
    .where('messageNo', '=', known.messageNo)
    .execute();
  return known.messageNo;
}
