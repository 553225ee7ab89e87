import type { Queryable } from '../../../db/database.ts';
import { AppError } from '../../../http/app-error.ts';

interface Serial {
  readonly paymentChannel: string;
  readonly paymentCode: string;
}

/** The approved recharge of a merchant that a channel's serial number belongs to: its money is booked. */
export async function rechargeOfSerial(
  db: Queryable,
  { paymentChannel, paymentCode }: Serial,
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

/** Before a person takes money in as a customer's: a merchant's is booked already. @throws AppError SERIAL_REPEATED */
export async function refuseRecharge(db: Queryable, serial: Serial): Promise<void> {
  const recharge = await rechargeOfSerial(db, serial);
  if (recharge) {
    throw new AppError('SERIAL_REPEATED', { fields: ['paymentCode'], facts: { rechargeNo: recharge.rechargeNo } });
  }
}
