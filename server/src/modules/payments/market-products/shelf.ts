import type { marketProduct } from '@kituo/sdk/contracts';
import { sql } from 'kysely';
import type * as z from 'zod/mini';
import type { Queryable } from '../../../db/database.ts';
import { addDays, businessDateOf } from '../../platform/policy/index.ts';
import { appliedOn } from './events.ts';
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
  readonly approvalPercent: number | null;
  readonly decisionMinutes: number | null;
}

/** What customers are told of a partner's decisions is of the last 90 days. */
const TOLD_DAYS = 90;

interface Told {
  readonly marketProductNo: string;
  readonly approvalPercent: number | null;
  readonly decisionMinutes: number | null;
}

/** What confirmed days say of each product: approved of a hundred applications, and how long decisions took. */
async function toldOf(db: Queryable, today: string): Promise<ReadonlyMap<string, Told>> {
  const { rows } = await sql<Told>`
    select market_product_no, (sum(approved) * 100 / sum(partner_applied))::int as approval_percent,
      round(sum(decision_minutes::numeric * partner_applied)
        / nullif(sum(partner_applied) filter (where decision_minutes is not null), 0))::int as decision_minutes
    from partner_day where day_status <> 'OPEN' and partner_applied > 0 and biz_date > ${addDays(today, -TOLD_DAYS)}
    group by 1`.execute(db);
  return new Map(rows.map((row) => [row.marketProductNo, row]));
}

const cards = (db: Queryable) =>
  db
    .selectFrom('partnerProduct as p')
    .innerJoin('partnerPlatform as f', 'f.platformCode', 'p.platformCode')
    .select(['p.marketProductNo', 'p.productName', 'f.platformName', 'p.minAmountCents', 'p.maxAmountCents'])
    .select(['p.minTermDays', 'p.maxTermDays', 'p.annualRateBps', 'p.feesText', 'p.applyUrl', 'p.vipLevelNo'])
    .select(['p.logo', 'f.logo as platformLogo', 'p.otherNames']);
type Card = Awaited<ReturnType<ReturnType<typeof cards>['execute']>>[number];

/** A product in the customer's language, with what confirmed days say of it. */
function shownAs(
  { logo, platformLogo, otherNames, productName, ...product }: Card,
  told: ReadonlyMap<string, Told>,
  language = 'en',
): ShownProduct {
  return {
    ...product,
    approvalPercent: told.get(product.marketProductNo)?.approvalPercent ?? null,
    decisionMinutes: told.get(product.marketProductNo)?.decisionMinutes ?? null,
    productName: otherNames[language] ?? productName,
    logoUrl: logoUrl(logo ?? platformLogo),
  };
}

/** A product as a customer reads it, whether or not one sees it now. The caller is known to see it. */
export async function cardOf(db: Queryable, marketProductNo: string, language?: string): Promise<ShownProduct> {
  const card = await cards(db).where('p.marketProductNo', '=', marketProductNo).executeTakeFirstOrThrow();
  return shownAs(card, await toldOf(db, businessDateOf(new Date())), language);
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
  const shown = await cards(db)
    .where('f.merchantNo', '=', merchantNo)
    .where('p.productStatus', '=', 'ON_SHELF')
    .where('p.linkHealth', '<>', 'BROKEN')
    .where('f.isEnabled', '=', true)
    .where('f.licenceExpiresOn', '>=', today)
    .where(sql<boolean>`(p.daily_apply_cap < 0 or p.daily_apply_cap > ${appliedOn(today)})`)
    .where((eb) => eb.or([eb('p.vipLevelNo', 'is', null), eb('p.vipLevelNo', '<=', vipLevelNo ?? -1)]))
    .orderBy('p.sort')
    .orderBy('p.marketProductNo')
    .execute();
  const told = await toldOf(db, today);
  return shown.map((card) => shownAs(card, told, language));
}

/** Why a product is not shown. */
type HiddenFor = z.output<typeof marketProduct.productHidden>;

/** Of these products, those that a customer is not shown at a moment, each with the first thing that hides it. */
export async function hiddenProducts(
  db: Queryable,
  marketProductNos: readonly string[],
  { at, vipLevelNo }: { readonly at: Date; readonly vipLevelNo: number | null },
): Promise<{ marketProductNo: string; productName: string; reason: HiddenFor }[]> {
  if (marketProductNos.length === 0) return [];
  const today = businessDateOf(at);
  const { rows } = await sql<{ marketProductNo: string; productName: string; reason: HiddenFor | null }>`
    select p.market_product_no, p.product_name, case
      when p.product_status <> 'ON_SHELF' then 'OFF_SHELF'
      when not f.is_enabled then 'PARTNER_OFF'
      when f.licence_expires_on is null or f.licence_expires_on < ${today} then 'LICENCE'
      when p.link_health = 'BROKEN' then 'LINK_BROKEN'
      when p.daily_apply_cap >= 0 and p.daily_apply_cap <= ${appliedOn(today)} then 'CAP'
      when p.vip_level_no is not null and p.vip_level_no > ${vipLevelNo ?? -1}::int then 'VIP_LEVEL' end as reason
    from partner_product p join partner_platform f using (platform_code)
    where p.market_product_no = any(${[...marketProductNos]}::text[])`.execute(db);
  return rows.flatMap(({ reason, ...row }) => (reason === null ? [] : [{ ...row, reason }]));
}
