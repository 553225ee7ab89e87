import type { Queryable } from '../../../db/database.ts';

/** The approved recharge of a merchant that a channel's serial number belongs to: its money is booked. */
export async function rechargeOfSerial(
  db: Queryable,
  { paymentChannel, paymentCode }: { readonly paymentChannel: string; readonly paymentCode: string },
): Promise<{ readonly rechargeNo: string; readonly amountCents: number } | undefined> {
  if (paymentChannel !== 'MPESA' && paymentChannel !== 'BANK') return undefined;
  return await db
    .selectFrom('merchantRecharge')
    .select(['rechargeNo', 'amountCents'])
    .where('paymentChannel', '=', paymentChannel)
    .where('paymentCode', '=', paymentCode)
    .where('rechargeStatus', '=', 'APPROVED')
    .executeTakeFirst();
}
