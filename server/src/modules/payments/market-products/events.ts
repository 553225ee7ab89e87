import { sql } from 'kysely';
import type { Queryable, Tx } from '../../../db/database.ts';
import { businessDateOf } from '../../platform/policy/index.ts';

/** What happened to cards at a customer's, from a slot or (null) from the shelf. */
export interface MarketEvents {
  readonly eventKind: 'SHOWN' | 'CLICKED' | 'APPLIED';
  readonly marketProductNos: readonly string[];
  readonly customerNo: string;
  readonly ruleId: string | null;
  readonly partnerReference?: string | null;
}

/** Keeps what happened, and counts it in the day of the product that waits for the partner's report. */
export async function keepEvents(tx: Tx, { marketProductNos, ...of }: MarketEvents, at: Date): Promise<void> {
  if (marketProductNos.length === 0) return;
  const bizDate = businessDateOf(at);
  await tx
    .insertInto('marketEvent')
    .values(marketProductNos.map((marketProductNo) => ({ ...of, marketProductNo, bizDate })))
    .execute();
  if (of.eventKind === 'SHOWN') return;
  const counted = of.eventKind === 'CLICKED' ? 'clicks' : 'ourApplied';
  await tx
    .updateTable('partnerDay')
    .set((eb) => ({ [counted]: eb(counted, '+', 1) }))
    .where('marketProductNo', 'in', [...marketProductNos])
    .where('bizDate', '=', bizDate)
    .where('dayStatus', '=', 'OPEN')
    .execute();
}

/** What we counted of a product on a day before a report was written down. */
export async function countsOf(
  db: Queryable,
  marketProductNo: string,
  bizDate: string,
): Promise<{ clicks: number; ourApplied: number }> {
  return await db
    .selectFrom('marketEvent')
    .select([
      sql<number>`count(*) filter (where event_kind = 'CLICKED')::int`.as('clicks'),
      sql<number>`count(*) filter (where event_kind = 'APPLIED')::int`.as('ourApplied'),
    ])
    .where('marketProductNo', '=', marketProductNo)
    .where('bizDate', '=', bizDate)
    .executeTakeFirstOrThrow();
}

/** Of the product `p`: applications that we counted on a day, reported or not. */
export const appliedOn = (bizDate: string) => sql<number>`coalesce((select d.our_applied from partner_day d
    where d.market_product_no = p.market_product_no and d.biz_date = ${bizDate}),
  (select count(*) from market_event e where e.market_product_no = p.market_product_no
    and e.biz_date = ${bizDate} and e.event_kind = 'APPLIED'), 0)::int`;
