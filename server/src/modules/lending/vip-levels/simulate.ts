import type { ParsedRequestOf, ReplyOf, vipLevel } from '@kituo/sdk/contracts';
import { sql } from 'kysely';
import { AppError } from '../../../http/app-error.ts';
import type { Queryable } from '../../../db/database.ts';
import type { Call } from '../../../http/implement.ts';
import { seesMerchant } from '../../../http/merchant-scope.ts';
import { rulesAt } from '../../platform/rules/index.ts';
import { pointAt, renderTemplate } from '../../platform/message-templates/index.ts';
import { earnedLevels } from './earned-levels.ts';
import { namesIn } from './level-names.ts';
import { monthlyCost } from './monthly-cost.ts';
import { vipLevelFamily } from './rules.ts';

interface Moved {
  readonly levelBefore: number | null;
  readonly levelNo: number | null;
  readonly members: number;
  /** What their step-up would come to. */
  readonly creditCents: number;
}

/**
 * Who would have which level if it were reckoned now, by the levels in force or with a draft among them. Levels that
 * were set by hand stay. Nothing is written. @throws AppError REFERENCE_UNKNOWN
 */
export async function simulateLevels(
  { merchantNo, draft }: ParsedRequestOf<typeof vipLevel.simulate>,
  { db, caller }: Call,
): Promise<ReplyOf<typeof vipLevel.simulate>> {
  if (!seesMerchant(caller.scope, merchantNo)) throw new AppError('REFERENCE_UNKNOWN', { fields: ['merchantNo'] });
  const at = new Date();
  const inForce = await rulesAt(db, vipLevelFamily, at, merchantNo);
  const levels = [
    ...inForce.map(({ value }) => value).filter(({ levelNo }) => levelNo !== draft?.levelNo),
    ...(draft ? [draft] : []),
  ].toSorted((one, other) => one.levelNo - other.levelNo);
  const { rows } = await sql<Moved>`
    with ${earnedLevels(merchantNo, levels, at)},
    held as (select m.customer_no, m.level_no, m.vip_source = 'MANUAL' and m.expires_at > ${at} as stays
      from vip_member m where m.merchant_no = ${merchantNo})
    select h.level_no as level_before, case when h.stays then h.level_no else b.level_no end as level_no,
      count(*)::int as members, coalesce(sum(c.limit_cents * coalesce(b.step_up, 0) / 10000), 0)::bigint as credit_cents
    from best b full join held h using (customer_no) left join customer_credit c on c.customer_no = b.customer_no
    group by 1, 2`.execute(db);
  const templates = await db
    .selectFrom('couponTemplate')
    .select(['couponTemplateNo', 'amountCents'])
    .where('merchantNo', '=', merchantNo)
    .execute();
  const worth = new Map(templates.map((one) => [one.couponTemplateNo, one.amountCents]));
  const sum = (of: readonly Moved[], what: (one: Moved) => number = ({ members }) => members): number =>
    of.reduce((all, one) => all + what(one), 0);
  const isRise = ({ levelBefore, levelNo }: Moved) => levelNo !== null && levelNo > (levelBefore ?? -1);
  const rises = rows.filter(isRise);
  const fallen = rows
    .filter(({ levelBefore, levelNo }) => levelBefore !== null && (levelNo ?? -1) < levelBefore)
    .toSorted(
      (one, other) => (one.levelBefore ?? 0) - (other.levelBefore ?? 0) || (one.levelNo ?? -1) - (other.levelNo ?? -1),
    );
  const couponOf = new Map(levels.map(({ levelNo, couponTemplateNo }) => [levelNo, couponTemplateNo]));
  const worthOf = (levelNo: number) => worth.get(couponOf.get(levelNo) ?? '') ?? 0;
  return {
    levels: levels.map(({ levelNo, ruleName }) => ({
      levelNo,
      levelName: ruleName,
      membersNow: sum(rows.filter(({ levelBefore }) => levelBefore === levelNo)),
      membersThen: sum(rows.filter((one) => one.levelNo === levelNo)),
    })),
    rises: sum(rises),
    falls: sum(fallen),
    fallNotice: await noticeOf(db, merchantNo, levels, fallen),
    // Whoever rises gets the coupon of the level, once.
    couponCents: sum(rises, ({ levelNo, members }) => members * worthOf(levelNo ?? -1)),
    months: await monthlyCost(db, { merchantNo, levels, worthOf }, at),
    creditCents: sum(rows, ({ creditCents }) => creditCents),
  };
}

const NODE = 'VIP_LEVEL_LOWERED';
/** In place of a first name. */
const ANYBODY = 'Achieng';

/** What each who falls would read, whether or not the node is switched on. */
async function noticeOf(
  db: Queryable,
  merchantNo: string,
  levels: readonly vipLevel.VipLevelRule[],
  fallen: readonly Moved[],
): Promise<ReplyOf<typeof vipLevel.simulate>['fallNotice']> {
  const { isEnabled, templateCodes } = await pointAt(db, { merchantNo, nodeCode: NODE });
  const texts = [];
  for (const { levelBefore, levelNo, members } of fallen) {
    for (const language of ['en', 'sw'] as const) {
      const named = namesIn(levels, language);
      const facts = { name: ANYBODY, before: named(levelBefore), level: named(levelNo) };
      const text = await renderTemplate(db, templateCodes[0] ?? NODE, language, facts, merchantNo);
      if (text !== null) texts.push({ levelBefore: levelBefore ?? 0, levelNo, members, language, text: text.body });
    }
  }
  return { isEnabled, texts };
}
