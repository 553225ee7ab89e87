import type { Tx } from '../../../db/database.ts';

/** Joins what a provider reports to the account that sent it. What is on its way does not take back an end. */
export async function noteSmsDelivery(
  tx: Tx,
  reference: string,
  delivery: 'SENT' | 'DELIVERED' | 'FAILED',
): Promise<void> {
  await tx
    .updateTable('smsSending')
    .set({ delivery })
    .where('reference', '=', reference)
    .where((eb) => eb.or([eb('delivery', 'is', null), eb('delivery', '=', 'SENT')]))
    .execute();
}
