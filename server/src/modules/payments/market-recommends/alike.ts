import { sql } from 'kysely';
import type { Queryable } from '../../../db/database.ts';
import { addDays, businessDateOf } from '../../platform/policy/index.ts';

/** A product's decisions on applicants of one model level. */
export interface Alike {
  readonly marketProductNo: string;
  readonly decided: number;
  readonly approvedPercent: number;
}

const DAYS = 90;
/** With fewer decisions on applicants alike the rate of all applicants counts. */
const LEAST = 10;

/**
 * Of the applications that partners name with their result, on confirmed days of the last 90: how many of applicants
 * with a model level were approved, by product. The level is that of the applicant's newest order at the time.
 */
export async function approvedAlike(
  db: Queryable,
  asked: { readonly marketProductNos: readonly string[]; readonly modelLevel: string | null },
  at: Date,
): Promise<ReadonlyMap<string, Alike>> {
  const { marketProductNos, modelLevel } = asked;
  if (modelLevel === null) return new Map();
  const { rows } = await sql<Alike>`
    select d.market_product_no, count(*)::int as decided,
      round(100.0 * count(*) filter (where r.is_approved) / count(*))::int as approved_percent
    from partner_day d
    join partner_reference r on r.partner_day_no = d.partner_day_no and r.is_approved is not null
    join lateral (select e.customer_no, e.at from market_event e where e.market_product_no = d.market_product_no
      and e.partner_reference = r.partner_reference and e.event_kind = 'APPLIED' order by e.event_id limit 1) e on true
    join lateral (select o.model_level from loan_order o where o.customer_no = e.customer_no and o.apply_time <= e.at
      order by o.apply_time desc limit 1) o on o.model_level = ${modelLevel}
    where d.market_product_no = any(${[...marketProductNos]}::text[]) and d.day_status <> 'OPEN'
      and d.biz_date > ${addDays(businessDateOf(at), -DAYS)}
    group by 1 having count(*) >= ${LEAST}`.execute(db);
  return new Map(rows.map((row) => [row.marketProductNo, row]));
}
