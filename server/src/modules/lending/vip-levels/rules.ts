import { vipLevel } from '@kituo/sdk/contracts';
import { sql } from 'kysely';
import type { Queryable } from '../../../db/database.ts';
import { AppError } from '../../../http/app-error.ts';
import { refuseStrangeIcon } from './icon-files.ts';
import { type RuleFamily, rulesAt } from '../../platform/rules/index.ts';

type Level = vipLevel.VipLevelRule;

/** Pure: whether a level asks for at least as much as one below it. */
const isAsStrict = (level: Level, below: Level): boolean =>
  level.minSettledOrders >= below.minSettledOrders &&
  level.minOnTimePercent >= below.minOnTimePercent &&
  level.maxDpd <= below.maxDpd;

/** The levels of a merchant: each higher one is at least as strict as those below. */
export const vipLevelFamily: RuleFamily<Level> = {
  key: 'supermarket.vipLevel',
  title: { en: 'VIP level', zh: '会员等级' },
  contract: { ...vipLevel, value: vipLevel.vipLevelRule },
  page: '/AdminContent/LoanSupermarketSystem/LoanSupermarketVipLevelManagement',
  codes: {
    save: 'supermarket:vipLevel:save',
    state: 'supermarket:vipLevel:save',
    audit: 'supermarket:config:audit',
  },
  overlaps: (one, other) => one.levelNo === other.levelNo,
  simulate: null,
  async check(db, merchantNo, level) {
    for (const { value: other } of await rulesAt(db, vipLevelFamily, new Date(), merchantNo)) {
      if (other.levelNo === level.levelNo) continue;
      const [low, high] = other.levelNo < level.levelNo ? [other, level] : [level, other];
      if (!isAsStrict(high, low)) {
        throw new AppError('VIP_LEVEL_LAX', { facts: { level: other.levelNo }, fields: ['value.levelNo'] });
      }
    }
    await refuseStrangeIcon(db, merchantNo, level);
    if (level.couponTemplateNo === null) return;
    const template = await db
      .selectFrom('couponTemplate')
      .select('templateStatus')
      .where('couponTemplateNo', '=', level.couponTemplateNo)
      .where('merchantNo', '=', merchantNo)
      .executeTakeFirst();
    if (template?.templateStatus !== 'ENABLED') {
      throw new AppError('COUPON_TEMPLATE_OFF', { fields: ['value.couponTemplateNo'] });
    }
  },
  async decorate(rows, { db }) {
    const { rows: counted } = await sql<{ ruleId: string; couponName: string | null; members: number }>`
      select r.rule_id, (select t.coupon_content from coupon_template t where t.coupon_template_no = w.coupon) as coupon_name,
        (select count(*)::int from vip_member m where m.merchant_no = r.merchant_no and m.level_no = w.level_no) as members
      from config_rule r
      join unnest(${rows.map(({ ruleId }) => ruleId)}::text[], ${rows.map(({ value }) => value.levelNo)}::int[],
        ${rows.map(({ value }) => value.couponTemplateNo)}::text[]) as w (rule_id, level_no, coupon) using (rule_id)`.execute(
      db,
    );
    return new Map(counted.map(({ ruleId, ...told }) => [ruleId, told]));
  },
};

/** A level of a merchant that applies now. @throws AppError VIP_LEVEL_UNKNOWN */
export async function levelNow(db: Queryable, merchantNo: string, levelNo: number): Promise<Level> {
  const levels = await rulesAt(db, vipLevelFamily, new Date(), merchantNo);
  const found = levels.find(({ value }) => value.levelNo === levelNo);
  if (!found) throw new AppError('VIP_LEVEL_UNKNOWN', { fields: ['levelNo'] });
  return found.value;
}
