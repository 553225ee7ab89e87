import type { Queryable } from '../../../db/database.ts';
import type { Services } from '../../../services.ts';

const PAYBILL = 'BANK.MPESA_PAYBILL';

/** The short code that customers pay to, as the gateway is set up; null for an account that receives nothing. */
export async function receivingCode(
  db: Queryable,
  { engine }: Pick<Services, 'engine'>,
  accountCode: string,
): Promise<string | null> {
  const kept = await db
    .selectFrom('repayAccount')
    .select('shortCode')
    .where('accountCode', '=', accountCode)
    .executeTakeFirst();
  if (!kept) return null;
  const own = accountCode === PAYBILL ? engine.gateways.shortCodes?.PAYBILL : undefined;
  return own ?? kept.shortCode;
}
