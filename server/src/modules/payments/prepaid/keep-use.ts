import type { Tx } from '../../../db/database.ts';
import type { NewConsumption } from './consumptions.ts';

/** Something a merchant used, once a cause. */
export type Use = Omit<NewConsumption, 'quantity' | 'unitPriceCents'>;

/** Keeps what came of a use. Answers whether it was charged. */
export const keeperOf =
  (
    tx: Tx,
    { merchantNo, consumptionType, causeNo, orderNo, at, unitPriceCents }: Use & { unitPriceCents: number | null },
  ) =>
  async (useStatus: 'CHARGED' | 'FREE' | 'UNPRICED' | 'UNPAID', recordNo: string | null = null): Promise<boolean> => {
    await tx
      .insertInto('merchantUse')
      .values({
        merchantNo,
        consumptionType,
        causeNo,
        orderNo: orderNo ?? null,
        usedAt: at,
        useStatus,
        unitPriceCents,
        recordNo,
      })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
    return useStatus === 'CHARGED';
  };

/** Notes a use that its price makes free, so that it counts towards the month's free quota. */
export async function noteFree(tx: Tx, use: Use): Promise<void> {
  await keeperOf(tx, { ...use, unitPriceCents: 0 })('FREE');
}

/** Whether something came of this use before: what was free stays free. */
export async function isKept(tx: Tx, { merchantNo, consumptionType, causeNo }: Use): Promise<boolean> {
  const kept = await tx
    .selectFrom('merchantUse')
    .select('causeNo')
    .where('merchantNo', '=', merchantNo)
    .where('consumptionType', '=', consumptionType)
    .where('causeNo', '=', causeNo)
    .executeTakeFirst();
  return kept !== undefined;
}
