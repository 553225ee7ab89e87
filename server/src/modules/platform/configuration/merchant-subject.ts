import type { Queryable } from '../../../db/database.ts';
import { AppError } from '../../../http/app-error.ts';

/** The check of families that are configured for a merchant. @throws AppError REFERENCE_UNKNOWN */
export async function refuseStrangeMerchant(db: Queryable, merchantNo: string): Promise<void> {
  const merchant = await db
    .selectFrom('merchant')
    .select('merchantNo')
    .where('merchantNo', '=', merchantNo)
    .executeTakeFirst();
  if (!merchant) throw new AppError('REFERENCE_UNKNOWN', { fields: ['subjectNo'] });
}
