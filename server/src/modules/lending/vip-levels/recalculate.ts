import { sql } from 'kysely';
import type { Database, Tx } from '../../../db/database.ts';
import { awardCoupon } from '../coupons/index.ts';
import { businessDateOf } from '../../platform/policy/index.ts';
import { rulesAt } from '../../platform/rules/index.ts';
import { earnedLevels } from './earned-levels.ts';
import { vipLevelFamily } from './rules.ts';

export interface Recalculated {
  readonly members: number;
  readonly rises: number;
  readonly falls: number;
  readonly coupons: number;
}

interface Moved {
  readonly customerNo: string;
  readonly levelBefore: number | null;
  readonly levelNo: number | null;
}

/**
 * Gives each customer of a merchant the highest level whose conditions the loans meet, all in one statement. A level set
 * by hand stays until its last day. Whoever rises gets the level's coupon.
 */
export async function recalculate(tx: Tx, merchantNo: string, at: Date): Promise<Recalculated> {
  const levels = (await rulesAt(tx, vipLevelFamily, at, merchantNo)).map(({ value }) => value);
  const { rows: moved } = await sql<Moved>`
    with ${earnedLevels(merchantNo, levels, at)},
    held as (select m.* from vip_member m where m.merchant_no = ${merchantNo}),
    kept as (select customer_no from held where vip_source = 'MANUAL' and expires_at > ${at}),
    gone as (delete from vip_member v using held h where v.customer_no = h.customer_no
      and not exists (select from best b where b.customer_no = h.customer_no)
      and not exists (select from kept k where k.customer_no = h.customer_no)
      returning v.customer_no, v.level_no),
    placed as (insert into vip_member as v (customer_no, merchant_no, level_no, vip_source, step_up_bps, has_hotline_priority, settled_orders,
        on_time_percent, max_dpd, changed_at, expires_at)
      select b.customer_no, ${merchantNo}, b.level_no, 'RULE', b.step_up, b.is_first, b.settled, b.on_time, b.dpd, ${at}::timestamptz,
        ${at}::timestamptz + b.days * interval '1 day'
      from best b where not exists (select from kept k where k.customer_no = b.customer_no)
      on conflict (customer_no) do update set level_no = excluded.level_no, vip_source = 'RULE',
        step_up_bps = excluded.step_up_bps, has_hotline_priority = excluded.has_hotline_priority,
        settled_orders = excluded.settled_orders,
        on_time_percent = excluded.on_time_percent, max_dpd = excluded.max_dpd, expires_at = excluded.expires_at,
        changed_at = case when v.level_no = excluded.level_no then v.changed_at else excluded.changed_at end,
        version = v.version + 1
      returning v.customer_no, v.level_no),
    moved as (select p.customer_no, h.level_no as level_before, p.level_no from placed p left join held h using (customer_no)
      union all select customer_no, level_no, null from gone),
    noted as (insert into vip_move (customer_no, level_before, level_no, vip_source, moved_at)
      select customer_no, level_before, level_no, 'RULE', ${at} from moved
      where level_before is distinct from level_no order by customer_no)
    select * from moved order by 1`.execute(tx);
  const couponOf = new Map(levels.map(({ levelNo, couponTemplateNo }) => [levelNo, couponTemplateNo]));
  const rises = moved.filter(({ levelBefore, levelNo }) => levelNo !== null && levelNo > (levelBefore ?? -1));
  let coupons = 0;
  for (const { customerNo, levelNo } of rises) {
    const couponTemplateNo = couponOf.get(levelNo ?? -1) ?? null;
    if (couponTemplateNo === null) continue;
    if ((await awardCoupon(tx, { couponTemplateNo, customerNo, merchantNo }, at)) !== null) coupons += 1;
  }
  const falls = moved.filter(({ levelBefore, levelNo }) => levelBefore !== null && (levelNo ?? -1) < levelBefore);
  const members = moved.filter(({ levelNo }) => levelNo !== null).length;
  return { members, rises: rises.length, falls: falls.length, coupons };
}

/** Once a business date for each merchant that has levels. Answers how many customers changed theirs. */
export async function recalculateDay(db: Database, at: Date): Promise<number> {
  const bizDate = businessDateOf(at);
  const merchants = new Set((await rulesAt(db, vipLevelFamily, at)).map(({ merchantNo }) => merchantNo));
  let changed = 0;
  for (const merchantNo of merchants) {
    changed += await db.transaction().execute(async (tx) => {
      const { numInsertedOrUpdatedRows } = await tx
        .insertInto('vipRun')
        .values({ merchantNo, bizDate })
        .onConflict((conflict) => conflict.doNothing())
        .executeTakeFirstOrThrow();
      if (numInsertedOrUpdatedRows !== 1n) return 0;
      const { rises, falls } = await recalculate(tx, merchantNo, at);
      return rises + falls;
    });
  }
  return changed;
}
