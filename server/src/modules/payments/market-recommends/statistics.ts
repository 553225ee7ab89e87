import type { marketRecommend, ParsedRequestOf, ReplyOf } from '@kituo/sdk/contracts';
import { sql } from 'kysely';
import type { Queryable } from '../../../db/database.ts';
import { AppError } from '../../../http/app-error.ts';
import type { Call } from '../../../http/implement.ts';
import { seesMerchant } from '../../../http/merchant-scope.ts';
import { addDays, businessDateOf } from '../../platform/policy/index.ts';

export const percent = (part: number, whole: number): number | null =>
  whole === 0 ? null : Math.floor((part * 100) / whole);

/** What customers did at slots within the last 30 days, by slot. */
export async function countsBySlot(db: Queryable, ruleIds: readonly string[]) {
  const { rows } = await sql<{ ruleId: string; shown: number; clicks: number; applied: number }>`
    select rule_id, count(*) filter (where event_kind = 'SHOWN')::int as shown,
      count(*) filter (where event_kind = 'CLICKED')::int as clicks,
      count(*) filter (where event_kind = 'APPLIED')::int as applied
    from market_event where rule_id = any(${[...ruleIds]}::text[])
      and biz_date > ${addDays(businessDateOf(new Date()), -30)} group by 1`.execute(db);
  return new Map(rows.map(({ ruleId, ...counts }) => [ruleId, counts]));
}

/** What each product of a slot brought there, day by day or over all days. @throws AppError NOT_FOUND */
export async function slotStatistics(
  { slotCode, from, to }: ParsedRequestOf<typeof marketRecommend.statPage>,
  { db, caller }: Call,
): Promise<ReplyOf<typeof marketRecommend.statPage>> {
  const slot = await db
    .selectFrom('configRule')
    .select('merchantNo')
    .where('ruleId', '=', slotCode)
    .where('configKey', '=', 'supermarket.recommend')
    .executeTakeFirst();
  if (!slot || !seesMerchant(caller.scope, slot.merchantNo)) throw new AppError('NOT_FOUND');
  const { rows } = await sql<{
    marketProductNo: string;
    productName: string;
    shown: number;
    clicks: number;
    applied: number;
  }>`select e.market_product_no, p.product_name, count(*) filter (where event_kind = 'SHOWN')::int as shown,
      count(*) filter (where event_kind = 'CLICKED')::int as clicks,
      count(*) filter (where event_kind = 'APPLIED')::int as applied
    from market_event e join partner_product p using (market_product_no)
    where e.rule_id = ${slotCode} and e.biz_date between ${from} and ${to}
    group by 1, 2 order by 4 desc, 3 desc, 1`.execute(db);
  return rows.map((row) => ({
    ...row,
    clickPercent: percent(row.clicks, row.shown),
    applyPercent: percent(row.applied, row.clicks),
  }));
}
