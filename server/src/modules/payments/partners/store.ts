import type { Selectable } from 'kysely';
import type { Queryable, Tx } from '../../../db/database.ts';
import type { PartnerDayTable } from '../../../db/partner-schema.ts';
import { lockOne } from '../../../db/lock-one.ts';
import { AppError } from '../../../http/app-error.ts';
import type { DataScope } from '../../../http/implement.ts';
import { seesMerchant } from '../../../http/merchant-scope.ts';

export type PartnerDay = Selectable<PartnerDayTable>;

/** Locks a day of a partner's product. @throws AppError PARTNER_DAY_NOT_FOUND */
export async function lockDay(tx: Tx, partnerDayNo: string, scope: DataScope = 'all'): Promise<PartnerDay> {
  return await lockOne(tx, tx.selectFrom('partnerDay').selectAll().where('partnerDayNo', '=', partnerDayNo), {
    missing: 'PARTNER_DAY_NOT_FOUND',
    subject: `partnerDay ${partnerDayNo}`,
    state: ({ version }) => version,
    isSeen: ({ merchantNo }) => seesMerchant(scope, merchantNo),
  });
}

/** Writes what changes of a locked day. */
export async function setDay(
  tx: Tx,
  partnerDayNo: string,
  change: Partial<Omit<PartnerDay, 'partnerDayNo' | 'version'>>,
): Promise<void> {
  await tx
    .updateTable('partnerDay')
    .set((eb) => ({ ...change, version: eb('version', '+', 1) }))
    .where('partnerDayNo', '=', partnerDayNo)
    .execute();
}

/** A product of an enabled partner, with its terms. @throws AppError REFERENCE_UNKNOWN */
export async function readProduct(db: Queryable, marketProductNo: string, scope: DataScope) {
  const row = await db
    .selectFrom('partnerProduct as p')
    .innerJoin('partnerPlatform as f', 'f.platformCode', 'p.platformCode')
    .select(['p.platformCode', 'p.unitPriceCents', 'p.shareBps', 'f.merchantNo'])
    .where('p.marketProductNo', '=', marketProductNo)
    .where('f.isEnabled', '=', true)
    .executeTakeFirst();
  if (!row || !seesMerchant(scope, row.merchantNo)) {
    throw new AppError('REFERENCE_UNKNOWN', { fields: ['marketProductNo'] });
  }
  return row;
}
