import { sql } from 'kysely';
import type { Queryable } from '../../../db/database.ts';
import { businessDateOf } from '../../platform/policy/index.ts';
import { logoUrl } from './logos.ts';

/** What a customer is shown of a partner's product. */
export interface ShownProduct {
  readonly marketProductNo: string;
  readonly productName: string;
  readonly logoUrl: string | null;
  readonly platformName: string;
  readonly minAmountCents: number;
  readonly maxAmountCents: number;
  readonly minTermDays: number;
  readonly maxTermDays: number;
  readonly annualRateBps: number;
  readonly feesText: string;
  readonly applyUrl: string;
  readonly vipLevelNo: number | null;
}

/**
 * The products that customers of a merchant see at a moment, in their order: on the shelf, of an enabled partner with
 * a valid licence, with an address that answers, below the day's cap, and of the customer's VIP level (null: none).
 */
export async function shownProducts(
  db: Queryable,
  merchantNo: string,
  asked: { readonly at: Date; readonly vipLevelNo: number | null; readonly language?: string | undefined },
): Promise<ShownProduct[]> {
  const { at, vipLevelNo, language } = asked;
  const today = businessDateOf(at);
  const shown = await db
    .selectFrom('partnerProduct as p')
    .innerJoin('partnerPlatform as f', 'f.platformCode', 'p.platformCode')
    .select(['p.marketProductNo', 'p.productName', 'f.platformName', 'p.minAmountCents', 'p.maxAmountCents'])
    .select(['p.minTermDays', 'p.maxTermDays', 'p.annualRateBps', 'p.feesText', 'p.applyUrl', 'p.vipLevelNo'])
    .select(['p.logo', 'p.otherNames'])
    .where('f.merchantNo', '=', merchantNo)
    .where('p.productStatus', '=', 'ON_SHELF')
    .where('p.linkHealth', '<>', 'BROKEN')
    .where('f.isEnabled', '=', true)
    .where('f.licenceExpiresOn', '>=', today)
    .where(
      sql<boolean>`(p.daily_apply_cap < 0 or p.daily_apply_cap > coalesce((select d.our_applied from partner_day d
        where d.market_product_no = p.market_product_no and d.biz_date = ${today}), 0))`,
    )
    .where((eb) => eb.or([eb('p.vipLevelNo', 'is', null), eb('p.vipLevelNo', '<=', vipLevelNo ?? -1)]))
    .orderBy('p.sort')
    .orderBy('p.marketProductNo')
    .execute();
  return shown.map(({ logo, otherNames, productName, ...product }) => ({
    ...product,
    productName: otherNames[language ?? 'en'] ?? productName,
    logoUrl: logoUrl(logo),
  }));
}
